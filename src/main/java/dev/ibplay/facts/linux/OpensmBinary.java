package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed opensm and what it says of itself.
 *
 * @param version empty where it did not say
 * @param conf the file that it reads when it is told no other
 * @param partitions the same, unless the conf names another
 */
public record OpensmBinary(String path, Optional<String> version, Optional<String> conf, Optional<String> partitions) {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String PROGRAM = "program ";
    private static final Pattern VERSION = Pattern.compile("OpenSM (\\d\\S*)\\s*");
    private static final Pattern CONF = Pattern.compile("(/\\S*/opensm\\.conf)(?![\\w.-])");
    private static final Pattern PARTITIONS = Pattern.compile("(/\\S*/partitions\\.conf)(?![\\w-])");

    /** It prints its usage before it looks for an adapter (main.c); with an empty conf it tells syslog nothing of the real one. */
    private static final String SCRIPT = """
            for b in /usr/sbin/opensm /usr/local/sbin/opensm /usr/bin/opensm /opt/ufm/opensm/sbin/opensm; do
            [ -x $b ] || continue
            echo "program $b"
            $b -F /dev/null -h 2>&1 </dev/null | sed -n -e '/^OpenSM /p' -e '/[/]opensm[.]conf/p' -e '/[/]partitions[.]conf/p'
            done
            exit 0
            """;

    /** What asks for them. */
    public static Operation operation() {
        return RunCommand.of(LIMIT, "sh", "-c", SCRIPT);
    }

    /** Those that are installed where OpenSM usually is. */
    public static Fact<List<OpensmBinary>> parse(Outcome outcome) {
        return ToolAnswer.of(outcome).map(output -> {
            List<OpensmBinary> found = new ArrayList<>();
            for (String line : output.lines()) {
                if (line.startsWith(PROGRAM)) {
                    found.add(new OpensmBinary(
                            line.substring(PROGRAM.length()), Optional.empty(), Optional.empty(), Optional.empty()));
                } else if (!found.isEmpty()) {
                    found.add(found.removeLast().with(line));
                }
            }
            return List.copyOf(found);
        });
    }

    private OpensmBinary with(String line) {
        return new OpensmBinary(
                path,
                version.or(() -> first(VERSION, line)),
                conf.or(() -> first(CONF, line)),
                partitions.or(() -> first(PARTITIONS, line)));
    }

    private static Optional<String> first(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Whether it is one of before 3.2.2, which has no opensm.conf. */
    static boolean isBefore322(String version) {
        String[] parts = version.split("[^0-9]+", -1);
        int[] first = {3, 2, 2};
        for (int i = 0; i < first.length; i++) {
            int number = i < parts.length && parts[i].matches("\\d{1,6}") ? Integer.parseInt(parts[i]) : 0;
            if (number != first[i]) {
                return number < first[i];
            }
        }
        return false;
    }
}
