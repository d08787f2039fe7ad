package dev.ibplay.transport.ssh;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.sshd.common.kex.KexProposalOption;

/** Puts what the settings of a host say of algorithms into what MINA is about to propose. */
final class OfferedAlgorithms {
    private static final Map<KexProposalOption, SshSetting<AlgorithmList>> SETTINGS = Map.of(
            KexProposalOption.ALGORITHMS, SshSetting.KEX_ALGORITHMS,
            KexProposalOption.SERVERKEYS, SshSetting.HOST_KEY_ALGORITHMS,
            KexProposalOption.C2SENC, SshSetting.CIPHERS,
            KexProposalOption.S2CENC, SshSetting.CIPHERS,
            KexProposalOption.C2SMAC, SshSetting.MACS,
            KexProposalOption.S2CMAC, SshSetting.MACS);

    private OfferedAlgorithms() {}

    /**
     * Leaves out what only old servers need, unless it is wanted, and then follows the lists.
     *
     * @param proposal all that the client can do; changed in place
     */
    static void choose(Map<KexProposalOption, String> proposal, SshSettings settings) {
        Map<KexProposalOption, String> all = Map.copyOf(proposal);
        if (!settings.is(SshSetting.LEGACY_CRYPTO, false)) {
            LegacyCrypto.removeFrom(proposal);
        }
        SETTINGS.forEach((option, setting) -> {
            Optional<AlgorithmList> list = settings.get(setting);
            list.ifPresent(l ->
                    proposal.computeIfPresent(option, (o, names) -> chosen(l, names, all.getOrDefault(o, names))));
        });
    }

    private static String chosen(AlgorithmList list, String defaults, String supported) {
        List<String> algorithms =
                split(supported).filter(name -> !isExtensionSignal(name)).toList();
        Stream<String> chosen =
                list
                        .applyTo(
                                split(defaults)
                                        .filter(name -> !isExtensionSignal(name))
                                        .toList(),
                                algorithms)
                        .stream();
        Stream<String> signals = split(supported).filter(OfferedAlgorithms::isExtensionSignal);
        return String.join(",", Stream.concat(chosen, signals).toList());
    }

    /** Names in the list of key exchanges that announce an extension (RFC 8308, strict key exchange) and are no exchange. */
    private static boolean isExtensionSignal(String name) {
        return name.startsWith("ext-info-") || name.startsWith("kex-strict-");
    }

    private static Stream<String> split(String names) {
        return Arrays.stream(names.split(",", -1)).filter(name -> !name.isEmpty());
    }
}
