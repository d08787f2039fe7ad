package dev.ibplay.lab.faults;

import dev.ibplay.lab.machine.Fault;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One rule: {@code HOST FAULT[=VALUE] [at STEP | after TIME]}. HOST is a name or a shell pattern; a step is one operation of
 * a session, counted from 1.
 *
 * @param hosts as written
 * @param step before which it happens, in every session; empty for before every step
 * @param after how long after the lab has started, in its time
 */
public record FaultRule(String hosts, Kind kind, String value, OptionalInt step, Optional<Duration> after) {
    private static final Pattern RULE = Pattern.compile(
            "(\\S+)\\s+([a-z-]+)(?:=(\\S+))?(?:\\s+at\\s+(\\d{1,6})|\\s+after\\s+(\\d{1,6})(ms|s|m|h))?");

    private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s|m|h)");
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3})%");

    /** What can go wrong. */
    public enum Kind {
        /** Nobody listens on the host's SSH port. */
        UNREACHABLE(When.FROM_THE_START),
        /** Connections are taken, and nothing is said. */
        SILENT(When.FROM_THE_START),
        /** No key and no password is right. */
        LOGIN_REFUSED(When.FROM_THE_START),
        /** The host has another key than known_hosts says. */
        HOST_KEY_CHANGED(When.FROM_THE_START),
        /** The connection breaks. */
        DROP(When.AT_A_STEP),
        /** The connection breaks, and nobody gets in any more. */
        CUT(When.AT_A_STEP),
        /** The host starts anew. */
        REBOOT(When.AT_A_STEP),
        /** The far end's process is killed. */
        KILL_HELPER(When.AT_A_STEP),
        /** The host's time of day is set forwards or, with a minus, back: {@code clock-jump=-1h}. */
        CLOCK_JUMP(When.AT_A_STEP),
        /** Logins come in as an ordinary user, who may not use sudo. */
        SUDO_REFUSED(When.FROM_THE_START),
        /** Each step takes so much longer: {@code slow=2s}. */
        SLOW(When.AT_A_STEP),
        /** No file below a folder can grow: {@code disk-full} or {@code disk-full=/etc}. */
        DISK_FULL(When.AT_A_STEP),
        /** opensm is killed. */
        SM_CRASH(When.AFTER_A_TIME),
        /** So many of all management packets get lost: {@code mad-loss=5%}. */
        MAD_LOSS(When.FROM_THE_START);

        private final When when;

        Kind(When when) {
            this.when = when;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Which end a rule of a kind may have. */
    private enum When {
        FROM_THE_START,
        AT_A_STEP,
        AFTER_A_TIME
    }

    /** A rule that says nothing sensible. */
    public static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }

    /** Reads one rule. */
    public static FaultRule parse(String text) throws Malformed {
        Matcher matcher = RULE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new Malformed(
                    "\"%s\" is no fault: HOST FAULT[=VALUE] [at STEP | after TIME], for example \"node0* slow=2s\""
                            .formatted(text));
        }
        Kind kind = Arrays.stream(Kind.values())
                .filter(k -> k.word().equals(matcher.group(2)))
                .findFirst()
                .orElseThrow(() -> new Malformed("there is no fault \"%s\"; there are %s"
                        .formatted(
                                matcher.group(2),
                                Arrays.stream(Kind.values()).map(Kind::word).collect(Collectors.joining(", ")))));
        String value = Optional.ofNullable(matcher.group(3)).orElse("");
        OptionalInt step = Optional.ofNullable(matcher.group(4))
                .map(number -> OptionalInt.of(Integer.parseInt(number)))
                .orElse(OptionalInt.empty());
        Optional<Duration> after =
                Optional.ofNullable(matcher.group(5)).map(number -> duration(number, matcher.group(6)));
        FaultRule rule = new FaultRule(matcher.group(1), kind, value, step, after);
        rule.check();
        return rule;
    }

    private static Duration duration(String number, String unit) {
        long count = Long.parseLong(number);
        return switch (unit) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofMinutes(count);
        };
    }

    private void check() throws Malformed {
        if (step.isPresent() && kind.when != When.AT_A_STEP) {
            throw new Malformed(kind.word() + " does not happen at a step");
        }
        if (after.isPresent() != (kind.when == When.AFTER_A_TIME)) {
            throw new Malformed(
                    after.isPresent()
                            ? kind.word() + " does not wait for a time"
                            : kind.word() + " needs a time: \"after 30s\"");
        }
        boolean isRight = switch (kind) {
            case SLOW -> TIME.matcher(value).matches();
            case CLOCK_JUMP -> TIME.matcher(value.replaceFirst("^-", "")).matches();
            case MAD_LOSS -> SHARE.matcher(value).matches() && share() <= 1;
            case DISK_FULL -> value.isEmpty() || value.startsWith("/");
            default -> value.isEmpty();
        };
        if (!isRight) {
            throw new Malformed("%s cannot be \"%s\": %s".formatted(kind.word(), value, form()));
        }
    }

    private String form() {
        return switch (kind) {
            case SLOW -> "it takes a whole number of ms, s, m or h, as in slow=200ms";
            case CLOCK_JUMP -> "it takes a whole number of ms, s, m or h, as in clock-jump=90s or clock-jump=-1h";
            case MAD_LOSS -> "it takes whole percents up to 100, as in mad-loss=5%";
            case DISK_FULL -> "it takes the path of a file system, as in disk-full=/etc, or nothing";
            default -> "it takes no value";
        };
    }

    /** Of {@code mad-loss}: 0 to 1. */
    double share() {
        Matcher matcher = SHARE.matcher(value);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) / 100.0 : 0;
    }

    boolean isFor(String host) {
        return new dev.ibplay.lab.disk.Pattern(hosts).matchesAny(host);
    }

    /** What happens to the machine at a step; empty for kinds that are none of a session's, or of its server. */
    Optional<Fault> atStep() {
        return switch (kind) {
            case DROP -> Optional.of(new Fault.DropConnection());
            case REBOOT -> Optional.of(new Fault.Reboot());
            case KILL_HELPER -> Optional.of(new Fault.KillFarEnd());
            case DISK_FULL -> Optional.of(new Fault.DiskFull(value.isEmpty() ? "/" : value));
            case SLOW -> time(value).map(Fault.Slow::new);
            case CLOCK_JUMP ->
                value.startsWith("-")
                        ? time(value.substring(1)).map(Duration::negated).map(Fault.ClockJump::new)
                        : time(value).map(Fault.ClockJump::new);
            case UNREACHABLE, SILENT, LOGIN_REFUSED, SUDO_REFUSED, HOST_KEY_CHANGED, CUT, SM_CRASH, MAD_LOSS ->
                Optional.empty();
        };
    }

    private static Optional<Duration> time(String text) {
        Matcher matcher = TIME.matcher(text);
        return matcher.matches() ? Optional.of(duration(matcher.group(1), matcher.group(2))) : Optional.empty();
    }
}
