package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.OpensmProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

class EsxiProcessesTest {
    private static List<OpensmProcess> processes(String text) {
        return EsxiProcesses.parse(text.lines().toList());
    }

    @Test
    void worldsOfOneProcessAreOne() {
        List<OpensmProcess> found = processes(SampleHost.PS);
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().pid()).isEqualTo(35010);
        assertThat(found.getFirst().startPriority()).contains("1");
        assertThat(found.getFirst().arguments().guid()).contains("0x0002c90300000011");
        assertThat(found.getFirst().arguments().partitionConfig()).contains("/scratch/opensm/mlx4_0/partitions.conf");
        assertThat(found.getFirst().startSeconds()).isZero();
    }

    @Test
    void columnsVary() {
        assertThat(processes("""
                PID   USER     TIME  COMMAND
                 1234 root      0:02 /opt/opensm/bin/opensm-static -p 3 -g 2c90300000011
                """)).extracting(OpensmProcess::pid).containsExactly(1234);
        List<OpensmProcess> byName = processes("34567 34560 opensm opensm -p 2 -F /scratch/opensm/a/opensm.conf\n");
        assertThat(byName.getFirst().arguments().all())
                .containsExactly("opensm", "-p", "2", "-F", "/scratch/opensm/a/opensm.conf");
        // Without -c there is a world's name only.
        assertThat(processes("34567 34560 opensm-static\n")
                        .getFirst()
                        .arguments()
                        .all())
                .containsExactly("opensm-static");
    }

    @Test
    void whatOnlyNamesItIsNotIt() {
        assertThat(processes("""
                WID    CID    World Name            Command
                35001  35001  sh                    /bin/sh /etc/init.d/opensmd start
                35002  35002  busybox               sh /sbin/watchdog.sh -s opensm -q 5 /opt/opensm/bin/opensm-static -g 0x11
                35003  35003  grep                  grep -i opensm
                35004  35004  vi                    vi /scratch/opensm/mlx4_0/opensm.conf
                35005  35005  osmtest-static        /opt/opensm/bin/osmtest-static -f c
                """)).isEmpty();
    }
}
