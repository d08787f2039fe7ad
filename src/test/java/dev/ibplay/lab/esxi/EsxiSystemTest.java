package dev.ibplay.lab.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the system of an ESXi host is like under a login, and what a boot leaves of it. */
class EsxiSystemTest {
    @Test
    void theShellIsBusyboxsWithoutProcAndBash() throws Exception {
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V5_5)) {
            assertThat(lab.told("uname -s")).isEqualTo("VMkernel\n");
            assertThat(lab.told("uname -a")).matches("VMkernel esx1 5\\.5\\.0 #1 SMP Release build-1331820 .* ESXi\n");
            assertThat(lab.told("vmware -vl")).isEqualTo("VMware ESXi 5.5.0 build-1331820\nVMware ESXi 5.5.0 GA\n");
            assertThat(lab.told("echo $PATH")).isEqualTo("/bin:/sbin:/usr/bin\n");
            assertThat(lab.run("[ -e /proc ]").status()).isEqualTo(1);
            for (String absent : List.of("bash", "systemctl", "ip", "getconf", "sudo", "su", "scp", "sha256sum")) {
                assertThat(lab.run("command -v " + absent).status()).as(absent).isNotZero();
            }
            assertThat(lab.told("echo one | md5sum")).startsWith("5bbf5a52328e7439ae6e719dfe712200");
            assertThat(lab.run("timeout -t 3 sleep 60").status()).isEqualTo(143);
            assertThat(lab.run("timeout 3 true").status())
                    .as("its words are a program's")
                    .isEqualTo(127);
            assertThat(lab.told("stat -c %a /etc/passwd")).isEqualTo("644\n");
        }
    }

    @Test
    void laterReleasesCallTimeoutOtherwise() throws Exception {
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V6_7)) {
            assertThat(lab.run("timeout 3 sleep 60").status()).isEqualTo(143);
            assertThat(lab.run("timeout -k 1 3 true").status()).isNotZero();
            assertThat(lab.run("timeout -t 3 true").status()).isNotZero();
            assertThat(lab.told("echo one | sha256sum")).startsWith("2c8b08da5ce60398e1f19af0e5dccc74");
        }
    }

    @Test
    void commandLinesOfProcessesAreThereWhenAskedFor() throws Exception {
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V6_7)) {
            assertThat(lab.told("sleep 50 & ps; kill $!")).contains("sleep").doesNotContain("sleep 50");
            assertThat(lab.told("sleep 50 & ps -c; kill $!")).contains("sleep 50");
        }
    }

    @Test
    void aBootLeavesDatastoresAndSavedFilesOnly() throws Exception {
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V6_7)) {
            lab.told("echo key >/etc/ssh/keys-root/authorized_keys; echo x >/etc/own.conf; echo x >/opt/tool; "
                    + "echo x >/tmp/t; echo x >/vmfs/volumes/datastore1/kept; echo x >/scratch/kept; rm /bin/seq; "
                    + "/sbin/auto-backup.sh");
            lab.told("echo later >>/etc/ssh/keys-root/authorized_keys");
            lab.losePower();
            assertThat(lab.told("cat /etc/ssh/keys-root/authorized_keys")).isEqualTo("key\n");
            assertThat(lab.told("cat /vmfs/volumes/datastore1/kept /scratch/kept"))
                    .isEqualTo("x\nx\n");
            assertThat(lab.run("ls /etc/own.conf /opt/tool /tmp/t").stdout()).isEmpty();
            assertThat(lab.told("seq 2")).as("packages are laid anew").isEqualTo("1\n2\n");
        }
    }

    @Test
    void anOrderlyRebootSavesAndRunsTheAdministratorsScript() throws Exception {
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V6_7)) {
            assertThat(lab.run("esxcli system shutdown reboot -r test").status())
                    .isEqualTo(1);
            lab.told("esxcli system maintenanceMode set -e true");
            lab.machine()
                    .disk()
                    .write("/etc/rc.local.d/local.sh", Bytes.ofUtf8("#!/bin/sh\necho up >/tmp/booted\n"), 0755);
            String before = lab.machine().bootId();
            lab.run("esxcli system shutdown reboot -r test");
            lab.awaitUp();
            assertThat(lab.machine().bootId()).isNotEqualTo(before);
            lab.await(() -> lab.machine().disk().exists("/tmp/booted"));
            assertThat(lab.told("esxcli system maintenanceMode get")).isEqualTo("Enabled\n");
        }
    }

    @Test
    void aScratchInMemoryIsLost() throws Exception {
        EsxiHost.Traits traits = EsxiHost.Traits.USUAL.withScratch(EsxiHost.Traits.IN_MEMORY);
        try (EsxiLab lab = new EsxiLab(EsxiLab.host(EsxiRelease.V6_7, Optional.empty(), traits), 4)) {
            assertThat(lab.told("readlink /scratch")).isEqualTo("/tmp/scratch\n");
            lab.told("echo x >/scratch/file; /sbin/auto-backup.sh");
            lab.losePower();
            assertThat(lab.told("ls /scratch/")).isEmpty();
        }
    }

    @Test
    void whatNoPackageBroughtIsNotRunWhereThatIsForbidden() throws Exception {
        String copy = "cp /bin/busybox /tmp/own && chmod 755 /tmp/own && /tmp/own -c 'echo runs'";
        String script = "; printf '#!/bin/sh\\necho script\\n' >/tmp/s && chmod 755 /tmp/s && /tmp/s";
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V8_0_2)) {
            EsxiLab.Said said = lab.run(copy + script);
            assertThat(said.stdout()).isEqualTo("script\n");
            assertThat(said.stderr()).contains("Operation not permitted");
        }
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V6_7)) {
            assertThat(lab.told(copy + script)).isEqualTo("runs\nscript\n");
        }
    }

    @Test
    void programsThatAreNotEverywhereCanBeMissing() throws Exception {
        EsxiHost.Traits traits = EsxiHost.Traits.USUAL.without(Set.of("cmp", "tr"));
        try (EsxiLab lab = new EsxiLab(EsxiLab.host(EsxiRelease.V6_7, Optional.empty(), traits), 4)) {
            assertThat(lab.run("command -v cmp || command -v tr").status()).isNotZero();
            assertThat(lab.told("command -v sed")).isEqualTo("/bin/sed\n");
        }
    }
}
