package dev.ibplay.transport.ssh.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One condition of a {@code Match} line.
 *
 * @param argument empty for those that take none
 */
record Criterion(Kind kind, boolean negated, String argument) {
    /** What is looked at. */
    enum Kind {
        ALL,
        CANONICAL,
        FINAL,
        HOST,
        ORIGINALHOST,
        USER,
        LOCALUSER,
        TAGGED,
        LOCALNETWORK,
        SESSIONTYPE,
        EXEC;

        static Optional<Kind> of(String word) {
            for (Kind kind : values()) {
                if (kind.name().equals(word.toUpperCase(Locale.ROOT))) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    private static final Set<Kind> WITHOUT_ARGUMENT = Set.of(Kind.ALL, Kind.CANONICAL, Kind.FINAL);

    /** @throws ConfigException when a criterion is unknown, lacks its argument, or stands where it must not */
    static List<Criterion> parse(List<String> words, String place) throws ConfigException {
        List<Criterion> criteria = new ArrayList<>();
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            boolean negated = word.startsWith("!");
            int equals = word.indexOf('=');
            String name = word.substring(negated ? 1 : 0, equals < 0 ? word.length() : equals);
            Kind kind = Kind.of(name)
                    .orElseThrow(() -> new ConfigException(
                            place,
                            "Match does not know the criterion \"" + name + "\"",
                            "those that are known here: all, canonical, final, host, originalhost, user, localuser, tagged,"
                                    + " localnetwork, sessiontype, exec"));
            if (WITHOUT_ARGUMENT.contains(kind)) {
                criteria.add(new Criterion(kind, negated, ""));
                continue;
            }
            String argument = equals >= 0 && equals + 1 < word.length()
                    ? word.substring(equals + 1)
                    : rest.hasNext() ? rest.next() : "";
            if (argument.isEmpty() && kind != Kind.TAGGED) {
                throw new ConfigException(place, "Match " + name + " has no value", "put a pattern behind it");
            }
            criteria.add(new Criterion(kind, negated, argument));
        }
        check(criteria, place);
        return criteria;
    }

    private static void check(List<Criterion> criteria, String place) throws ConfigException {
        if (criteria.isEmpty()) {
            throw new ConfigException(place, "Match has no criterion", "Match all matches every host");
        }
        for (int i = 0; i < criteria.size(); i++) {
            if (criteria.get(i).kind() != Kind.ALL) {
                continue;
            }
            boolean alone = criteria.size() == 1;
            boolean afterPass = criteria.size() == 2
                    && i == 1
                    && (criteria.get(0).kind() == Kind.CANONICAL
                            || criteria.get(0).kind() == Kind.FINAL);
            if (criteria.get(i).negated() || !(alone || afterPass)) {
                throw new ConfigException(
                        place, "Match all cannot be combined with other criteria", "leave one of them out");
            }
        }
    }
}
