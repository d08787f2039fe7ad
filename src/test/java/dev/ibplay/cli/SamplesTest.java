package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped samples work as they are; the container fabric's tests run two-k.yml for real. */
class SamplesTest {
    @ParameterizedTest
    @ValueSource(strings = {"playbooks/site.yml", "playbooks/storage.yml", "playbooks/two-k.yml"})
    void playbooksAreClean(String playbook) {
        var run = CommandLineRun.of("lint", playbook);
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void theInventoryFitsThePlaybook() {
        var run = CommandLineRun.of("check", "-i", "inventory/hosts.ini", "--list-hosts", "playbooks/site.yml");
        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo("""
                Subnet managers serve a 4K Default partition (2)
                  sm1
                  sm2
                Linux hosts use it (4)
                  node01
                  node02
                  node03
                  node04
                ESXi ports can do 4K, the vSwitch stays at 2044 (0)
                Windows hosts (0)
                """);
    }

    @Test
    void theInventoryIsClean() {
        var run = CommandLineRun.of("lint", "--as", "inventory", "inventory/hosts.ini");
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    /** Nobody listens on port 1. */
    @Test
    void aWindowsHostWithoutAnSshServerIsToldHowToGetOne(@TempDir Path folder) throws IOException {
        Path inventory = Files.writeString(
                folder.resolve("hosts"),
                "[windows]\nwin1 ibplay_platform=windows ansible_host=127.0.0.1 ansible_port=1\n");
        Path playbook = Files.writeString(
                folder.resolve("site.yml"), "- hosts: windows\n  state: {ipoib: {\"Ethernet 3\": {mtu: 4092}}}\n");
        var run = CommandLineRun.of("check", "-i", inventory.toString(), playbook.toString());
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.stdout()).contains("  win1  unreachable");
        assertThat(run.stderr()).contains("OpenSSH.Server");
    }
}
