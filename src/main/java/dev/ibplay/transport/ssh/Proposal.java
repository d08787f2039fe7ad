package dev.ibplay.transport.ssh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.sshd.common.kex.KexProposalOption;

/** Adapts the algorithms that MINA is about to propose to one host. */
final class Proposal {
    private static final String CERTIFICATE = "-cert-v01@openssh.com";

    private Proposal() {}

    /**
     * Puts the types of known host keys first, as OpenSSH does (order_hostkeyalgs), so that a host is asked for the key
     * that is known and not for another one that it has too. Host certificates are not asked for at all: with a plain key
     * the known_hosts lines decide.
     */
    static void adapt(Map<KexProposalOption, String> proposal, Set<String> knownTypes, List<String> keyExchange) {
        List<String> hostKeys = split(proposal, KexProposalOption.SERVERKEYS).stream()
                .filter(a -> !a.endsWith(CERTIFICATE))
                .toList();
        List<String> ordered = new ArrayList<>();
        hostKeys.stream().filter(a -> knownTypes.contains(keyType(a))).forEach(ordered::add);
        hostKeys.stream().filter(a -> !ordered.contains(a)).forEach(ordered::add);
        proposal.put(KexProposalOption.SERVERKEYS, String.join(",", ordered));
        if (!keyExchange.isEmpty()) {
            List<String> offered = split(proposal, KexProposalOption.ALGORITHMS);
            List<String> chosen = new ArrayList<>(keyExchange);
            chosen.removeIf(a -> !offered.contains(a));
            offered.stream().filter(Proposal::isExtensionSignal).forEach(chosen::add);
            proposal.put(KexProposalOption.ALGORITHMS, String.join(",", chosen));
        }
    }

    /** RSA keys have one type and three signature algorithms (RFC 8332). */
    static String keyType(String algorithm) {
        return algorithm.startsWith("rsa-sha2-") ? "ssh-rsa" : algorithm;
    }

    /** Names in the list of key exchanges that announce an extension (RFC 8308, strict key exchange) and are no exchange. */
    private static boolean isExtensionSignal(String name) {
        return name.startsWith("ext-info-") || name.startsWith("kex-strict-");
    }

    private static List<String> split(Map<KexProposalOption, String> proposal, KexProposalOption option) {
        return Arrays.stream(proposal.getOrDefault(option, "").split(",")).toList();
    }
}
