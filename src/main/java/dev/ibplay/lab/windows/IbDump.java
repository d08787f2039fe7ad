package dev.ibplay.lab.windows;

import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A management attribute as libibmad prints it (dump.c): a line for each field, its name filled up with dots. */
final class IbDump {
    private static final int COLUMN = 33;
    private static final int HEXADECIMAL_FROM = 24;

    /** How those are printed that are neither numbers nor left out. */
    private interface Words {
        String of(int code);
    }

    private static final Map<MadField, Words> WORDS = words();

    private IbDump() {}

    private static Map<MadField, Words> words() {
        Map<MadField, Words> words = new EnumMap<>(MadField.class);
        words.put(MadField.NODE_TYPE, code -> switch (code) {
            case 1 -> "Channel Adapter";
            case 2 -> "Switch";
            default -> "Router";
        });
        words.put(MadField.PORT_M_KEY, code -> "<not displayed>");
        words.put(MadField.PORT_STATE, code -> PortState.ofCode(code).toString());
        words.put(
                MadField.PORT_PHYSICAL_STATE,
                code -> PortPhysicalState.ofCode(code).toString());
        words.put(MadField.PORT_NEIGHBOR_MTU, IbDump::mtu);
        words.put(MadField.PORT_MTU_CAP, IbDump::mtu);
        for (MadField field :
                List.of(MadField.PORT_WIDTH_ENABLED, MadField.PORT_WIDTH_SUPPORTED, MadField.PORT_WIDTH_ACTIVE)) {
            words.put(field, IbDump::widths);
        }
        for (MadField field :
                List.of(MadField.PORT_SPEED_SUPPORTED, MadField.PORT_SPEED_ACTIVE, MadField.PORT_SPEED_ENABLED)) {
            words.put(field, code -> speeds(LinkSpeed.Place.BASIC, code));
        }
        for (MadField field : List.of(
                MadField.PORT_SPEED_EXT_SUPPORTED, MadField.PORT_SPEED_EXT_ACTIVE, MadField.PORT_SPEED_EXT_ENABLED)) {
            words.put(field, code -> code == 0 ? "No Extended Speed" : speeds(LinkSpeed.Place.EXTENDED, code));
        }
        return words;
    }

    private static String mtu(int code) {
        return Mtu.ofCode(code).map(Mtu::toString).orElse("? (%d)".formatted(code));
    }

    private static String widths(int code) {
        String all = LinkWidth.setOf(code).stream().map(LinkWidth::toString).collect(Collectors.joining(" or "));
        return all.isEmpty() ? "undefined (%d)".formatted(code) : all;
    }

    private static String speeds(LinkSpeed.Place place, int code) {
        List<String> all = new ArrayList<>();
        for (int bit = 1; bit <= code; bit <<= 1) {
            if ((code & bit) != 0) {
                LinkSpeed.ofCode(place, bit).ifPresent(speed -> all.add(speed.gigabitsPerSecond() + " Gbps"));
            }
        }
        return all.isEmpty() ? "undefined (%d)".formatted(code) : String.join(" or ", all);
    }

    /** The fields of an attribute, in their order. */
    static List<String> lines(Attribute attribute, byte[] data) {
        return MadField.of(attribute).stream()
                .map(field -> dotted(field.printedName(), value(field, data)))
                .toList();
    }

    private static String value(MadField field, byte[] data) {
        long number = field.in(data);
        return Optional.ofNullable(WORDS.get(field))
                .map(words -> words.of((int) number))
                .orElseGet(() ->
                        field.width() < HEXADECIMAL_FROM ? Long.toString(number) : "0x%0" + field.width() / 4 + "x")
                .formatted(number);
    }

    private static String dotted(String name, String value) {
        return (name + ":" + ".".repeat(COLUMN)).substring(0, COLUMN) + value;
    }

    /** Rows of eight entries, and the table's size. */
    static List<String> keys(List<Integer> entries) {
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < entries.size(); row += 8) {
            String all = entries.subList(row, Math.min(entries.size(), row + 8)).stream()
                    .map("0x%04x"::formatted)
                    .collect(Collectors.joining(" "));
            lines.add("%4d: %s".formatted(row, all));
        }
        lines.add("%d pkeys capacity for this port".formatted(entries.size()));
        return lines;
    }
}
