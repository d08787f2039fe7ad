package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.netstack.InterfaceFile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What ipoib and bonding do with a {@link ModelHost}'s interfaces (ipoib_main.c, ipoib_multicast.c, bond_main.c). */
final class ModelKernel {
    private static final int CONNECTED_MTU = 65520;

    private final ModelFabric fabric;
    private final ModelHost host;
    private final List<String> cuts;

    ModelKernel(ModelFabric fabric, ModelHost host, List<String> cuts) {
        this.fabric = fabric;
        this.host = host;
        this.cuts = cuts;
    }

    /** A write to {@code /sys/class/net/NAME/mode}. */
    void mode(String path, String text) {
        assertThat(text).as("the kernel compares the line end, too").endsWith("\n");
        ModelInterface changed = host.ib(path.split("/", -1)[4]);
        assertThat(changed.isBond()).as("%s is a bond", changed.name).isFalse();
        IpoibMode mode = IpoibMode.valueOf(text.strip().toUpperCase(Locale.ROOT));
        if (mode == changed.mode) {
            return;
        }
        assertThat(mode == IpoibMode.DATAGRAM || changed.canConnect)
                .as("%s: EINVAL for connected", changed.name)
                .isTrue();
        changed.mode = mode;
        set(changed, mode == IpoibMode.CONNECTED ? CONNECTED_MTU : carried(changed, now(changed)));
    }

    void mtu(String name, int bytes) {
        ModelInterface changed = host.ib(name);
        assertThat(host.interfaces.values()).as("bonds over %s", name).noneMatch(i -> i.slaves.contains(name));
        if (changed.isBond()) {
            changed.slaves.forEach(slave -> accept(host.ib(slave), bytes));
            set(changed, now(host.ib(changed.slaves.getFirst())));
        } else {
            accept(changed, bytes);
        }
    }

    private void accept(ModelInterface changed, int bytes) {
        int most = changed.mode == IpoibMode.CONNECTED ? CONNECTED_MTU : host.cap.ipoibDatagramBytes();
        assertThat(bytes).as("%s: EINVAL", changed.name).isBetween(72, most);
        changed.adminMtu = bytes;
        changed.mtu = Fact.known(carried(changed, bytes));
    }

    private static void set(ModelInterface changed, int bytes) {
        changed.adminMtu = bytes;
        changed.mtu = Fact.known(bytes);
    }

    /** Every interface joins its group anew. */
    void join() {
        for (ModelInterface each : host.interfaces.values()) {
            if (each.mtu.ifKnown().isPresent() && !each.isBond()) {
                follow(each);
                int most = carried(each, each.adminMtu);
                if (most < now(each)) {
                    cuts.add(host.name + " " + each.name + ": " + now(each) + " to " + most);
                }
                each.mtu = Fact.known(most);
            }
        }
    }

    /** A wish that was only the old group's limit goes with the group. */
    private void follow(ModelInterface each) {
        Optional<Integer> limit = limit(each);
        if (limit.isPresent()) {
            if (each.adminMtu == each.multicastMtu) {
                each.adminMtu = limit.get();
            }
            each.multicastMtu = limit.get();
        }
    }

    /** A start of the host: drivers take their options, interfaces what their stacks' files say. */
    void reboot() {
        host.drivers.values().forEach(driver -> driver.parameters.putAll(driver.effective(host.files)));
        if (host.drivers.containsKey("mlx4_core")) {
            boolean is4k = "1".equals(host.driver("mlx4_core").parameters.get("set_4k_mtu"));
            host.cap = is4k ? Mtu.MTU_4096 : Mtu.MTU_2048;
        }
        host.interfaces.values().stream().filter(i -> !i.isBond()).forEach(each -> {
            @Nullable InterfaceFile file = file(each);
            each.mode = Optional.ofNullable(file).flatMap(InterfaceFile::mode).orElse(IpoibMode.DATAGRAM);
            int unset = each.mode == IpoibMode.CONNECTED ? CONNECTED_MTU : host.cap.ipoibDatagramBytes();
            each.adminMtu =
                    Optional.ofNullable(file).flatMap(InterfaceFile::mtu).orElse(unset);
            each.mtu = Fact.known(carried(each, each.adminMtu));
        });
        host.interfaces.values().stream()
                .filter(ModelInterface::isBond)
                .forEach(bond -> Optional.ofNullable(file(bond))
                        .flatMap(InterfaceFile::mtu)
                        .ifPresent(bytes -> mtu(bond.name, bytes)));
    }

    private @Nullable InterfaceFile file(ModelInterface each) {
        return each.owner(host.files)
                .filter(InterfaceOwner.Configured.class::isInstance)
                .map(owner -> ((InterfaceOwner.Configured) owner).settings())
                .orElse(null);
    }

    /** In datagram mode the smaller of what was asked for and what the group carries. */
    private int carried(ModelInterface each, int asked) {
        return each.mode == IpoibMode.CONNECTED
                ? asked
                : limit(each).map(m -> Math.min(m, asked)).orElse(asked);
    }

    /** What its group carries; nothing where it has none. */
    private Optional<Integer> limit(ModelInterface each) {
        Fact<McMemberRecord> group = fabric.groups.getOrDefault(each.pkey.base(), Fact.absent());
        return group.ifKnown().flatMap(McMemberRecord::mtu).map(Mtu::ipoibDatagramBytes);
    }

    private static int now(ModelInterface each) {
        return each.mtu.ifKnown().orElseThrow();
    }
}
