package dev.ibplay.facts;

import dev.ibplay.ib.Mtu;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The lines of a switch's configuration that are about InfiniBand, as they would be typed. The others are not kept: users and
 * communities are among them.
 */
public record SwitchConfiguration(List<String> lines) {
    private static final Pattern OURS = Pattern.compile("(?:no )?(?:ib|interface ib) .*");
    private static final Pattern SM = Pattern.compile("(no )?ib sm");
    private static final Pattern PRIORITY =
            Pattern.compile("ib (?:sm|smnode (\\S+)) sm-priority (\\d{1,2})(?: force)?");
    private static final Pattern NODE = Pattern.compile("ib smnode (\\S+) .*");
    private static final Pattern PARTITION_MTU = Pattern.compile("ib partition (\\S+) mtu (\\S+)(?: force)?");

    public SwitchConfiguration {
        lines = List.copyOf(lines);
    }

    /** Picks the lines out of what {@code show configuration} prints. */
    public static SwitchConfiguration of(Stream<String> printed) {
        return new SwitchConfiguration(printed.map(line -> line.strip().replaceAll("\\s+", " "))
                .filter(OURS.asMatchPredicate())
                .toList());
    }

    /** Whether the subnet manager is enabled; the last line counts, and without one it is not. */
    public boolean smEnabled() {
        return lines.stream()
                .map(SM::matcher)
                .filter(Matcher::matches)
                .reduce((earlier, later) -> later)
                .filter(line -> line.group(1) == null)
                .isPresent();
    }

    /** The priority of a node, of all of them where it has none of its own, else the default, 0. */
    public int smPriority(String node) {
        List<Matcher> set =
                lines.stream().map(PRIORITY::matcher).filter(Matcher::matches).toList();
        Optional<Matcher> own =
                set.stream().filter(line -> node.equals(line.group(1))).reduce((earlier, later) -> later);
        Optional<Matcher> common =
                set.stream().filter(line -> line.group(1) == null).reduce((earlier, later) -> later);
        return own.or(() -> common).map(line -> Integer.parseInt(line.group(2))).orElse(0);
    }

    /** The MTU that is set for a partition; nothing where none is, which means 2048. */
    public Optional<Mtu> partitionMtu(String partition) {
        return lines.stream()
                .map(PARTITION_MTU::matcher)
                .filter(line -> line.matches() && line.group(1).equals(partition))
                .reduce((earlier, later) -> later)
                .flatMap(line -> mtu(line.group(2)));
    }

    /** The nodes that are named, each once. */
    public List<String> nodes() {
        return lines.stream()
                .map(NODE::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .distinct()
                .toList();
    }

    /** Reads the switch's words: 256, 512, 1K, 2K, 4K, or bytes. */
    public static Optional<Mtu> mtu(String word) {
        Matcher size = Pattern.compile("(\\d{1,5})\\s*([kK])?B?(?: bytes)?").matcher(word.strip());
        if (!size.matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(size.group(1));
        return Mtu.ofBytes(size.group(2) == null ? number : number * 1024);
    }
}
