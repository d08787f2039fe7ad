package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.diag.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * One term of a {@link HostPattern}.
 *
 * @param name what hosts and groups are compared with, without mark and subscript
 */
record HostPatternTerm(Mark mark, String name, Matching matching, Optional<Subscript> subscript, Span span) {
    /** What a term does to the hosts chosen so far; in the order in which terms count. */
    enum Mark {
        JOIN,
        INTERSECT,
        EXCLUDE
    }

    /** How the name is compared. */
    sealed interface Matching {
        Predicate<String> test();

        record Exact(String name) implements Matching {
            @Override
            public Predicate<String> test() {
                return name::equals;
            }
        }

        record Shell(Pattern pattern) implements Matching {
            @Override
            public Predicate<String> test() {
                return pattern.asMatchPredicate();
            }
        }

        /** One of several hosts; no group is meant. */
        record AnyOf(Set<String> hosts) implements Matching {
            public AnyOf {
                hosts = Set.copyOf(hosts);
            }

            @Override
            public Predicate<String> test() {
                return hosts::contains;
            }
        }

        /** A regular expression, which must fit at the beginning of a name only. */
        record Regular(Pattern pattern) implements Matching {
            @Override
            public Predicate<String> test() {
                return name -> pattern.matcher(name).lookingAt();
            }
        }
    }

    /**
     * Some of the hosts that matched, counted from 0.
     *
     * @param last inclusive, -1 for the last host; nothing for the one at {@code first}, which may count from the end
     */
    record Subscript(int first, Optional<Integer> last) {}

    private static final Pattern WITH_SUBSCRIPT =
            Pattern.compile("(.+)\\[(?:(-?[0-9]{1,9})|([0-9]{1,9})[:-]([0-9]{0,9}))]");

    static Optional<HostPatternTerm> parse(Located<String> text, Problems problems) {
        String body = text.value();
        Mark mark = switch (body.charAt(0)) {
            case '&' -> Mark.INTERSECT;
            case '!' -> Mark.EXCLUDE;
            default -> Mark.JOIN;
        };
        if (mark != Mark.JOIN) {
            body = body.substring(1);
        }
        if (body.isEmpty() || body.equals("~")) {
            problems.error(
                    Code.HOST_PATTERN_SYNTAX,
                    text.span(),
                    "nothing stands behind \"" + text.value() + "\" in this host pattern");
            return Optional.empty();
        }
        if (body.startsWith("~")) {
            return regular(mark, body, text.span(), problems);
        }
        Matcher indexed = WITH_SUBSCRIPT.matcher(body);
        Optional<Subscript> subscript = Optional.empty();
        if (indexed.matches()) {
            body = indexed.group(1);
            subscript = Optional.of(subscript(indexed));
        }
        Matching matching = Glob.isGlob(body) ? new Matching.Shell(Glob.compile(body)) : new Matching.Exact(body);
        return Optional.of(new HostPatternTerm(mark, body, matching, subscript, text.span()));
    }

    private static Optional<HostPatternTerm> regular(Mark mark, String body, Span span, Problems problems) {
        try {
            var matching = new Matching.Regular(Pattern.compile(body.substring(1)));
            return Optional.of(new HostPatternTerm(mark, body, matching, Optional.empty(), span));
        } catch (PatternSyntaxException broken) {
            problems.error(Code.HOST_PATTERN_SYNTAX, span, "not a regular expression: " + broken.getDescription());
            return Optional.empty();
        }
    }

    private static Subscript subscript(Matcher indexed) {
        if (indexed.group(2) != null) {
            return new Subscript(Integer.parseInt(indexed.group(2)), Optional.empty());
        }
        String last = indexed.group(4);
        return new Subscript(
                Integer.parseInt(indexed.group(3)), Optional.of(last.isEmpty() ? -1 : Integer.parseInt(last)));
    }

    /** Hosts by their names; those that the inventory does not have count for nothing. */
    static HostPatternTerm ofHosts(String word, List<String> hosts, Span span) {
        return new HostPatternTerm(Mark.JOIN, word, new Matching.AnyOf(Set.copyOf(hosts)), Optional.empty(), span);
    }

