package dev.ibplay.lab.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.lab.layout.LeafSpine;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Subnet managers on an ESXi host. */
class OpensmPackageTest {
    private static final PortRef OWN = new PortRef(LeafSpine.adapter(0, 1), 1);
    private static final PortRef PEER = new PortRef(LeafSpine.adapter(0, 0), 1);
    private static final String FOLDER = "/scratch/opensm/mlx4_0";

    private static EsxiLab lab(EsxiHost.Launcher launcher, Optional<String> conf, EsxiHost.Traits traits)
            throws Exception {
        var opensm = new EsxiHost.OpensmPackage(
                launcher, conf, Optional.of("Default=0x7fff, ipoib, mtu=4 : ALL=full, SELF=full;\n"));
        return new EsxiLab(EsxiLab.host(EsxiRelease.V5_5, Optional.of(opensm), traits), 4);
    }

    @Test
    void aStandbyIsSeenByProcessesAndCapabilities() throws Exception {
        try (EsxiLab lab = lab(EsxiHost.Launcher.INIT_SCRIPT, Optional.empty(), EsxiHost.Traits.USUAL)) {
            assertThat(lab.simulated().isMaster(PEER)).isTrue();
            assertThat(lab.told("ps -c | grep opensm-static"))
                    .contains("/opt/opensm/bin/opensm-static -g 0x")
                    .contains("-P " + FOLDER + "/partitions.conf -F " + FOLDER + "/opensm.conf");
            String ibstat = lab.told("/opt/opensm/bin/ibstat");
            assertThat(ibstat)
                    .startsWith("CA 'mlx4_0'\n\tCA type: MT26428\n\tNumber of ports: 1\n")
                    .contains("\t\tState: Active\n\t\tPhysical state: LinkUp\n")
                    .contains("\t\tCapability mask: 0x2651e84a\n")
                    .doesNotContain("MTU");
            assertThat(lab.run("/opt/opensm/bin/ibportstate 1 1").status()).isEqualTo(1);
            assertThat(lab.run("command -v ibstat").status()).as("not on PATH").isNotZero();
            lab.told("/etc/init.d/opensmd stop");
            assertThat(lab.told("/opt/opensm/bin/ibstat")).contains("Capability mask: 0x2651e848\n");
        }
    }

    @Test
    void aPriorityIsReadAgainAtHup() throws Exception {
        Optional<String> conf = Optional.of("sm_priority 0\nsweep_interval 5\n");
        try (EsxiLab lab = lab(EsxiHost.Launcher.OWN_FILES, conf, EsxiHost.Traits.USUAL)) {
            assertThat(lab.run("ls /etc/init.d/opensmd").status()).isNotZero();
            lab.told("sed -i 's/sm_priority 0/sm_priority 9/' " + FOLDER + "/opensm.conf; "
                    + "kill -HUP $(ps | grep opensm-static | sed -n 's/^\\([0-9]*\\) .*/\\1/p' | head -n 1)");
            lab.await(() -> lab.simulated().isMaster(OWN));
        }
    }

    @Test
    void aRestartReadsItToo() throws Exception {
        Optional<String> conf = Optional.of("sm_priority 0\n");
        try (EsxiLab lab = lab(EsxiHost.Launcher.INIT_SCRIPT, conf, EsxiHost.Traits.USUAL)) {
            lab.told("printf 'sm_priority 9\\n' >" + FOLDER + "/opensm.conf; /etc/init.d/opensmd restart");
            lab.await(() -> lab.simulated().isMaster(OWN));
        }
    }

    @Test
    void aLauncherWithoutConfigurationHasNoPriorityToChange() throws Exception {
        Optional<String> conf = Optional.of("sm_priority 9\n");
        try (EsxiLab lab = lab(EsxiHost.Launcher.PARTITIONS_ONLY, conf, EsxiHost.Traits.USUAL)) {
            assertThat(lab.told("ps -c | grep opensm-static"))
                    .doesNotContain("-F ")
                    .contains("-P ");
            assertThat(lab.simulated().isMaster(PEER)).isTrue();
        }
    }

    @Test
    void itsFilesOutliveABootWhereScratchDoes() throws Exception {
        try (EsxiLab lab = lab(EsxiHost.Launcher.INIT_SCRIPT, Optional.empty(), EsxiHost.Traits.USUAL)) {
            lab.losePower();
            assertThat(lab.run("ls " + FOLDER + "/partitions.conf").status()).isZero();
        }
        EsxiHost.Traits inMemory = EsxiHost.Traits.USUAL.withScratch(EsxiHost.Traits.IN_MEMORY);
        try (EsxiLab lab = lab(EsxiHost.Launcher.INIT_SCRIPT, Optional.empty(), inMemory)) {
            assertThat(lab.run("ls " + FOLDER + "/partitions.conf").status()).isZero();
            lab.losePower();
            lab.await(() -> lab.machine().disk().exists(FOLDER));
            assertThat(lab.run("ls " + FOLDER + "/partitions.conf").status()).isNotZero();
            lab.await(() -> lab.simulated().view(OWN).runsSm());
        }
    }
}
