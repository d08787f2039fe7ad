package dev.ibplay.inventory;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which hosts are meant: {@code web:db}, {@code web,db}, {@code web:&staging}, {@code all:!phoenix}, {@code node*},
 * {@code ~node[0-9]+}, {@code web[0]}, {@code web[1:3]} (Ansible's InventoryManager). Terms without a mark are joined first,
 * then those with {@code &} are intersected, then those with {@code !} taken away, whatever their order.
 */
public record HostPattern(List<HostPatternTerm> terms) {
    /**
     * Anything but separators, or a whole bracketed expression: how Ansible splits at colons. Unlike there an IPv6 address
     * with a double colon stays whole.
     */
    private static final Pattern BETWEEN_COLONS =
            Pattern.compile("[&!]?[0-9a-fA-F:]*::(?:[0-9a-fA-F.]+(?::[0-9a-fA-F.]+)*)?|(?:[^\\s:\\[\\]]|\\[[^\\]]*])+");

    private static final Pattern IPV6 = Pattern.compile("(?=.*::|(?:[^:]*:){7}[^:]*$)[0-9a-fA-F:.]+");

    public HostPattern {
        terms = List.copyOf(terms);
    }

    /**
     * Parses one pattern.
     *
     * @param span the place of the whole text; errors in one term point at that term where the text stands as it is written
     */
    public static HostPattern parse(String text, Span span, Problems problems) {
        return parse(List.of(new Located<>(text, span)), problems);
    }

    /** Parses a list of patterns, which is the same as one pattern with commas. */
    public static HostPattern parse(List<Located<String>> patterns, Problems problems) {
        var terms = new ArrayList<HostPatternTerm>();
        for (Located<String> pattern : patterns) {
            for (Located<String> part : split(pattern)) {
                HostPatternTerm.parse(part, problems).ifPresent(terms::add);
            }
        }
        return new HostPattern(terms);
    }

    /**
     * Parses a pattern that may also hold ranges as an inventory has them: {@code oss[01:08]} means the hosts oss01 to oss08
     * where at least one of these is a host, and hosts by number, as in any other pattern, where none is.
     */
    public static HostPattern withRanges(Located<String> text, Inventory inventory, Problems problems) {
        var terms = new ArrayList<HostPatternTerm>();
        for (Located<String> part : split(text)) {
            HostPatternTerm.parse(part, problems)
                    .map(term -> term.orRange(part.value(), inventory, problems))
                    .ifPresent(terms::add);
        }
        return new HostPattern(terms);
    }

    private static List<Located<String>> split(Located<String> pattern) {
        String text = pattern.value();
        var parts = new ArrayList<Located<String>>();
        if (text.contains(",")) {
            int start = 0;
            for (String part : text.split(",", -1)) {
                String stripped = part.strip();
                if (!stripped.isEmpty()) {
                    parts.add(part(pattern, text.indexOf(stripped, start), stripped));
                }
                start += part.length() + 1;
            }
        } else if (IPV6.matcher(text.strip()).matches()) {
            parts.add(new Located<>(text.strip(), pattern.span()));
        } else {
            Matcher found = BETWEEN_COLONS.matcher(text);
            while (found.find()) {
                parts.add(part(pattern, found.start(), found.group()));
            }
        }
        return parts;
    }

    /** A part with its own place, where the text stands on one line with at most quotes around it. */
    private static Located<String> part(Located<String> whole, int start, String text) {
        Span span = whole.span();
        int length = whole.value().codePointCount(0, whole.value().length());
        int quotes = span.endColumn() - span.column() - length;
        if (span.line() != span.endLine() || (quotes != 0 && quotes != 2)) {
            return new Located<>(text, span);
        }
        int column = span.column() + quotes / 2 + whole.value().codePointCount(0, start);
        int end = column + text.codePointCount(0, text.length());
        return new Located<>(text, new Span(span.file(), span.line(), column, span.line(), end));
    }

    /**
     * The hosts that are meant, in the inventory's order within each term. A term that matches no host and no group is an
     * error; only what is to be taken away by a shell pattern or regular expression may match nothing, with a warning.
     */
    public List<Host> select(Inventory inventory, Problems problems) {
        var chosen = new LinkedHashSet<Host>();
        if (terms.stream().noneMatch(term -> term.mark() == HostPatternTerm.Mark.JOIN)) {
            chosen.addAll(inventory.hostsOf(Group.ALL));
        }
        for (HostPatternTerm.Mark mark : HostPatternTerm.Mark.values()) {
            for (HostPatternTerm term : terms) {
                if (term.mark() == mark) {
                    Optional<LinkedHashSet<Host>> matched = term.match(inventory, problems);
                    matched.ifPresent(hosts -> apply(mark, chosen, hosts));
                }
            }
        }
        return List.copyOf(chosen);
    }

    private static void apply(HostPatternTerm.Mark mark, LinkedHashSet<Host> chosen, LinkedHashSet<Host> matched) {
        switch (mark) {
            case JOIN -> chosen.addAll(matched);
            case INTERSECT -> chosen.retainAll(matched);
            case EXCLUDE -> matched.forEach(chosen::remove);
        }
    }
}
