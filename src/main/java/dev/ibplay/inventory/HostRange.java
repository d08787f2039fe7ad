package dev.ibplay.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes out {@code node[01:64]}, {@code rack[a:f]}, {@code n[1:9:2]} and several of them in one name, as Ansible's
 * expand_hostname_range does: both ends count, a leading zero fixes the width, a missing begin is 0.
 */
final class HostRange {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    /** Names that one range may give: more is a slip of the finger, and would fill the memory. */
    private static final int MAX_NAMES = 1_000_000;

    sealed interface Result {}

    record Names(List<String> names) implements Result {
        Names {
            names = List.copyOf(names);
        }
    }

    record Refused(String reason, String hint) implements Result {}

    private final List<String> names = new ArrayList<>();
    private Optional<Refused> refused = Optional.empty();

    private HostRange() {}

    static Result expand(String pattern) {
        if (pattern.indexOf('[') < 0) {
            return new Names(List.of(pattern));
        }
        var range = new HostRange();
        range.add(pattern);
        return range.refused.isPresent() ? range.refused.get() : new Names(range.names);
    }

    private void add(String pattern) {
        int open = pattern.indexOf('[');
        if (open < 0) {
            if (names.size() == MAX_NAMES) {
                refuse("the range gives more than " + MAX_NAMES + " hosts", "check its ends");
            }
            names.add(pattern);
            return;
        }
        int close = pattern.indexOf(']', open);
        if (close < 0) {
            refuse("the bracket in \"" + pattern + "\" is not closed", "write a range as node[01:64]");
            return;
        }
        String head = pattern.substring(0, open);
        String tail = pattern.substring(close + 1);
        for (String middle : between(pattern.substring(open + 1, close))) {
            if (refused.isPresent()) {
                return;
            }
            add(head + middle + tail);
        }
    }

    private List<String> between(String range) {
        String[] bounds = range.split(":", -1);
        if (bounds.length != 2 && bounds.length != 3) {
            refuse(
                    "[" + range + "] is not a range",
                    "write a range as [begin:end] or [begin:end:step], for example node[01:64]");
            return List.of();
        }
        String begin = bounds[0].isEmpty() ? "0" : bounds[0];
        String end = bounds[1];
        Optional<Integer> step = bounds.length == 3 ? number(bounds[2]) : Optional.of(1);
        if (end.isEmpty()) {
            refuse("the range [" + range + "] has no end", "both ends are written and both count: [1:64]");
            return List.of();
        }
        if (step.isEmpty() || step.get() == 0) {
            refuse("the step of the range [" + range + "] must be a number from 1", "leave it out for steps of one");
            return List.of();
        }
        if (begin.length() == 1 && end.length() == 1 && LETTERS.contains(begin) && LETTERS.contains(end)) {
            return letters(range, begin, end, step.get());
        }
        return numbers(range, begin, end, step.get());
    }

    private List<String> letters(String range, String begin, String end, int step) {
        var result = new ArrayList<String>();
        for (int i = LETTERS.indexOf(begin); i <= LETTERS.indexOf(end); i += step) {
            result.add(LETTERS.substring(i, i + 1));
        }
        return inOrder(range, result);
    }

    private List<String> numbers(String range, String begin, String end, int step) {
        Optional<Integer> first = number(begin);
        Optional<Integer> last = number(end);
        if (first.isEmpty() || last.isEmpty()) {
            refuse(
                    "the ends of the range [" + range + "] must be two numbers or two single letters",
                    "for example node[01:64] or rack[a:f]");
            return List.of();
        }
        boolean filled = begin.length() > 1 && begin.startsWith("0");
        if (filled && begin.length() != end.length()) {
            refuse(
                    "the ends of the range [" + range + "] must have the same number of digits",
                    "a leading zero fixes the width, so write [" + begin + ":" + fill(end, begin.length()) + "]");
            return List.of();
        }
        var result = new ArrayList<String>();
        for (long i = first.get(); i <= last.get() && result.size() <= MAX_NAMES; i += step) {
            result.add(filled ? fill(Long.toString(i), begin.length()) : Long.toString(i));
        }
        return inOrder(range, result);
    }

    /** Ansible takes a range that ends before it begins for no hosts at all; here that is a mistake. */
    private List<String> inOrder(String range, List<String> result) {
        if (result.isEmpty()) {
            refuse("the range [" + range + "] ends before it begins", "swap its ends");
        }
        return result;
    }

    private void refuse(String reason, String hint) {
        if (refused.isEmpty()) {
            refused = Optional.of(new Refused(reason, hint));
        }
    }

    private static String fill(String digits, int width) {
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }

    private static Optional<Integer> number(String text) {
        boolean fits = !text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return fits ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }
}