    /** This term, or what its text means as a range of host names where some of these are hosts. */
    HostPatternTerm orRange(String text, Inventory inventory, Problems problems) {
        if (matching instanceof Matching.Regular || !(HostRange.expand(bare(text)) instanceof HostRange.Names range)) {
            return this;
        }
        List<String> missing = range.names().stream()
                .filter(host -> inventory.host(host).isEmpty())
                .toList();
        if (range.names().size() < 2 || missing.size() == range.names().size()) {
            return this;
        }
        if (!missing.isEmpty()) {
            String more = missing.size() == 1 ? "" : " (and " + (missing.size() - 1) + " more)";
            problems.error(
                    Code.HOST_PATTERN_UNMATCHED,
                    span,
                    "\"" + bare(text) + "\" names " + missing.getFirst() + more + ", which is no host",
                    "write only hosts of the inventory");
        } else if (inventory.group(name).isPresent() && !text.contains("[0")) {
            problems.add(Diagnostic.warning(
                            Code.HOST_PATTERN_SYNTAX,
                            span,
                            "\"%s\" means the hosts %s to %s here, not hosts of the group %s by number"
                                    .formatted(
                                            bare(text),
                                            range.names().getFirst(),
                                            range.names().getLast(),
                                            name))
                    .withHint("write the hosts one by one if that is not what you mean"));
        }
        return new HostPatternTerm(
                mark, bare(text), new Matching.AnyOf(Set.copyOf(range.names())), Optional.empty(), span);
    }

    private String bare(String text) {
        return mark == Mark.JOIN ? text : text.substring(1);
    }

    /** Nothing when the term matches neither a host nor a group; then {@code problems} says so. */
    Optional<LinkedHashSet<Host>> match(Inventory inventory, Problems problems) {
        // A host of exactly this name goes before a group of the same name.
        if (mark == Mark.JOIN && subscript.isEmpty() && matching instanceof Matching.Exact) {
            Optional<Host> host = inventory.host(name);
            if (host.isPresent()) {
                return Optional.of(new LinkedHashSet<>(List.of(host.get())));
            }
        }
        Predicate<String> test = matching.test();
        var found = new LinkedHashSet<Host>();
        if (matching instanceof Matching.AnyOf) {
            inventory.hosts().stream().filter(host -> test.test(host.name())).forEach(found::add);
            return Optional.of(found);
        }
        List<String> groups = inventory.groupNames().stream().filter(test).toList();
        groups.forEach(group -> found.addAll(inventory.hostsOf(group)));
        boolean exact = matching instanceof Matching.Exact;
        if (exact && (groups.isEmpty() || name.contains("."))) {
            inventory.host(name).ifPresent(found::add);
        } else if (!exact) {
            inventory.hosts().stream().filter(host -> test.test(host.name())).forEach(found::add);
        }
        if (found.isEmpty() && groups.isEmpty()) {
            reportUnmatched(inventory, problems);
            return Optional.empty();
        }
        return subscript.isEmpty() ? Optional.of(found) : cut(new ArrayList<>(found), subscript.get(), problems);
    }

    private Optional<LinkedHashSet<Host>> cut(List<Host> hosts, Subscript part, Problems problems) {
        int size = hosts.size();
        if (part.last().isPresent()) {
            int last = part.last().get() == -1 ? size - 1 : Math.min(part.last().get(), size - 1);
            return Optional.of(
                    part.first() > last
                            ? new LinkedHashSet<>()
                            : new LinkedHashSet<>(hosts.subList(part.first(), last + 1)));
        }
        int index = part.first() < 0 ? size + part.first() : part.first();
        if (size > 0 && (index < 0 || index >= size)) {
            problems.error(
                    Code.HOST_PATTERN_UNMATCHED,
                    span,
                    "\"" + name + "\" has no host number " + part.first(),
                    "it has " + size + ", counted from 0");
            return Optional.empty();
        }
        return Optional.of(size == 0 ? new LinkedHashSet<>() : new LinkedHashSet<>(List.of(hosts.get(index))));
    }

    private void reportUnmatched(Inventory inventory, Problems problems) {
        if (!(matching instanceof Matching.Exact)) {
            String message = "\"" + name + "\" matches no host and no group";
            problems.add(
                    mark == Mark.EXCLUDE
                            ? Diagnostic.warning(Code.HOST_PATTERN_UNMATCHED, span, message)
                            : Diagnostic.error(Code.HOST_PATTERN_UNMATCHED, span, message));
            return;
        }
        var names = new ArrayList<String>(inventory.groupNames());
        names.addAll(inventory.hostNames());
        String hint = Suggestion.nearest(name, names)
                .map(near -> "did you mean \"" + near + "\"?")
                .orElse(
                        subscript.isPresent()
                                ? "in a pattern [x:y] picks hosts of a group by number; write several hosts as node* or ~node0[1-4]"
                                : name.equals("localhost")
                                        ? "add the line \"localhost ansible_connection=local\" to the inventory"
                                        : "ibplay inventory --graph shows all groups and hosts");
        problems.error(Code.HOST_PATTERN_UNMATCHED, span, "no host or group is called \"" + name + "\"", hint);
    }
}
