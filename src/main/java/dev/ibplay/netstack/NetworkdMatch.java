package dev.ibplay.netstack;

import dev.ibplay.text.IniText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The [Match] section of systemd's .network and .link files (systemd.network(5)): all of its keys must fit. */
final class NetworkdMatch {
    private final List<IniText.Entry> entries;

    /** @param entries of a file and its drop-ins, in their order */
    NetworkdMatch(List<IniText.Entry> entries) {
        this.entries = entries.stream().filter(e -> e.section().equals("Match")).toList();
    }

    /** The words of a key that holds a list: further lines add to it, and an empty one takes back all before. */
    private List<String> words(String key) {
        var words = new ArrayList<String>();
        for (IniText.Entry entry : entries) {
            if (entry.key().equals(key)) {
                if (entry.value().isEmpty()) {
                    words.clear();
                }
                // An exclamation mark at the start turns all words of the line (config_parse_match_ifnames).
                boolean inverted = entry.value().startsWith("!");
                String list = inverted ? entry.value().substring(1) : entry.value();
                for (String word : list.replace("\"", "").strip().split("\\s+", -1)) {
                    if (!word.isEmpty()) {
                        words.add(inverted ? "!" + word : word);
                    }
                }
            }
        }
        return words;
    }

    Match matches(NetworkLink link) {
        Match result = entries.isEmpty() ? Match.NO : Match.YES;
        for (String key : entries.stream().map(IniText.Entry::key).distinct().toList()) {
            List<String> words = words(key);
            if (!words.isEmpty()) {
                result = result.and(one(key, words, link));
            }
        }
        return result;
    }

    private static Match one(String key, List<String> words, NetworkLink link) {
        return switch (key) {
            case "Name", "OriginalName" -> Match.of(fits(words, link.name()));
            case "Type" -> Match.of(fits(words, "infiniband"));
            case "Driver" -> link.driver().map(d -> Match.of(fits(words, d))).orElse(Match.UNKNOWN);
            case "MACAddress", "PermanentMACAddress" -> address(words, link);
            default -> Match.UNKNOWN;
        };
    }

    private static Match address(List<String> words, NetworkLink link) {
        if (link.address().isEmpty()) {
            return Match.UNKNOWN;
        }
        HardwareAddress own = link.address().get();
        List<HardwareAddress> named = words.stream()
                .map(HardwareAddress::parse)
                .flatMap(Optional::stream)
                .toList();
        if (named.contains(own)) {
            return Match.YES;
        }
        // The queue pair number in an address may be another at the next start.
        return named.stream().anyMatch(own::samePort) ? Match.UNKNOWN : Match.NO;
    }

    /** net_condition_test_strv: one negated word that fits decides; with negated words alone all else fits. */
    private static boolean fits(List<String> words, String text) {
        boolean excluded = words.stream().anyMatch(w -> w.startsWith("!") && Glob.matches(w.substring(1), text));
        List<String> wanted = words.stream().filter(w -> !w.startsWith("!")).toList();
        return !excluded && (wanted.isEmpty() || wanted.stream().anyMatch(w -> Glob.matches(w, text)));
    }

    /** What makes the file hold for more than one interface, as it is written; nothing where it is bound to one. */
    Optional<String> several() {
        for (String key : List.of("MACAddress", "PermanentMACAddress")) {
            if (words(key).size() == 1) {
                return Optional.empty();
            }
        }
        List<String> names = words("Name");
        boolean one = names.size() == 1 && !names.getFirst().startsWith("!") && !Glob.isPattern(names.getFirst());
        if (one) {
            return Optional.empty();
        }
        return Optional.of(
                names.isEmpty() ? "[Match] without one Name= or MACAddress=" : "Name=" + String.join(" ", names));
    }
}
