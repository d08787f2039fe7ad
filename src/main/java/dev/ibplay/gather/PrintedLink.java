package dev.ibplay.gather;

import dev.ibplay.ib.MadField;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Width and speed of a link in use, from the words that smpquery prints for them (libibmad dump.c). */
final class PrintedLink {
    private static final Map<String, Integer> WIDTHS = Map.of("1X", 1, "4X", 2, "8X", 4, "12X", 8, "2X", 16);
    private static final Map<String, Integer> SPEEDS = Map.of("2.5 Gbps", 1, "5.0 Gbps", 2, "10.0 Gbps", 4);
    private static final Map<String, Integer> EXTENDED =
            Map.of("14.0625 Gbps", 1, "25.78125 Gbps", 2, "53.125 Gbps", 4, "106.25 Gbps", 8);

    private PrintedLink() {}

    /** Writes the codes into PortInfo's data; what is printed in other words, or not at all, stays 0. */
    static void put(String printed, byte[] data) {
        code(printed, "LinkWidthActive", WIDTHS).ifPresent(code -> MadField.PORT_WIDTH_ACTIVE.put(data, code));
        code(printed, "LinkSpeedActive", SPEEDS).ifPresent(code -> MadField.PORT_SPEED_ACTIVE.put(data, code));
        code(printed, "LinkSpeedExtActive", EXTENDED).ifPresent(code -> MadField.PORT_SPEED_EXT_ACTIVE.put(data, code));
    }

    private static Optional<Integer> code(String printed, String name, Map<String, Integer> words) {
        Matcher line = Pattern.compile("(?m)^" + name + ":\\.+(.*?)[ \\t\\r]*$").matcher(printed);
        return line.find() ? Optional.ofNullable(words.get(line.group(1))) : Optional.empty();
    }
}
