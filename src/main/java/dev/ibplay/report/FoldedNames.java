package dev.ibplay.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of hosts in short: those that differ only in one number of equal width are put together as an inventory writes ranges,
 * {@code node[01:25]}.
 */
public final class FoldedNames {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})(\\D*)");

    /** Fewer names than this are told one by one. */
    private static final int FEWEST_FOLDED = 3;

    private FoldedNames() {}

    /** The names in a form that {@code --limit} takes, with a comma and a blank between. */
    public static String of(Collection<String> names) {
        return String.join(", ", folded(names));
    }

    /** The same with at most so many parts, and how many hosts more there are. */
    public static String of(Collection<String> names, int most) {
        List<String> parts = folded(names);
        return parts.size() <= most
                ? String.join(", ", parts)
                : String.join(", ", parts.subList(0, most)) + " and %d more".formatted(parts.size() - most);
    }

    private record Series(String before, int width, String after) {}

    private static List<String> folded(Collection<String> names) {
        Map<Object, List<String>> series = new LinkedHashMap<>();
        names.stream().distinct().sorted().forEach(name -> {
            Matcher matcher = NUMBERED.matcher(name);
            Object key = matcher.matches()
                    ? new Series(matcher.group(1), matcher.group(2).length(), matcher.group(3))
                    : name;
            series.computeIfAbsent(key, k -> new ArrayList<>()).add(name);
        });
        List<String> parts = new ArrayList<>();
        series.forEach((key, members) -> {
            if (key instanceof Series numbered) {
                parts.addAll(runs(numbered, members));
            } else {
                parts.addAll(members);
            }
        });
        return parts;
    }

    private static List<String> runs(Series series, List<String> members) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= members.size(); i++) {
            boolean ends =
                    i == members.size() || number(series, members.get(i)) != number(series, members.get(i - 1)) + 1;
            if (ends) {
                parts.addAll(run(series, members.subList(start, i)));
                start = i;
            }
        }
        return parts;
    }

    private static List<String> run(Series series, List<String> members) {
        if (members.size() < FEWEST_FOLDED) {
            return members;
        }
        String first = digits(series, members.getFirst());
        String last = digits(series, members.getLast());
        return List.of(series.before() + "[" + first + ":" + last + "]" + series.after());
    }

    private static String digits(Series series, String name) {
        int from = series.before().length();
        return name.substring(from, from + series.width());
    }

    private static int number(Series series, String name) {
        return Integer.parseInt(digits(series, name));
    }
}
