package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/** The words of a member entry (osm_prtn_config.c, partition_add_port): keywords match by any beginning of theirs. */
final class Members {
    private Members() {}

    /** Whether OpenSM takes the text for the keyword: {@code strncmp} over the length of the text. */
    static boolean abbreviates(String text, String keyword) {
        return keyword.startsWith(text);
    }

    static boolean isNobody(String name) {
        return abbreviates(name, "NONE");
    }

    static Optional<Rejection> rejection(String name, Dialect dialect) {
        return isNobody(name) || who(name, dialect).isPresent() ? Optional.empty() : Optional.of(Rejection.BAD_PORT);
    }

    private static Optional<Who> keyword(String name, Dialect dialect) {
        if (abbreviates(name, "ALL")) {
            return Optional.of(Who.all());
        }
        if (dialect.knows(Dialect.Feature.NODE_KINDS)) {
            for (EndPort.Kind kind : EndPort.Kind.values()) {
                if (abbreviates(name, kind.keyword())) {
                    return Optional.of(Who.all(kind));
                }
            }
        }
        return abbreviates(name, "SELF") ? Optional.of(Who.self()) : Optional.empty();
    }

    /** Whom a name that is not NONE stands for; nothing when OpenSM would reject the file because of it. */
    static Optional<Who> who(String name, Dialect dialect) {
        Optional<Who> keyword = keyword(name, dialect);
        if (keyword.isPresent()) {
            return keyword;
        }
        CNumber number = CNumber.parse(name);
        return number.value() == 0 || number.end() < name.length()
                ? Optional.empty()
                : Optional.of(Who.port(new PortGuid(number.value())));
    }

    /** The membership that a word means; nothing for an unknown word, which OpenSM takes as limited. */
    static Optional<Membership> membership(String word, Dialect dialect) {
        if (abbreviates(word, "full")) {
            return Optional.of(Membership.FULL);
        }
        if (dialect.knows(Dialect.Feature.BOTH) && abbreviates(word, "both")) {
            return Optional.of(Membership.BOTH);
        }
        return abbreviates(word, "limited") ? Optional.of(Membership.LIMITED) : Optional.empty();
    }
}
