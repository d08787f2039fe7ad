package dev.ibplay.facts.tools;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words for a port's values that the adapter tools and sysfs have, each in its own spelling. */
public final class PortWords {
    /** {@code PORT_ACTIVE (4)}, {@code 4: ACTIVE}, {@code 4096 (5)}: a word with its code. */
    private static final Pattern CODED = Pattern.compile("(?:.*\\((\\d{1,3})\\)|(\\d{1,3}): .*)");

    private static final Pattern MTU = Pattern.compile("(256|512|1024|2048|4096)(?: \\((\\d)\\))?");
    private static final Pattern WIDTH = Pattern.compile("(\\d{1,2})[xX](?: \\(\\d+\\))?");
    private static final Pattern SPEED = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?) ?Gbps.*");
    private static final int NO_LID = 0xffff;

    private PortWords() {}

    /** Nothing for a text that is no state; a state that has no name here is unknown. */
    public static Optional<PortState> state(String text) {
        Optional<Integer> code = code(text);
        if (code.isPresent()) {
            return Optional.of(PortState.ofCode(code.get()));
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "down", "port_down" -> Optional.of(PortState.DOWN);
            case "initializing", "initialize", "init", "port_init" -> Optional.of(PortState.INITIALIZE);
            case "armed", "port_armed" -> Optional.of(PortState.ARMED);
            case "active", "port_active" -> Optional.of(PortState.ACTIVE);
            case "?", "???" -> Optional.of(PortState.UNKNOWN);
            default -> Optional.empty();
        };
    }

    public static Optional<PortPhysicalState> physicalState(String text) {
        Optional<Integer> code = code(text);
        if (code.isPresent()) {
            return Optional.of(PortPhysicalState.ofCode(code.get()));
        }
        for (PortPhysicalState state : PortPhysicalState.values()) {
            if (state.toString().equalsIgnoreCase(text)) {
                return Optional.of(state);
            }
        }
        return switch (text) {
            case "No state change" -> Optional.of(PortPhysicalState.NO_CHANGE);
            case "?", "???" -> Optional.of(PortPhysicalState.UNKNOWN);
            default -> Optional.empty();
        };
    }

    private static Optional<Integer> code(String text) {
        Matcher coded = CODED.matcher(text);
        return coded.matches()
                ? NumberText.parse(coded.group(1) == null ? coded.group(2) : coded.group(1), 255)
                : Optional.empty();
    }

    /** Bytes with or without the code behind them; nothing where the two contradict each other. */
    static Optional<Mtu> mtu(String text) {
        Matcher matcher = MTU.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Mtu.ofBytes(Integer.parseInt(matcher.group(1)))
                .filter(mtu -> matcher.group(2) == null || mtu.code() == Integer.parseInt(matcher.group(2)));
    }

    /** LIDs 0 and 65535 mean that none is assigned. */
    public static Optional<Lid> assignedLid(String text) {
        return NumberText.lid(text).filter(lid -> lid.value() != 0 && lid.value() != NO_LID);
    }

    /** The rate that width and speed make, in Gb/s: {@code 4X (2)} and {@code 25.0 Gbps (32)} make 100. */
    static Optional<String> rate(String width, String speed) {
        Matcher lanes = WIDTH.matcher(width);
        Matcher lane = SPEED.matcher(speed);
        return lanes.matches() && lane.matches()
                ? Optional.of(new BigDecimal(lanes.group(1))
                        .multiply(new BigDecimal(lane.group(1)))
                        .stripTrailingZeros()
                        .toPlainString())
                : Optional.empty();
    }
}
