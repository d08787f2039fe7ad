package dev.ibplay.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a text, each with the secret that it holds, if any. Lines end at line feeds only, as for the programs that
 * read these files: OpenSM takes a carriage return for a blank.
 */
final class SecretLines {
    /** As a part of a key: NetworkManager, netplan, networkd, ifcfg, wpa_supplicant, wicked, and variables of inventories. */
    private static final String WORDS = "psk|passwd|password|passphrase|secret|token|wep[-_]?key|wireless[-_]?key"
            + "|private[-_]?key|pre-?shared[-_]?key|mka[-_]cak|key_passphrase";

    /** The keys that protect the fabric; keys that only begin like them (m_key_lease_period) are no secrets. */
    private static final String FABRIC_KEY = "(?<![A-Za-z0-9])(?:(?:\\w+_)?(?:sm|sa|m|v|b|cc)_key|key_mgr_seed)(?!\\w)";

    static final String NAME = "(?:" + FABRIC_KEY + "|(?i:[\\w.@-]*(?:" + WORDS
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

    private static final int OPENSM_PIECE = 1022;
    private static final Pattern SECTION = Pattern.compile("\\s*\\[([^\\]]*)\\].*", Pattern.DOTALL);
    private static final Pattern IN_SECRET_SECTION = Pattern.compile("([^=#]*)(=\\s*)(.*)", Pattern.DOTALL);

    /** @param prefix the visible part; all of the line where there is no secret */
    private record Line(String prefix, Optional<String> key, String secret) {}

    private final List<Line> lines = new ArrayList<>();
    private boolean secretSection;
    private boolean pem;
    private boolean continued;
    /** Columns of the line whose secret goes on below when that is indented more; negative when none does. */
    private int indentation = -1;

    private boolean emptySoFar;

    private SecretLines() {}

    static boolean isSecret(String key) {
        return KEYED.matcher(key + "=x").lookingAt();
    }

    static SecretLines of(String path, String text) {
        var result = new SecretLines();
        boolean opensm = path.matches(".*/(opensm|rdma)/.*|.*partitions[^/]*\\.conf");
        for (String line : text.split("\n", -1)) {
            result.lines.add(opensm ? opensm(line) : result.any(line));
        }
        return result;
    }

    /** The text with secrets hidden; one that {@code before} did not hold under the same key is marked. */
    String shown(Optional<SecretLines> before) {
        List<String> shown = new ArrayList<>();
        for (Line line : lines) {
            shown.add(line.key().isEmpty() ? line.prefix() : line.prefix() + hidden(line, before));
        }
        return String.join("\n", shown);
    }

    private static String hidden(Line line, Optional<SecretLines> before) {
        List<Line> same = before.stream()
                .flatMap(old -> old.lines.stream())
                .filter(l -> l.key().equals(line.key()))
                .toList();
        boolean changed = !same.isEmpty()
                && same.stream()
                        .noneMatch(l -> l.secret().strip().equals(line.secret().strip()));
        String end = line.secret().endsWith("\r") ? "\r" : "";
        return (changed ? Redaction.CHANGED : Redaction.HIDDEN) + end;
    }

    private static Line plain(String line) {
        return new Line(line, Optional.empty(), "");
    }

    private static Line opensm(String line) {
        Pattern keyed = line.length() > OPENSM_PIECE ? FABRIC_KEYED_ANYWHERE : FABRIC_KEYED;
        return keyed(keyed, line).filter(l -> !l.secret().isBlank()).orElseGet(() -> plain(line));
    }

    private static Optional<Line> keyed(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find()
                ? Optional.of(
                        new Line(line.substring(0, matcher.start(3)), Optional.of(matcher.group(1)), matcher.group(3)))
                : Optional.empty();
    }

    private Line any(String line) {
        if (goesOn(line)) {
            String indent = line.substring(0, columns(line));
            return line.isBlank() ? plain(line) : new Line(indent, Optional.of("(goes on)"), line);
        }
        Matcher section = SECTION.matcher(line);
        if (section.matches()) {
            secretSection = section.group(1).strip().endsWith("-secrets");
        }
        if (line.contains("-----BEGIN") && line.contains("PRIVATE KEY")) {
            pem = !line.contains("-----END");
            return new Line("", Optional.of("(private key)"), line);
        }
        Optional<Line> found = keyed(KEYED, line);
        if (found.isEmpty() && secretSection) {
            found = keyed(IN_SECRET_SECTION, line);
        }
        found.ifPresent(l -> begins(line, l));
        return found.filter(l -> !l.secret().isBlank()).orElseGet(() -> plain(line));
    }

    private void begins(String line, Line found) {
        emptySoFar = found.secret().isBlank();
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
