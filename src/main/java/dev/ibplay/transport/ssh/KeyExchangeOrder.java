package dev.ibplay.transport.ssh;

import java.util.ArrayList;
import java.util.List;
import org.apache.sshd.common.BaseBuilder;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.kex.KeyExchangeFactory;

/** Which key exchanges are offered, best first. */
final class KeyExchangeOrder {
    /**
     * The post-quantum exchange that is cheap, then the classic one, and only then sntrup761, which costs eight times the
     * CPU time of curve25519: at hundreds of hosts that is what a run would wait for.
     */
    private static final List<BuiltinDHFactories> FIRST = List.of(
            BuiltinDHFactories.mlkem768x25519,
            BuiltinDHFactories.curve25519,
            BuiltinDHFactories.curve25519_libssh,
            BuiltinDHFactories.sntrup761x25519,
            BuiltinDHFactories.sntrup761x25519_openssh);

    private KeyExchangeOrder() {}

    /** Every exchange that MINA offers by default and this machine can do. */
    static List<KeyExchangeFactory> factories() {
        List<BuiltinDHFactories> order = new ArrayList<>(FIRST);
        BaseBuilder.DEFAULT_KEX_PREFERENCE.stream()
                .filter(f -> !order.contains(f))
                .forEach(order::add);
        return NamedFactory.setUpTransformedFactories(true, order, CertifiedKeyExchange::factory);
    }
}
