package dev.ibplay.lab.ssh;

import dev.ibplay.exec.Secret;
import dev.ibplay.lab.machine.Account;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.config.keys.KeyUtils;

/**
 * Who may log in, and by what.
 *
 * @param password empty when no password is right
 */
public record SshAccount(Account account, Optional<Secret> password, List<PublicKey> keys) {
    public SshAccount {
        keys = List.copyOf(keys);
    }

    boolean accepts(PublicKey offered) {
        return keys.stream().anyMatch(key -> KeyUtils.compareKeys(key, offered));
    }

    boolean accepts(String typed) {
        return password.filter(right -> right.reveal().equals(typed)).isPresent();
    }
}
