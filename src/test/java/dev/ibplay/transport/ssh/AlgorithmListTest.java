package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.sshd.common.kex.KexProposalOption;
import org.junit.jupiter.api.Test;

class AlgorithmListTest {
    private static final List<String> DEFAULTS = List.of("aes-1", "aes-2", "cha");
    private static final List<String> SUPPORTED = List.of("aes-1", "aes-2", "cha", "old-1", "old-2");

    private static List<String> applied(String text) {
        return AlgorithmList.parse(text).applyTo(DEFAULTS, SUPPORTED);
    }

    @Test
    void replacesOrChangesTheDefaults() {
        assertThat(applied("cha,unheard-of,aes-1")).containsExactly("cha", "aes-1");
        assertThat(applied("+old-2")).containsExactly("aes-1", "aes-2", "cha", "old-2");
        assertThat(applied("-aes-*")).containsExactly("cha");
        assertThat(applied("^cha,old-?")).containsExactly("cha", "old-1", "old-2", "aes-1", "aes-2");
    }

    @Test
    void aListOfNothingIsWrong() {
        assertThatThrownBy(() -> AlgorithmList.parse("+")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AlgorithmList.parse(" , ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsOfferedKeepsTheSignalsOfExtensions() {
        Map<KexProposalOption, String> proposal = new EnumMap<>(KexProposalOption.class);
        String extensions = ",ext-info-c,kex-strict-c-v00@openssh.com";
        String old = "diffie-hellman-group1-sha1";
        proposal.put(KexProposalOption.ALGORITHMS, "a,b,c," + old + extensions);
        proposal.put(KexProposalOption.C2SENC, "x,3des-cbc");
        OfferedAlgorithms.choose(proposal, SshSettings.EMPTY);
        assertThat(proposal)
                .containsEntry(KexProposalOption.ALGORITHMS, "a,b,c" + extensions)
                .containsEntry(KexProposalOption.C2SENC, "x");
        proposal.put(KexProposalOption.ALGORITHMS, "a,b,c," + old + extensions);
        OfferedAlgorithms.choose(
                proposal, SshSettings.EMPTY.with(SshSetting.KEX_ALGORITHMS, AlgorithmList.of("c", "unheard-of", "a")));
        assertThat(proposal).containsEntry(KexProposalOption.ALGORITHMS, "c,a" + extensions);
        proposal.put(KexProposalOption.ALGORITHMS, "a,b,c," + old + extensions);
        OfferedAlgorithms.choose(
                proposal, SshSettings.EMPTY.with(SshSetting.KEX_ALGORITHMS, AlgorithmList.parse("+diffie-*")));
        assertThat(proposal).containsEntry(KexProposalOption.ALGORITHMS, "a,b,c," + old + extensions);
    }
}
