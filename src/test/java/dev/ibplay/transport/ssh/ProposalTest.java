package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.kex.KexProposalOption;
import org.junit.jupiter.api.Test;

class ProposalTest {
    private static Map<KexProposalOption, String> adapted(Set<String> knownTypes) {
        return adapted(knownTypes, false);
    }

    private static Map<KexProposalOption, String> adapted(Set<String> knownTypes, boolean certificates) {
        Map<KexProposalOption, String> proposal = new EnumMap<>(KexProposalOption.class);
        proposal.put(
                KexProposalOption.SERVERKEYS,
                "ssh-ed25519-cert-v01@openssh.com,ecdsa-sha2-nistp256,ssh-ed25519,rsa-sha2-512,rsa-sha2-256,ssh-rsa");
        Proposal.adapt(proposal, knownTypes, certificates);
        return proposal;
    }

    @Test
    void knownTypesComeFirstAndCertificatesNotAtAll() {
        assertThat(adapted(Set.of("ssh-ed25519")).get(KexProposalOption.SERVERKEYS))
                .isEqualTo("ssh-ed25519,ecdsa-sha2-nistp256,rsa-sha2-512,rsa-sha2-256,ssh-rsa");
        assertThat(adapted(Set.of("ssh-rsa")).get(KexProposalOption.SERVERKEYS))
                .isEqualTo("rsa-sha2-512,rsa-sha2-256,ssh-rsa,ecdsa-sha2-nistp256,ssh-ed25519");
    }

    @Test
    void certificatesComeFirstWhereAnAuthorityIsKnown() {
        assertThat(adapted(Set.of("ssh-rsa"), true).get(KexProposalOption.SERVERKEYS))
                .isEqualTo("ssh-ed25519-cert-v01@openssh.com,rsa-sha2-512,rsa-sha2-256,ssh-rsa,ecdsa-sha2-nistp256,"
                        + "ssh-ed25519");
    }

    @Test
    void theBuiltInOrderStartsWithTheCheapOnes() {
        assertThat(KeyExchangeOrder.factories())
                .extracting(NamedResource::getName)
                .startsWith(
                        "mlkem768x25519-sha256",
                        "curve25519-sha256",
                        "curve25519-sha256@libssh.org",
                        "sntrup761x25519-sha512")
                .doesNotContain("diffie-hellman-group1-sha1");
    }
}
