package dev.ibplay.run;

import dev.ibplay.exec.Secret;
import java.util.Optional;

/**
 * What the command line says of connections. As in Ansible, variables of the inventory win over it, and it wins over plays
 * only where they say nothing; passwords that were asked for win over all.
 *
 * @param acceptNewHostKeys whether keys of unknown hosts are added to known_hosts
 */
public record ConnectionOverrides(
        Optional<String> user,
        Optional<String> privateKey,
        Optional<Secret> password,
        boolean become,
        Optional<String> becomeUser,
        Optional<Secret> becomePassword,
        boolean acceptNewHostKeys) {
    public static final ConnectionOverrides NONE = new ConnectionOverrides(
            Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.empty(), Optional.empty(), false);
}
