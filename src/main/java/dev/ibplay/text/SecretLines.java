package dev.ibplay.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a text, each with the secret that it holds, if any. Lines end at line feeds only, as for the programs that
 * read these files: OpenSM takes a carriage return for a blank.
 */
public final class SecretLines {
    /** What a secret protects, and how its text is to be read. */
    public enum Kind {
        /** A key of the fabric as opensm.conf has it. */
        FABRIC_KEY,
        /** An SM_Key as an argument of opensm: hexadecimal digits, with or without 0x (main.c). */
        OPENSM_ARGUMENT,
        OTHER,
        /** A line that belongs to the secret above it. */
        CONTINUATION
    }

    /**
     * One secret.
     *
     * @param key its name in the file
     * @param text all that may belong to it, up to the end of the line
     * @param before what stands before it on its line
     */
    public record Found(Kind kind, String key, String text, String before) {}

    /** As a part of a key: NetworkManager, netplan, networkd, ifcfg, wpa_supplicant, wicked, and variables of inventories. */
    private static final String WORDS = "psk|passwd|password|passphrase|secret|token|wep[-_]?key|wireless[-_]?key"
            + "|private[-_]?key|pre-?shared[-_]?key|mka[-_]cak|key_passphrase";

    /** The keys that protect the fabric; keys that only begin like them (m_key_lease_period) are no secrets. */
    private static final String FABRIC_KEY = "(?<![A-Za-z0-9])(?:(?:\\w+_)?(?:sm|sa|m|v|b|cc)_key|key_mgr_seed)(?!\\w)";

    /** A regular expression of the names of secrets. */
    public static final String NAME = "(?:" + FABRIC_KEY + "|(?i:[\\w.@-]*(?:" + WORDS
            + ")[\\w.-]*|(?:[\\w.-]*[_.-])?(?<![A-Za-z0-9])pass(?!\\w))"
            + "|(?<![\\w-])(?i:pin|key\\d?|private|shared)(?=[\"']?\\s*[=:]))";

    /** What may stand between a key and its value. */
    private static final String GAP = "[\"']?(?:\\s*[:=>]+\\s*|\\s+)[\"']?";

    private static final Pattern KEYED = Pattern.compile("(" + NAME + ")(" + GAP + ")(.*)", Pattern.DOTALL);
    private static final Pattern FABRIC_KEYED =
            Pattern.compile("(" + FABRIC_KEY + ")([\\s=:\"']+)(.*)", Pattern.DOTALL);
    /** Where a line goes on as a new one to OpenSM, whatever stands before. */
    private static final Pattern FABRIC_KEYED_ANYWHERE =
            Pattern.compile("((?:sm|sa|m|cc)_key|key_mgr_seed)([\\s=:\"']+)(.*)", Pattern.DOTALL);

    /** opensm's SM_Key in a unit, a script or its variables. */
    private static final Pattern OPENSM_ARGUMENT = Pattern.compile(
            "((?<![\\w-])(?:-[A-Za-z]*k|--smk[ey]*)[\\s=\"']*)((?:0[xX])?[0-9a-fA-F]+)(?![\\w.])(.*)", Pattern.DOTALL);

    /**
     * Of the configurations of switches (MLNX-OS, Onyx and their like), where keys are words among others: SNMP communities
     * and users, keys of servers for logins, of NTP and of routing neighbours. {@code username U password P} is of the usual form.
     */
    private static final Pattern SWITCH = Pattern.compile(
            "^\\s*(?:no\\s+)?(snmp-server\\s+(?:community|user\\s+\\S+)|ntp\\s+authentication-key\\s+\\d+\\s+\\w+"
                    + "|(?:[\\w-]+-server|ntp|ldap|aaa|vrrp|neighbor)\\b.*?(?<![\\w-])key)(\\s+)(\\S.*)",
            Pattern.DOTALL);

    private static final int OPENSM_PIECE = 1022;
    private static final Pattern SECTION = Pattern.compile("\\s*\\[([^\\]]*)\\].*", Pattern.DOTALL);
    private static final Pattern IN_SECRET_SECTION = Pattern.compile("([^=#]*)(=\\s*)(.*)", Pattern.DOTALL);

    /**
     * A line.
     *
     * @param prefix the visible part; all of the line where there is no secret
     * @param suffix what is visible behind the secret
     */
    private record Line(String prefix, Optional<Found> secret, String suffix) {
        static Line of(String prefix, Kind kind, String key, String secret) {
            return new Line(prefix, Optional.of(new Found(kind, key, secret, prefix)), "");
        }

        boolean isBlank() {
            return secret.isEmpty() || secret.get().text().isBlank();
        }
    }

    private final List<Line> lines = new ArrayList<>();
    private boolean secretSection;
    private boolean pem;
    private boolean continued;
    /** Columns of the line whose secret goes on below when that is indented more; negative when none does. */
    private int indentation = -1;

