package dev.ibplay.lab.ssh;

import dev.ibplay.lab.machine.LoginRules;
import java.security.PublicKey;
import java.util.List;
import java.util.Set;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.session.ServerSession;

/** Has one session offer what its host offers: the same server answers for hosts of different systems. */
record SessionRules(LoginRules rules) {
    /** What an ESXi 8.0.2 host offers, and every client of ours knows. */
    private static final Set<String> KEY_EXCHANGES = Set.of(
            "ecdh-sha2-nistp256",
            "ecdh-sha2-nistp384",
            "ecdh-sha2-nistp521",
            "diffie-hellman-group-exchange-sha256",
            "diffie-hellman-group16-sha512",
            "diffie-hellman-group18-sha512",
            "diffie-hellman-group14-sha256");

    private static final List<String> CIPHERS =
            List.of("aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr", "aes192-ctr", "aes128-ctr");
    private static final List<String> MACS = List.of("hmac-sha2-256", "hmac-sha2-512");
    private static final Set<String> SIGNATURES =
            Set.of("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "rsa-sha2-256", "rsa-sha2-512");

    void apply(ServerSession session, String host) {
        session.setUserAuthFactoriesNames(rules.methods());
        // MINA asks before it knows the user; ESXi lets nobody but root in.
        CoreModuleProperties.KB_SERVER_INTERACTIVE_PROMPT.set(session, rules.prompt("root", host));
        if (rules.isFips()) {
            session.setKeyExchangeFactories(only(session.getKeyExchangeFactories(), KEY_EXCHANGES));
            session.setSignatureFactories(only(session.getSignatureFactories(), SIGNATURES));
            session.setCipherFactoriesNames(CIPHERS);
            session.setMacFactoriesNames(MACS);
        }
    }

    private static <T extends NamedResource> List<T> only(List<T> known, Set<String> names) {
        return known.stream().filter(each -> names.contains(each.getName())).toList();
    }

    /** In FIPS mode Ed25519 keys of users are refused like wrong ones. */
    static boolean allows(LoginRules rules, PublicKey key) {
        return !rules.isFips() || !KeyPairProvider.SSH_ED25519.equals(KeyUtils.getKeyType(key));
    }
}
