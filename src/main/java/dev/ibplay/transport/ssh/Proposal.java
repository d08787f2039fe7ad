package dev.ibplay.transport.ssh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.sshd.common.kex.KexProposalOption;

/** Adapts the algorithms that MINA is about to propose to one host. */
final class Proposal {
    static final String CERTIFICATE = "-cert-v01@openssh.com";

    private Proposal() {}

    /**
     * Puts certificates first where an authority is known for the host, and then the types of known host keys, as OpenSSH
     * does (order_hostkeyalgs), so that a host is asked for the key that is known and not for another one that it has too.
     * Without an authority certificates are not asked for at all: they would prove nothing.
     */
    static void adapt(Map<KexProposalOption, String> proposal, Set<String> knownTypes, boolean certificates) {
        List<String> hostKeys = split(proposal, KexProposalOption.SERVERKEYS).stream()
                .filter(a -> certificates || !a.endsWith(CERTIFICATE))
                .toList();
        List<String> ordered = new ArrayList<>();
        hostKeys.stream().filter(a -> a.endsWith(CERTIFICATE)).forEach(ordered::add);
        hostKeys.stream().filter(a -> knownTypes.contains(keyType(a))).forEach(ordered::add);
        hostKeys.stream().filter(a -> !ordered.contains(a)).forEach(ordered::add);
        proposal.put(KexProposalOption.SERVERKEYS, String.join(",", ordered));
    }

    /** RSA keys have one type and three signature algorithms (RFC 8332). */
    static String keyType(String algorithm) {
        return algorithm.startsWith("rsa-sha2-") ? "ssh-rsa" : algorithm;
    }

    private static List<String> split(Map<KexProposalOption, String> proposal, KexProposalOption option) {
        return Arrays.stream(proposal.getOrDefault(option, "").split(",")).toList();
    }
}
