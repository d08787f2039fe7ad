package dev.ibplay.facts;

import dev.ibplay.exec.MadPort;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds an IPoIB interface by what it is, not by its name. What is empty matches anything.
 *
 * @param ports of which it sits on one
 * @param pkey compared by its low 15 bits
 * @param parent name of the interface whose child is wanted
 */
public record IpoibSelector(List<MadPort> ports, Optional<PKey> pkey, Optional<String> parent) {

    public IpoibSelector {
        ports = List.copyOf(ports);
    }

    /** What a host has for a selector. */
    public sealed interface Selection {
        /** Exactly one interface matches. */
        record Found(String name) implements Selection {}

        /**
         * None or several match, or one that could not be read might.
         *
         * @param because for people, with the candidates by name
         */
        record NotOne(String because) implements Selection {}
    }

    private enum Match {
        YES,
        NO,
        UNKNOWN
    }

    /** A child of an interface, by the P_Key: the names of children differ by how they were made. */
    public static IpoibSelector child(String parent, PKey pkey) {
        return new IpoibSelector(List.of(), Optional.of(pkey), Optional.of(parent));
    }

    /** The one interface that matches. */
    public Selection select(List<IpoibObserved> interfaces, LinksObserved links) {
        List<IpoibObserved> candidates = interfaces.stream()
                .filter(i -> links.link(i.name()).isPresent())
                .toList();
        List<String> matches = names(candidates, links, Match.YES);
        List<String> unknown = names(candidates, links, Match.UNKNOWN);
        if (matches.size() == 1 && unknown.isEmpty()) {
            return new Selection.Found(matches.getFirst());
        }
        if (!unknown.isEmpty()) {
            return new Selection.NotOne(
                    "whether it is %s cannot be told for all".formatted(String.join(" or ", concat(matches, unknown))));
        }
        if (!matches.isEmpty()) {
            return new Selection.NotOne(
                    "%d interfaces match: %s".formatted(matches.size(), String.join(", ", matches)));
        }
        return new Selection.NotOne(
                candidates.isEmpty()
                        ? "there is no IPoIB interface"
                        : candidates.stream()
                                .map(i -> describe(i, links))
                                .collect(Collectors.joining(", ", "no interface matches; there are ", "")));
    }

    private List<String> names(List<IpoibObserved> candidates, LinksObserved links, Match wanted) {
        return candidates.stream()
                .filter(i -> match(i, links.link(i.name()).orElseThrow()) == wanted)
                .map(IpoibObserved::name)
                .toList();
    }

    private Match match(IpoibObserved observed, IpoibLink link) {
        if (parent.isPresent() && !parent.equals(link.parent())) {
            return Match.NO;
        }
        if (!ports.isEmpty() && link.port().filter(p -> !ports.contains(p)).isPresent()) {
            return Match.NO;
        }
        Match byKey = pkey.isEmpty() ? Match.YES : matchKey(observed.pkey(), pkey.get());
        return byKey == Match.YES && !ports.isEmpty() && link.port().isEmpty() ? Match.UNKNOWN : byKey;
    }

    private static Match matchKey(Fact<PKey> found, PKey wanted) {
        return switch (found) {
            case Fact.Known<PKey> known -> known.value().samePartition(wanted) ? Match.YES : Match.NO;
            case Fact.Absent<PKey> ignored -> Match.UNKNOWN;
            case Fact.Unreadable<PKey> ignored -> Match.UNKNOWN;
        };
    }

    private static String describe(IpoibObserved observed, LinksObserved links) {
        Optional<IpoibLink> link = links.link(observed.name());
        String details = Stream.of(
                        link.flatMap(IpoibLink::port).map(MadPort::toString),
                        observed.pkey().ifKnown().map(key -> "P_Key " + key),
                        link.flatMap(IpoibLink::parent).map(name -> "child of " + name))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return details.isEmpty() ? observed.name() : "%s (%s)".formatted(observed.name(), details);
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
