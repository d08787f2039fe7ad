package dev.ibplay.ib;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Library;
import com.sun.jna.Native;
import dev.ibplay.Missing;
import dev.ibplay.ib.LinkSpeed.Place;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every field of our table has the name, the place and the meaning that it has in the installed libibmad. */
class LibibmadTest {
    private static final int ROUNDS = 300;
    private static final Pattern LINE = Pattern.compile("(\\w+):\\.+(.*)");
    private static final Pattern NUMBER = Pattern.compile("0x([0-9a-f]+)|(\\d+)");

    /** The library's own names. */
    @SuppressWarnings({"checkstyle:MethodName", "MethodName", "MemberName"})
    private interface Ibmad extends Library {
        void mad_dump_nodeinfo(byte[] text, int size, byte[] data, int bytes);

        void mad_dump_portinfo(byte[] text, int size, byte[] data, int bytes);

        void mad_dump_switchinfo(byte[] text, int size, byte[] data, int bytes);
    }

    private interface Dump {
        void to(byte[] text, int size, byte[] data, int bytes);
    }

    private static Optional<Ibmad> library = Optional.empty();

    @BeforeAll
    static void load() {
        try {
            library = Optional.of(Native.load("libibmad.so.5", Ibmad.class));
        } catch (UnsatisfiedLinkError missing) {
            Missing.unless(false, "libibmad.so.5");
        }
    }

    @Test
    void nodeInfo() {
        check(Attribute.NODE_INFO, library.orElseThrow()::mad_dump_nodeinfo, Set.of());
    }

    @Test
    void switchInfo() {
        check(Attribute.SWITCH_INFO, library.orElseThrow()::mad_dump_switchinfo, Set.of());
    }

    /** The second extended speeds came after release 44. */
    @Test
    void portInfo() {
        check(
                Attribute.PORT_INFO,
                library.orElseThrow()::mad_dump_portinfo,
                Set.of(
                        MadField.PORT_SPEED_EXT_ACTIVE_2,
                        MadField.PORT_SPEED_EXT_SUPPORTED_2,
                        MadField.PORT_SPEED_EXT_ENABLED_2));
    }

    private static void check(Attribute attribute, Dump dump, Set<MadField> newer) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] data = new byte[64];
            random.nextBytes(data);
            MadField.PORT_WIDTH_ACTIVE.put(data, 1L << random.nextInt(5));
            Map<String, String> printed = print(dump, data);
            for (MadField field : MadField.of(attribute)) {
                String text = printed.get(field.printedName());
                if (text == null) {
                    assertThat(newer).as("libibmad does not print it").contains(field);
                } else {
                    assertThat(text).as("%s, seed %d", field, seed).matches(Pattern.quote(expected(field, data, text)));
                }
            }
        }
    }

    private static Map<String, String> print(Dump dump, byte[] data) {
        byte[] text = new byte[8192];
        dump.to(text, text.length, data, data.length);
        Map<String, String> printed = new HashMap<>();
        Native.toString(text, StandardCharsets.UTF_8.name()).lines().forEach(line -> {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                printed.put(matcher.group(1), matcher.group(2));
            }
        });
        return printed;
    }

    /** What we would print for the field, in a form like {@code text} where it is a number. */
    private static String expected(MadField field, byte[] data, String text) {
        int code = field.intIn(data);
        PortInfo port = PortInfo.decode(data);
        return switch (field) {
            case PORT_WIDTH_ACTIVE -> word(port.width().active());
            case PORT_WIDTH_SUPPORTED, PORT_WIDTH_ENABLED ->
                code == 0 || code > 31 ? text : set(LinkWidth.setOf(code), LinkWidth::code, LinkWidth::toString, text);
            case PORT_SPEED_ACTIVE -> speed(Place.BASIC, code, "Extended speed");
            case PORT_SPEED_EXT_ACTIVE -> speed(Place.EXTENDED, code, "No Extended Speed");
            case PORT_SPEED_SUPPORTED, PORT_SPEED_ENABLED ->
                code == 0 || code > 7 ? text : speeds(Place.BASIC, code, text);
            case PORT_SPEED_EXT_SUPPORTED, PORT_SPEED_EXT_ENABLED ->
                code == 0 || code > 15 ? text : speeds(Place.EXTENDED, code, text);
            case PORT_STATE ->
                code > 4 ? "?(%d)".formatted(code) : plain(port.state().toString());
            case PORT_PHYSICAL_STATE ->
                code > 7 ? "?(%d)".formatted(code) : plain(port.physicalState().toString());
            case PORT_NEIGHBOR_MTU -> port.neighborMtu().map(Mtu::toString).orElse("?(%d)".formatted(code));
            case PORT_MTU_CAP -> port.mtuCap().map(Mtu::toString).orElse("?(%d)".formatted(code));
            case PORT_DOWN_DEFAULT_STATE ->
                List.of("NoChange", "Sleep", "Polling").contains(text) ? text : "?(%d)".formatted(code);
            case PORT_VL_CAP, PORT_OPERATIONAL_VLS -> vls(code, text);
            case NODE_TYPE -> type(code);
            default -> number(field, data, text);
        };
    }

    private static String word(Optional<LinkWidth> width) {
        return width.map(LinkWidth::toString).orElse("nothing");
    }

    private static String speed(Place place, int code, String none) {
        return code == 0
                ? none
                : LinkSpeed.ofCode(place, code)
                        .map(s -> s.gigabitsPerSecond() + " Gbps")
                        .orElse("undefined (%d)".formatted(code));
    }

    private static String speeds(Place place, int code, String text) {
        return set(LinkSpeed.setOf(place, code), LinkSpeed::code, s -> s.gigabitsPerSecond() + " Gbps", text);
    }

    /** In the order of the codes; libibmad remarks on unusual sets. */
    private static <T> String set(Set<T> values, Function<T, Integer> code, Function<T, String> word, String text) {
        String extension = " (IBA extension)";
        return values.stream().sorted(Comparator.comparing(code)).map(word).collect(Collectors.joining(" or "))
                + (text.endsWith(extension) ? extension : "");
    }

    private static String plain(String word) {
        return word.replace(" ", "").replace("Nochange", "NoChange");
    }

    private static String vls(int code, String text) {
        List<String> words = List.of("No change", "VL0", "VL0-1", "VL0-3", "VL0-7", "VL0-14");
        return code < words.size() && !text.startsWith("?") ? words.get(code) : "?(%d)".formatted(code);
    }

    private static String type(int code) {
        return switch (NodeType.ofCode(code)) {
            case CA -> "Channel Adapter";
            case SWITCH -> "Switch";
            case ROUTER -> "Router";
            case UNKNOWN -> "?(%d)?".formatted(code);
        };
    }

    private static String number(MadField field, byte[] data, String text) {
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches()) {
            return "a number";
        }
        long value = field.in(data);
        return matcher.group(1) == null
                ? Long.toUnsignedString(value)
                : "0x"
                        + "%x"
                                .formatted(value)
                                .transform(digits ->
                                        "0".repeat(Math.max(0, matcher.group(1).length() - digits.length())) + digits);
    }
}
