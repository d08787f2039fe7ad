package dev.ibplay.lab.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.lab.disk.Errno;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules of facts 4.4. */
class IpoibDeviceTest {
    private final IpoibDevice ib0 = new IpoibDevice("ib0", 3, PKey.DEFAULT, Optional.empty(), Mtu.MTU_4096, true);

    private void join(Mtu group) {
        ib0.setUp(true);
        ib0.joined(group);
    }

    private void refused(String name, ThrowingWish wish) {
        assertThatThrownBy(wish::apply)
                .isInstanceOfSatisfying(Errno.class, e -> assertThat(e.name()).isEqualTo(name));
    }

    private interface ThrowingWish {
        void apply() throws Errno;
    }

    @Test
    void onePortThatHasNeverJoinedShowsWhatItCouldDo() {
        assertThat(ib0.mtu()).isEqualTo(4092);
        assertThat(ib0.hasCarrier()).isFalse();
        join(Mtu.MTU_2048);
        assertThat(ib0.mtu()).isEqualTo(2044);
        assertThat(ib0.hasCarrier()).isTrue();
        assertThat(ib0.carrierChanges()).isEqualTo(2);
    }

    @Test
    void aWishThatWasTheGroupsLimitFollowsTheGroup() {
        join(Mtu.MTU_2048);
        ib0.joined(Mtu.MTU_4096);
        assertThat(ib0.mtu()).isEqualTo(4092);
        ib0.joined(Mtu.MTU_1024);
        assertThat(ib0.mtu()).isEqualTo(1020);
    }

    @Test
    void aSmallerWishStays() throws Errno {
        join(Mtu.MTU_2048);
        ib0.changeMtu(1500);
        ib0.joined(Mtu.MTU_4096);
        assertThat(ib0.mtu()).isEqualTo(1500);
    }

    @Test
    void aLargerWishIsRememberedUntilTheGroupCarriesIt() throws Errno {
        join(Mtu.MTU_2048);
        ib0.changeMtu(4092);
        assertThat(ib0.mtu()).isEqualTo(2044);
        ib0.joined(Mtu.MTU_2048);
        assertThat(ib0.mtu()).isEqualTo(2044);
        ib0.joined(Mtu.MTU_4096);
        assertThat(ib0.mtu()).isEqualTo(4092);
    }

    @Test
    void aSmallerGroupMakesARememberedWishForgotten() throws Errno {
        join(Mtu.MTU_2048);
        ib0.changeMtu(1500);
        ib0.joined(Mtu.MTU_1024);
        assertThat(ib0.mtu()).isEqualTo(1020);
        ib0.joined(Mtu.MTU_4096);
        assertThat(ib0.mtu()).isEqualTo(4092);
    }

    @Test
    void whatTheKernelRefuses() {
        refused("EINVAL", () -> ib0.changeMtu(71));
        refused("EINVAL", () -> ib0.changeMtu(4093));
        refused("EINVAL", () -> ib0.changeMode("connected"));
        refused("EINVAL", () -> ib0.changeMode("Datagram\n"));
        var enhanced = new IpoibDevice("ib1", 4, PKey.DEFAULT, Optional.empty(), Mtu.MTU_4096, false);
        refused("EINVAL", () -> enhanced.changeMode("connected\n"));
    }

    @Test
    void connectedModeHasItsOwnMtuAndDatagramTheGroups() throws Errno {
        join(Mtu.MTU_2048);
        ib0.changeMode("connected\n");
        assertThat(ib0.mode()).isEqualTo(IpoibMode.CONNECTED);
        assertThat(ib0.mtu()).isEqualTo(65520);
        ib0.changeMtu(9000);
        assertThat(ib0.mtu()).isEqualTo(9000);
        ib0.joined(Mtu.MTU_4096);
        assertThat(ib0.mtu()).isEqualTo(9000);
        ib0.changeMode("datagram\n");
        assertThat(ib0.mtu()).isEqualTo(4092);
    }

    @Test
    void anInterfaceThatIsDownHasNoCarrier() {
        ib0.joined(Mtu.MTU_2048);
        assertThat(ib0.hasCarrier()).isFalse();
        join(Mtu.MTU_2048);
        ib0.setUp(false);
        assertThat(ib0.hasCarrier()).isFalse();
    }
}
