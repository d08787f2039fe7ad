package dev.ibplay.lab.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.disk.Errno;
import org.junit.jupiter.api.Test;

/** Children that ip(8) makes and deletes, beside those of sysfs (ipoib_vlan.c, ipoib_netlink.c). */
class LinksByNetlinkTest {
    private final StackMachine host;

    LinksByNetlinkTest() throws Errno {
        host = new StackMachine(LinuxHost.Stack.IFUPDOWN);
    }

    private int ip(String words) throws Exception {
        return host.run(("ip " + words).split(" ")).status();
    }

    @Test
    void theyLackTheAttributesOfIpoib() throws Exception {
        assertThat(ip("link add link ib0 name storage type ipoib pkey 0x0001 mode connected"))
                .isZero();
        for (String attribute : new String[] {"pkey", "mode", "parent", "create_child"}) {
            assertThat(host.net("storage/" + attribute)).as(attribute).isEqualTo("ENOENT");
        }
        assertThat(host.net("storage/broadcast"))
                .isEqualTo("00:ff:ff:ff:ff:12:40:1b:80:01:00:00:00:00:00:00:ff:ff:ff:ff");
        assertThat(host.net("storage/iflink")).isEqualTo(host.net("ib0/ifindex"));
        assertThat(host.net("storage/type")).isEqualTo("32");
        assertThat(host.says("ip", "-o", "-d", "link", "show", "type", "ipoib"))
                .contains(" ipoib pkey  0x8001 mode  connected ")
                .hasLineCount(1);
        assertThat(ip("link set dev storage type ipoib mode datagram")).isZero();
        assertThat(host.says("ip", "-o", "-d", "link", "show", "dev", "storage"))
                .contains(" mode  datagram ");
    }

    @Test
    void eachIsDeletedByItsOwnWayOrByNetlink() throws Exception {
        assertThat(ip("link add link ib0 name ib0.8001 type ipoib pkey 0x8001")).isZero();
        assertThat(host.kernel().device("ib0.8001")).isPresent();
        refused("ENODEV", () -> host.setNet("ib0/delete_child", "0x8001"));
        assertThat(ip("link delete dev ib0.8001")).isZero();
        assertThat(host.net("ib0.8001/type")).isEqualTo("ENOENT");
        host.setNet("ib0/create_child", "0x8002");
        assertThat(host.net("ib0.8002/parent")).isEqualTo("ib0");
        assertThat(ip("link del ib0.8002")).isZero();
        assertThat(ip("link del ib0")).as("the port's own").isEqualTo(2);
        assertThat(ip("link del ib0.8002")).as("gone").isEqualTo(1);
    }

    @Test
    void aPkeyIsRefusedWhereTheParentOrAChildOfSysfsHasIt() throws Exception {
        assertThat(ip("link add link ib0 name a type ipoib pkey 0x7fff")).isEqualTo(2);
        host.setNet("ib0/create_child", "0x8001");
        assertThat(ip("link add link ib0 name a type ipoib pkey 0x0001")).isEqualTo(2);
        assertThat(ip("link add link ib0 name a type ipoib pkey 0x8002")).isZero();
        assertThat(ip("link add link ib0 name b type ipoib pkey 0x8002")).isZero();
        host.setNet("ib0/create_child", "0x8002");
        refused("ENOTUNIQ", () -> host.setNet("ib0/create_child", "0x8002"));
        assertThat(ip("link add link a name c type ipoib pkey 0x8005"))
                .as("a child has none")
                .isEqualTo(2);
    }

    @Test
    void aNameIsChangedWhileTheLinkIsDown() throws Exception {
        host.setNet("ib0/create_child", "0x8001");
        String index = host.net("ib0.8001/ifindex");
        assertThat(ip("link set dev ib0.8001 name ib1")).as("taken").isEqualTo(2);
        assertThat(ip("link set dev ib0.8001 name storage")).isZero();
        assertThat(host.net("storage/ifindex")).isEqualTo(index);
        assertThat(host.net("ib0.8001/ifindex")).isEqualTo("ENOENT");
        assertThat(ip("link set dev storage up")).isZero();
        assertThat(ip("link set dev storage name other")).as("up").isEqualTo(2);
    }

    private interface Act {
        void run() throws Errno;
    }

    private static void refused(String errno, Act act) {
        try {
            act.run();
        } catch (Errno refused) {
            assertThat(refused.name()).isEqualTo(errno);
            return;
        }
        throw new AssertionError("it was done");
    }
}