    private boolean emptySoFar;

    private SecretLines() {}

    /** Whether a key's value is a secret. */
    public static boolean isSecret(String key) {
        return KEYED.matcher(key + "=x").lookingAt();
    }

    /**
     * Finds the secrets of a text.
     *
     * @param path of the file; OpenSM's are read as OpenSM does
     */
    public static SecretLines of(String path, String text) {
        var result = new SecretLines();
        boolean conf = path.matches(".*/(opensm|rdma)/.*|.*partitions[^/]*\\.conf");
        for (String line : text.split("\n", -1)) {
            Line found = conf ? opensm(line) : result.any(line);
            boolean launches = found.secret().isEmpty() && (path.contains("opensm") || line.contains("opensm"));
            result.lines.add(launches ? argument(line) : found);
        }
        return result;
    }

    /** All secrets, in order. */
    public List<Found> secrets() {
        return lines.stream().flatMap(line -> line.secret().stream()).toList();
    }

    /** The text with others in place of its secrets; all else stays as it is. */
    public String with(Function<Found, String> replacement) {
        List<String> shown = new ArrayList<>();
        for (Line line : lines) {
            shown.add(line.prefix() + line.secret().map(replacement).orElse("") + line.suffix());
        }
        return String.join("\n", shown);
    }

    private static Line plain(String line) {
        return new Line(line, Optional.empty(), "");
    }

    private static Line opensm(String line) {
        Pattern keyed = line.length() > OPENSM_PIECE ? FABRIC_KEYED_ANYWHERE : FABRIC_KEYED;
        return keyed(keyed, line).filter(l -> !l.isBlank()).orElseGet(() -> plain(line));
    }

    /** An SM_Key on opensm's command line; the options behind it stay visible. */
    private static Line argument(String line) {
        Matcher matcher = OPENSM_ARGUMENT.matcher(line);
        if (!matcher.find()) {
            return plain(line);
        }
        String before = line.substring(0, matcher.end(1));
        Line rest = argument(matcher.group(3));
        return rest.secret().isEmpty()
                ? new Line(
                        before,
                        Optional.of(new Found(Kind.OPENSM_ARGUMENT, "smkey", matcher.group(2), before)),
                        matcher.group(3))
                : Line.of(before, Kind.OPENSM_ARGUMENT, "smkey", line.substring(matcher.end(1)));
    }

    private static Optional<Line> keyed(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String key = matcher.group(1);
        Kind kind = key.matches(FABRIC_KEY) ? Kind.FABRIC_KEY : Kind.OTHER;
        return Optional.of(Line.of(line.substring(0, matcher.start(3)), kind, key, matcher.group(3)));
    }

    private Line any(String line) {
        if (goesOn(line)) {
            String indent = line.substring(0, columns(line));
            return line.isBlank() ? plain(line) : Line.of(indent, Kind.CONTINUATION, "(goes on)", line);
        }
        Matcher section = SECTION.matcher(line);
        if (section.matches()) {
            secretSection = section.group(1).strip().endsWith("-secrets");
        }
        if (line.contains("-----BEGIN") && line.contains("PRIVATE KEY")) {
            pem = !line.contains("-----END");
            return Line.of("", Kind.CONTINUATION, "(private key)", line);
        }
        // What is a key there may look like the name of another one.
        Optional<Line> found = keyed(SWITCH, line).or(() -> keyed(KEYED, line));
        if (found.isEmpty() && secretSection) {
            found = keyed(IN_SECRET_SECTION, line);
        }
        found.ifPresent(l -> begins(line, l));
        return found.filter(l -> !l.isBlank()).orElseGet(() -> plain(line));
    }

    private void begins(String line, Line found) {
        emptySoFar = found.isBlank();
        continued = line.stripTrailing().endsWith("\\");
        boolean yaml = found.prefix().stripTrailing().matches("(?s).*:[\\s\"']*");
        indentation = yaml ? columns(line) : -1;
    }

    /** Whether a line belongs to the secret above it: a key's block, a scalar over several lines, a line after a backslash. */
    private boolean goesOn(String line) {
        if (pem) {
            pem = !line.contains("-----END");
            return true;
        }
        if (continued) {
            continued = line.stripTrailing().endsWith("\\");
            return true;
        }
        if (indentation >= 0 && !line.isBlank()) {
            boolean value =
                    emptySoFar && (line.strip().startsWith("\"") || line.strip().startsWith("'"));
            emptySoFar = false;
            if (columns(line) > indentation || value) {
                return true;
            }
            indentation = -1;
        }
        return false;
    }

    private static int columns(String line) {
        int columns = 0;
        while (columns < line.length() && (line.charAt(columns) == ' ' || line.charAt(columns) == '\t')) {
            columns++;
        }
        return columns;
    }
}
