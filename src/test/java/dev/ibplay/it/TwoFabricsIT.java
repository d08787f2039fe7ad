package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two fabrics in one inventory: sm1 and node1 on the one, sm2 and node2 on the other, whose partitions have the same P_Keys. */
@NeedsDocker
@Tag("long")
class TwoFabricsIT {
    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @BeforeEach
    void move() {
        fabric.reset();
        fabric.move("sm2", "node2");
    }

    @AfterEach
    void moveBack() {
        fabric.reset();
    }

    @Test
    void eachHasItsMasterAndItsGroup(@TempDir Path folder) throws IOException {
        Path more = Files.writeString(folder.resolve("mtu.ini"), """
                [subnet_managers]
                sm1 storage_mtu=1024
                sm2 storage_mtu=512
                """);
        String playbook = Files.writeString(folder.resolve("storage.yml"), """
                - hosts: subnet_managers
                  become: true
                  state:
                    opensm:
                      partitions:
                        - {name: storage, pkey: 0x8005, mtu: "{{ storage_mtu }}", members: {ALL: full}}
                """).toString();

        CommandLineRun apply = run.expect(0, "apply", playbook, "-i", more.toString(), "--yes", "-v");

        assertThat(apply.stdout())
                .contains(
                        "sm1\n  partition 0x0005: mtu file 2048 -> 1024 ",
                        "sm2\n  partition 0x0005: mtu file 2048 -> 512 ",
                        "0x0002c9030000a021: none, 0x0002c9030000a041: none"
                                + " -> 0x0002c9030000a021: 0x8005, 0x0002c9030000a041: 0x8005 ",
                        "The desired state holds.");
        assertThat(apply.stderr())
                .containsSubsequence(
                        "sm1: write /etc/opensm/partitions.conf, then restart opensm: changed",
                        "sm1: sm1 is master and the fabric is as planned: ok",
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm: changed",
                        "sm2: sm2 is master and the fabric is as planned: ok");
        assertThat(fabric.require("node1", "sminfo"))
                .containsPattern("guid 0x2c90300000011, .* priority 5 state 3 SMINFO_MASTER");
        assertThat(fabric.require("node2", "sminfo"))
                .containsPattern("guid 0x2c9030000a021, .* priority 1 state 3 SMINFO_MASTER");
        assertThat(fabric.require("node1", "saquery", "-g"))
                .containsPattern("MGID\\.+ff12:401b:8005::ffff:ffff\\s+Mlid\\.+0xC001\\s+Mtu\\.+0x83");
        assertThat(fabric.require("node2", "saquery", "-g"))
                .containsPattern("MGID\\.+ff12:401b:8005::ffff:ffff\\s+Mlid\\.+0xC001\\s+Mtu\\.+0x82");
        run.expect(0, "check", playbook, "-i", more.toString());
    }
}
