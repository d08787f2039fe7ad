package dev.ibplay.plan;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.netstack.NetstackKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An IPoIB interface of a {@link ModelHost}, or a bond of such. */
final class ModelInterface {
    final String name;

    @Nullable IpoibMode mode = IpoibMode.DATAGRAM;

    Fact<Integer> mtu;
    int adminMtu;
    /** What the group carried when it was joined last; 0 before that. */
    int multicastMtu;

    PKey pkey = PKey.DEFAULT.asFullMember();
    MadPort port = new MadPort("mlx5_0", 1);
    Optional<String> parent = Optional.empty();
    List<String> slaves = List.of();
    boolean canConnect = true;
    String driver = "mlx5_core";
    List<InterfaceAddress> addresses = List.of();
    Fact<Boolean> ipv6 = Fact.known(false);
    Optional<ModelOwner> owner = Optional.empty();
    Optional<InterfaceOwner> unmanageable = Optional.empty();

    ModelInterface(String name, int bytes) {
        this.name = name;
        this.mtu = Fact.known(bytes);
        this.adminMtu = bytes;
    }

    ModelInterface childOf(String interfaceName, int base) {
        parent = Optional.of(interfaceName);
        pkey = new PKey(base).asFullMember();
        return this;
    }

    ModelInterface in(NetstackKind kind, String path) {
        owner = Optional.of(ModelOwner.of(kind, path));
        return this;
    }

    ModelInterface byNetworkManager(NetstackKind kind, String path) {
        owner = Optional.of(ModelOwner.byNetworkManager(kind, path));
        return this;
    }

    boolean isBond() {
        return !slaves.isEmpty();
    }

    IpoibObserved observed() {
        return new IpoibObserved(
                name, mtu, Optional.ofNullable(mode).map(Fact::known).orElseGet(Fact::absent), Fact.known(pkey), true);
    }

    IpoibLink link(PortGuid guid) {
        var address = new IpoibAddress(canConnect ? 0x80 : 0, 0x208, new Gid(0xfe80L << 48, guid.value()));
        return new IpoibLink(
                name,
                Fact.known(address),
                Optional.of(port),
                Optional.of(driver),
                parent,
                Optional.empty(),
                "up",
                Fact.known(2L),
                Fact.known(addresses),
                ipv6);
    }

    BondObserved bond() {
        return new BondObserved(name, mtu, slaves);
    }

    Optional<InterfaceOwner> owner(Map<String, String> files) {
        return unmanageable.or(() -> owner.map(o -> o.in(name, files)));
    }
}
