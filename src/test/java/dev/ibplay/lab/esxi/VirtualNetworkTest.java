package dev.ibplay.lab.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.lab.layout.LeafSpine;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** MTUs of vSwitches and VMkernel interfaces: what is refused, and what gets through. */
class VirtualNetworkTest {
    private static final PortRef PORT = new PortRef(LeafSpine.adapter(0, 1), 1);

    private static String ping(int payload) {
        return "vmkping -d -s %d -I vmk1 -c 2 %s".formatted(payload, EsxiLab.PEER_ADDRESS);
    }

    private static Outcome pingBack(EsxiLab lab, int bytes) throws InterruptedException {
        return lab.peer()
                .network()
                .ping(new Operation.Ping("ib0", EsxiLab.OWN_ADDRESS, bytes, 1, Duration.ofSeconds(1)));
    }

    private static EsxiLab lab(int group, EsxiHost.Traits traits) throws Exception {
        return new EsxiLab(EsxiLab.host(EsxiRelease.V5_5, Optional.empty(), traits), group);
    }

    @Test
    void aPortThatDoes2kIsInNoGroupOf4k() throws Exception {
        try (EsxiLab lab = lab(5, EsxiHost.Traits.USUAL)) {
            assertThat(lab.simulated().view(PORT).mtuCap()).isEqualTo(Mtu.MTU_2048);
            assertThat(lab.run(ping(100)).status()).isEqualTo(1);
            assertThat(lab.told("esxcli network nic list")).containsPattern("vmnic_ib0 .* ib_ipoib .* Down ");
        }
    }

    @Test
    void theUplinkRefusesWhatItsPortCannotDo() throws Exception {
        try (EsxiLab lab = lab(4, EsxiHost.Traits.USUAL)) {
            EsxiLab.Said refused = lab.run("esxcli network vswitch standard set -v vSwitch1 -m 4092");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.stdout()).contains("4092").contains("vmnic_ib0");
            assertThat(refused.stderr()).isEmpty();
            assertThat(lab.told("esxcli network ip interface set -i vmk1 -m 4092"))
                    .as("whatever the vSwitch carries")
                    .isEmpty();
            assertThat(lab.told("esxcli network ip interface list")).contains("   MTU: 4092\n");
            assertThat(lab.told("esxcli network vswitch standard list -v vSwitch1"))
                    .contains("   MTU: 2044\n");
            assertThat(lab.run("esxcli network vswitch standard set -v dvs1 -m 1600")
                            .status())
                    .isEqualTo(1);
            assertThat(lab.run("esxcli network vswitch standard set -v none -m 1600")
                            .status())
                    .isEqualTo(1);
            assertThat(lab.run("esxcli network ip interface set -i vmk1 -m 100").status())
                    .isEqualTo(1);
        }
    }

    @Test
    void theLeastMtuOnTheWayIsWhatGetsThrough() throws Exception {
        try (EsxiLab lab = lab(4, EsxiHost.Traits.USUAL)) {
            assertThat(lab.told(ping(2016)))
                    .startsWith("PING 10.9.0.1 (10.9.0.1): 2016 data bytes\n2024 bytes from 10.9.0.1: icmp_seq=0 ")
                    .contains("2 packets transmitted, 2 packets received, 0% packet loss");
            EsxiLab.Said tooLong = lab.run(ping(2017));
            assertThat(tooLong.status()).isEqualTo(1);
            assertThat(tooLong.stdout())
                    .contains("sendto() failed (Message too long)")
                    .contains("100% packet loss");
            lab.told("esxcli network ip interface set -i vmk1 -m 4092");
            EsxiLab.Said lost = lab.run(ping(2017));
            assertThat(lost.status()).isEqualTo(1);
            assertThat(lost.stdout()).doesNotContain("sendto").contains("100% packet loss");
            assertThat(pingBack(lab, 2044)).isEqualTo(new Outcome.Done());
            lab.told("esxcli network vswitch standard set -v vSwitch1 -m 1500");
            assertThat(pingBack(lab, 2044)).isEqualTo(new Outcome.NoAnswer());
            assertThat(pingBack(lab, 1500)).isEqualTo(new Outcome.Done());
            assertThat(lab.told("esxcli network diag ping --df -s 1472 -I vmk1 -H 10.9.0.1 -c 2"))
                    .contains("Packet Lost: 0\n");
            assertThat(lab.told("esxcli network diag ping --df -s 1473 -I vmk1 -H 10.9.0.1 -c 2"))
                    .contains("Packet Lost: 100\n");
        }
    }

    @Test
    void theDriversOptionCountsFromTheNextBootOn() throws Exception {
        try (EsxiLab lab = lab(5, EsxiHost.Traits.USUAL)) {
            lab.told("esxcli system module parameters set -m mlx4_core -p mtu_4k=1");
            assertThat(lab.told("esxcli system module parameters list -m mlx4_core"))
                    .containsPattern("mtu_4k +int +1 +configure");
            assertThat(lab.run("esxcli network vswitch standard set -v vSwitch1 -m 4092")
                            .status())
                    .as("the driver runs with the old one")
                    .isEqualTo(1);
            lab.run("reboot");
            lab.await(() -> !lab.machine().isUp());
            lab.awaitUp();
            assertThat(lab.simulated().view(PORT).mtuCap()).isEqualTo(Mtu.MTU_4096);
            lab.told("esxcli network vswitch standard set -v vSwitch1 -m 4092");
            assertThat(lab.run(ping(4064)).status()).isEqualTo(1);
            lab.told("esxcli network ip interface set -i vmk1 -m 4092");
            assertThat(lab.told(ping(4064))).contains("0% packet loss");
            assertThat(pingBack(lab, 4092)).isEqualTo(new Outcome.Done());
        }
    }

    @Test
    void whatWasNotSavedIsLostWithThePower() throws Exception {
        try (EsxiLab lab = lab(5, EsxiHost.Traits.USUAL.with4k())) {
            lab.told("esxcli network vswitch standard set -v vSwitch1 -m 4092");
            lab.losePower();
            assertThat(lab.told("esxcli network vswitch standard list -v vSwitch1"))
                    .contains("   MTU: 2044\n");
            lab.told("esxcli network vswitch standard set -v vSwitch1 -m 4092");
            assertThat(lab.told("/sbin/auto-backup.sh")).contains("Saving current state in /bootbank");
            lab.told("esxcli network ip interface set -i vmk1 -m 4000");
            lab.losePower();
            assertThat(lab.told("esxcli network vswitch standard list -v vSwitch1"))
                    .contains("   MTU: 4092\n");
            assertThat(lab.told("esxcli network ip interface list")).doesNotContain("MTU: 4000");
        }
    }

    @Test
    void cronSavesEachHour() throws Exception {
        EsxiHost host = EsxiLab.host(EsxiRelease.V6_7, Optional.empty(), EsxiHost.Traits.USUAL);
        try (EsxiLab lab = new EsxiLab(host, 4, 2000)) {
            lab.told("esxcli network ip interface set -i vmk1 -m 2000");
            lab.await(() -> lab.machine().disk().exists(EsxiState.SAVED));
            lab.losePower();
            assertThat(lab.told("esxcli network ip interface list")).contains("MTU: 2000");
        }
    }
}
