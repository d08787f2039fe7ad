package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nmcli, networkctl and wicked print, in several versions. */
class StackTextTest {
    private static final Outcome MISSING = new Outcome.OperationFailed("ENOENT", "cannot start it");
    private static final Outcome SLOW = new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.EMPTY, Bytes.EMPTY);

    private static Outcome said(int status, String stdout, String stderr) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(status), Bytes.ofUtf8(stdout), Bytes.ofUtf8(stderr));
    }

    @Test
    void nmcliEscapesColonsAndBackslashes() {
        assertThat(NmcliText.devices(said(0, "ib0:infiniband:connected:a\\:b\\\\c\nib1:infiniband:unavailable:\n", "")))
                .isEqualTo(Fact.known(List.of(
                        new NmcliText.Device("ib0", "infiniband", "connected", Optional.of("a:b\\c")),
                        new NmcliText.Device("ib1", "infiniband", "unavailable", Optional.empty()))));
        assertThat(NmcliText.active(said(0, "a:b:ib0:/etc/x\\:y\nvpn:c::\n", "")))
                .isEqualTo(Fact.known(List.of(
                        new NmcliText.Active("a", "b", "ib0", Optional.of("/etc/x:y")),
                        new NmcliText.Active("vpn", "c", "", Optional.empty()))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unmanaged",
                "connected (externally)",
            })
    void statesThatAreNotNetworkManagersOwn(String state) {
        assertThat(new NmcliText.Device("ib0", "infiniband", state, Optional.empty()).isManaged())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"connected", "connecting (getting IP configuration)", "disconnected", "unavailable"})
    void statesThatAre(String state) {
        assertThat(new NmcliText.Device("ib0", "infiniband", state, Optional.empty()).isManaged())
                .isTrue();
    }

    @Test
    void nmcliWithoutNetworkManager() {
        assertThat(NmcliText.devices(MISSING)).isEqualTo(Fact.absent());
        assertThat(NmcliText.devices(said(8, "", "Error: NetworkManager is not running.\n")))
                .isEqualTo(Fact.absent());
        assertThat(NmcliText.devices(said(
                        1,
                        "",
                        "Error: Could not create NMClient object: Could not connect: No such"
                                + " file or directory.\n")))
                .isEqualTo(Fact.absent());
    }

    @Test
    void nmcliThatSaysSomethingElse() {
        assertThat(NmcliText.devices(SLOW)).isEqualTo(Fact.unreadable("nmcli: it did not end in time"));
        assertThat(NmcliText.devices(said(0, "ib0:infiniband:conn", "")))
                .isEqualTo(Fact.unreadable("nmcli: the output is cut"));
        assertThat(NmcliText.devices(said(0, "ib0:infiniband:connected\n", ""))).isInstanceOf(Fact.Unreadable.class);
        assertThat(NmcliText.active(said(2, "", "Error: invalid field 'FILENAME'\n")))
                .isEqualTo(Fact.unreadable("nmcli: Error: invalid field 'FILENAME'"));
        assertThat(NmcliText.devices(said(0, "", ""))).isEqualTo(Fact.known(List.of()));
    }

    @Test
    void networkctlFrom219To256() {
        Map<String, String> states = Map.of("lo", "unmanaged", "ib0", "configured", "ib0.8001", "configuring");
        String old = """
                  1 lo               loopback           carrier     unmanaged
                  4 ib0              infiniband         routable    configured
                 12 ib0.8001         infiniband         degraded    configuring
                """;
        String coloured = """
                  1 lo       loopback   carrier  \033[0;38;5;245munmanaged\033[0m
                \u25cf 4 ib0      infiniband routable \033[0;1;32mconfigured\033[0m
                 12 ib0.8001 infiniband degraded configuring
                """;
        assertThat(NetworkctlText.setupStates(said(0, old, ""))).isEqualTo(Fact.known(states));
        assertThat(NetworkctlText.setupStates(said(0, coloured, ""))).isEqualTo(Fact.known(states));
        assertThat(states.values().stream().filter(NetworkctlText::isManaged)).hasSize(2);
        assertThat(NetworkctlText.isManaged("failed")).isTrue();
        assertThat(NetworkctlText.isManaged("linger")).isFalse();
    }

    @Test
    void networkctlWithoutNetworkd() {
        assertThat(NetworkctlText.setupStates(MISSING)).isEqualTo(Fact.absent());
        assertThat(NetworkctlText.setupStates(said(
                        0,
                        "  4 ib0 infiniband n/a unmanaged\n",
                        "WARNING: systemd-networkd is not running, output will be incomplete.\n")))
                .isEqualTo(Fact.absent());
        assertThat(NetworkctlText.setupStates(said(1, "", "Failed to connect to bus: No such file or directory\n")))
                .isEqualTo(Fact.absent());
        assertThat(NetworkctlText.setupStates(SLOW)).isEqualTo(Fact.unreadable("networkctl: it did not end in time"));
    }

    @Test
    void wickedCountsWhateverItsStatus() {
        String text = """
                ib0             device-unconfigured
                      link:     #4, state device-up, mtu 2044

                ib1             setup-in-progress
                      config:   compat:suse:/etc/sysconfig/network/ifcfg-ib1,  uuid: 1b2c-33
                """;
        assertThat(WickedText.parse(said(162, text, "")))
                .isEqualTo(Fact.known(Map.of(
                        "ib0", new WickedText.Interface("device-unconfigured", Optional.empty()),
                        "ib1",
                                new WickedText.Interface(
                                        "setup-in-progress",
                                        Optional.of("compat:suse:/etc/sysconfig/network/ifcfg-ib1")))));
    }

    @Test
    void wickedThatDoesNotRun() {
        assertThat(WickedText.parse(MISSING)).isEqualTo(Fact.absent());
        assertThat(WickedText.parse(said(1, "", "Couldn't connect to wickedd: Connection refused\n")))
                .isEqualTo(Fact.absent());
        assertThat(WickedText.parse(SLOW)).isEqualTo(Fact.unreadable("wicked: it did not end in time"));
        assertThat(WickedText.parse(said(1, "", "Out of memory\n")))
                .isEqualTo(Fact.unreadable("wicked: Out of memory"));
    }
}
