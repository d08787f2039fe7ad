package dev.ibplay.transport.ssh;

import java.util.List;

/**
 * The keys to offer to a host, in order.
 *
 * @param unused key and certificate files that were left out, with the reason, for the message when the login is refused
 * @param notes what else such a message should tell: an agent that does not answer, keys that were held back
 */
record Identities(List<OfferedKey> keys, List<KeyFile.Unusable> unused, List<String> notes) {
    Identities {
        keys = List.copyOf(keys);
        unused = List.copyOf(unused);
        notes = List.copyOf(notes);
    }

    static Identities none() {
        return new Identities(List.of(), List.of(), List.of());
    }
}
