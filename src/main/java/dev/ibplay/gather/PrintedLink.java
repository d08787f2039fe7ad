package dev.ibplay.gather;

import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkSpeed.Place;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.MadField;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Widths and speeds of a port, from the words that smpquery prints for them (libibmad dump.c). */
final class PrintedLink {
    private static final List<MadField> WIDTHS =
            List.of(MadField.PORT_WIDTH_ENABLED, MadField.PORT_WIDTH_SUPPORTED, MadField.PORT_WIDTH_ACTIVE);
    private static final Map<Place, List<MadField>> SPEEDS = Map.of(
            Place.BASIC,
            List.of(MadField.PORT_SPEED_SUPPORTED, MadField.PORT_SPEED_ACTIVE, MadField.PORT_SPEED_ENABLED),
            Place.EXTENDED,
            List.of(MadField.PORT_SPEED_EXT_SUPPORTED, MadField.PORT_SPEED_EXT_ACTIVE, MadField.PORT_SPEED_EXT_ENABLED),
            Place.EXTENDED_2,
            List.of(
                    MadField.PORT_SPEED_EXT_SUPPORTED_2,
                    MadField.PORT_SPEED_EXT_ACTIVE_2,
                    MadField.PORT_SPEED_EXT_ENABLED_2));

    private PrintedLink() {}

    /** Writes the codes into PortInfo's data; what is printed in other words, or not at all, stays as it is. */
    static void put(String printed, byte[] data) {
        WIDTHS.forEach(field -> put(printed, field, PrintedLink::width, data));
        SPEEDS.forEach((place, fields) -> fields.forEach(field -> put(printed, field, w -> speed(w, place), data)));
    }

    private static Optional<Integer> width(String word) {
        return LinkWidth.parse(word).map(LinkWidth::code);
    }

    private static Optional<Integer> speed(String word, Place place) {
        return Arrays.stream(LinkSpeed.values())
                .filter(speed -> speed.place() == place && word.equals(speed.gigabitsPerSecond() + " Gbps"))
                .map(LinkSpeed::code)
                .findFirst();
    }

    /** A set is printed as words with "or" between them. */
    private static void put(String printed, MadField field, Function<String, Optional<Integer>> code, byte[] data) {
        Matcher line = Pattern.compile("(?m)^" + field.printedName() + ":\\.+(.*?)(?: \\(IBA extension\\))?[ \\t\\r]*$")
                .matcher(printed);
        if (!line.find()) {
            return;
        }
        List<Optional<Integer>> codes =
                Arrays.stream(line.group(1).split(" or ", -1)).map(code).toList();
        if (codes.stream().allMatch(Optional::isPresent)) {
            field.put(data, codes.stream().flatMap(Optional::stream).reduce(0, (a, b) -> a | b));
        }
    }
}
