package dev.ibplay.lab.ssh;

import dev.ibplay.lab.machine.LoginRules;
import java.security.PublicKey;
import java.util.List;
import java.util.Set;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.mac.BuiltinMacs;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.ServerBuilder;
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
        CoreModuleProperties.SERVER_IDENTIFICATION.set(session, rules.identification());
        session.setUserAuthFactoriesNames(rules.methods());
        // MINA asks before it knows the user; ESXi lets nobody but root in.
        CoreModuleProperties.KB_SERVER_INTERACTIVE_PROMPT.set(session, rules.prompt("root", host));
        switch (rules.crypto()) {
            case USUAL -> {}
            case FIPS -> onlyApproved(session);
            case OLD -> onlyOld(session);
        }
    }

    private static void onlyApproved(ServerSession session) {
        session.setKeyExchangeFactories(only(session.getKeyExchangeFactories(), KEY_EXCHANGES));
        session.setSignatureFactories(only(session.getSignatureFactories(), SIGNATURES));
        session.setCipherFactoriesNames(CIPHERS);
        session.setMacFactoriesNames(MACS);
    }

    /** What a switch with MLNX-OS 3.6 has. */
    @SuppressWarnings("deprecation") // the algorithms are old, which is the point
    private static void onlyOld(ServerSession session) {
        session.setKeyExchangeFactories(
                NamedFactory.setUpTransformedFactories(true, List.of(BuiltinDHFactories.dhg14), ServerBuilder.DH2KEX));
        session.setSignatureFactories(List.of(BuiltinSignatures.rsa));
        session.setCipherFactories(List.of(BuiltinCiphers.aes128cbc, BuiltinCiphers.tripledescbc));
        session.setMacFactories(List.of(BuiltinMacs.hmacsha1));
    }

    private static <T extends NamedResource> List<T> only(List<T> known, Set<String> names) {
        return known.stream().filter(each -> names.contains(each.getName())).toList();
    }

    /** Keys of users of a kind that it does not know are refused like wrong ones: Ed25519 in FIPS mode, all but RSA on old servers. */
    static boolean allows(LoginRules rules, PublicKey key) {
        String type = KeyUtils.getKeyType(key);
        return switch (rules.crypto()) {
            case USUAL -> true;
            case FIPS -> !KeyPairProvider.SSH_ED25519.equals(type);
            case OLD -> KeyPairProvider.SSH_RSA.equals(type);
        };
    }
}
