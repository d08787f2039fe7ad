package dev.ibplay.transport.ssh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.cipher.Cipher;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.kex.KexProposalOption;
import org.apache.sshd.common.kex.KeyExchangeFactory;

/**
 * Algorithms of servers that are too old for others: managed switches, and ESXi before 5.1. The client knows them and
 * offers them last, and only to hosts that the inventory names. Signatures by ssh-rsa, hmac-sha1 and AES in CBC mode are
 * offered to all hosts, as before.
 */
@SuppressWarnings("deprecation") // as weak as they are, these servers have nothing else
final class LegacyCrypto {
    private static final List<BuiltinDHFactories> KEY_EXCHANGES =
            List.of(BuiltinDHFactories.dhg14, BuiltinDHFactories.dhgex, BuiltinDHFactories.dhg1);
    private static final BuiltinCiphers CIPHER = BuiltinCiphers.tripledescbc;
    private static final Set<String> NAMES = Stream.concat(
                    KEY_EXCHANGES.stream().map(NamedResource::getName), Stream.of(CIPHER.getName()))
            .collect(Collectors.toUnmodifiableSet());

    private LegacyCrypto() {}

    static void addTo(SshClient client) {
        List<KeyExchangeFactory> exchanges = new ArrayList<>(client.getKeyExchangeFactories());
        exchanges.addAll(NamedFactory.setUpTransformedFactories(true, KEY_EXCHANGES, CertifiedKeyExchange::factory));
        client.setKeyExchangeFactories(exchanges);
        List<NamedFactory<Cipher>> ciphers = new ArrayList<>(client.getCipherFactories());
        ciphers.add(CIPHER);
        client.setCipherFactories(ciphers);
    }

    static void removeFrom(Map<KexProposalOption, String> proposal) {
        proposal.replaceAll((option, names) -> Arrays.stream(names.split(",", -1))
                .filter(name -> !NAMES.contains(name))
                .collect(Collectors.joining(",")));
    }
}
