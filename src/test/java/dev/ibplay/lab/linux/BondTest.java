package dev.ibplay.lab.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.ib.PKey;
import dev.ibplay.lab.disk.Errno;
import org.junit.jupiter.api.Test;

/** bond_main.c: bond_enslave, bond_change_mtu. */
class BondTest {
    private final StackMachine host;
    private final IpoibKernel kernel;
    private final Bond bond;

    BondTest() throws Errno {
        host = new StackMachine(LinuxHost.Stack.IFUPDOWN);
        kernel = host.kernel();
        bond = kernel.bonds().make("bond0");
        bond.enslave(device("ib0"));
        bond.enslave(device("ib1"));
    }

    private IpoibDevice device(String name) {
        return kernel.device(name).orElseThrow();
    }

    @Test
    void slavesGetItsMtuAndItNotTheirs() throws Errno {
        assertThat(host.net("ib0/mtu")).isEqualTo("1500");
        host.setNet("bond0/mtu", "2000");
        assertThat(host.net("ib1/mtu")).isEqualTo("2000");
        host.setNet("ib1/mtu", "1000");
        assertThat(host.net("bond0/mtu")).isEqualTo("2000");
    }

    @Test
    void anMtuThatOneSlaveRefusesChangesNone() throws Errno {
        device("ib0").changeMode("connected\n");
        assertThatThrownBy(() -> bond.changeMtu(9000))
                .isInstanceOfSatisfying(Errno.class, e -> assertThat(e.name()).isEqualTo("EINVAL"));
        assertThat(host.net("bond0/mtu")).isEqualTo("1500");
        assertThat(device("ib0").mtu()).isEqualTo(1500);
        assertThatThrownBy(() -> bond.changeMtu(67)).isInstanceOf(Errno.class);
    }

    @Test
    void whatSysfsShows() throws Errno {
        assertThat(host.net("bond0/bonding/slaves")).isEqualTo("ib0 ib1");
        assertThat(host.net("bond0/bonding/mode")).isEqualTo("active-backup 1");
        assertThat(host.net("bond0/bonding/active_slave")).isEqualTo("ib0");
        assertThat(host.net("bond0/type")).isEqualTo("32");
        assertThat(host.net("bond0/pkey")).isEqualTo("ENOENT");
        assertThat(host.net("bond0/broadcast")).isEqualTo(host.net("ib0/broadcast"));
        assertThat(host.net("ib0/master/ifindex")).isEqualTo(host.net("bond0/ifindex"));
        assertThat(host.net("bond0/lower_ib1/ifindex")).isEqualTo(host.net("ib1/ifindex"));
        assertThat(host.net("bond0/carrier")).as("down").isEqualTo("EINVAL");
        bond.setUp(true);
        assertThat(host.net("bond0/carrier")).as("no slave has joined").isEqualTo("0");
    }

    @Test
    void aSlaveBelongsToOneBondAndLeavesItWhenItCeases() throws Errno {
        assertThatThrownBy(() -> kernel.bonds().make("bond1").enslave(device("ib0")))
                .isInstanceOfSatisfying(Errno.class, e -> assertThat(e.name()).isEqualTo("EBUSY"));
        kernel.createChild("ib0", new PKey(0x8001));
        bond.enslave(device("ib0.8001"));
        kernel.deleteChild("ib0", new PKey(0x8001));
        assertThat(bond.slaves()).extracting(IpoibDevice::name).containsExactly("ib0", "ib1");
    }
}
