package dev.ibplay.transport;

import dev.ibplay.exec.Secret;
import java.time.Duration;
import java.util.Optional;

/**
 * What is wanted of sudo.
 *
 * @param host the inventory's name, which messages show
 * @param user whom to become
 * @param password of the user who logged in; empty when sudo must not ask
 * @param limit for sudo itself
 */
record SudoRequest(String host, String user, Optional<Secret> password, Duration limit) {
    SudoRequest {
        if (user.isBlank() || user.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("not a user name: \"" + user + "\"");
        }
    }

    TransportException refused(String message, String hint) {
        return new TransportException(host, TransportException.Kind.BECOME_REFUSED, message, Optional.of(hint));
    }
}
