package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.opensm.OpensmArguments;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostFactsTextTest {
    private static final FileObserved PARTITIONS =
            new FileObserved("/etc/opensm/partitions.conf", new Fact.Absent<>(), 0);

    private static OpensmInstance instance(Fact<Bytes> conf, Optional<OpensmProcess> process, Optional<PortGuid> port) {
        return new OpensmInstance(
                new FileObserved("/etc/opensm/opensm.conf", conf, 0), PARTITIONS, process, Optional.empty(), port);
    }

    private static HostDescription host(Fact<OpensmObserved> opensm) {
        return new HostDescription(new HostFacts("sm1", List.of(), List.of(), opensm), List.of());
    }

    private static final HostDescription WITH_OPENSM = host(Fact.known(new OpensmObserved(
            new OpensmLauncher(
                    OpensmLauncher.Kind.TEMPLATE_UNITS,
                    Optional.empty(),
                    List.of(),
                    Fact.known(true),
                    Optional.of("opensm.service"),
                    Optional.empty()),
            List.of(
                    instance(
                            Fact.known(Bytes.ofUtf8("sm_priority 7\n")),
                            Optional.of(new OpensmProcess(
                                    812, new OpensmArguments(List.of("opensm", "-p", "9")), 100, 1000)),
                            Optional.of(new PortGuid(0x2c90300aa0001L))),
                    instance(new Fact.Absent<>(), Optional.empty(), Optional.empty()),
                    instance(Fact.unreadable("permission denied"), Optional.empty(), Optional.empty())),
            Fact.known("3.3.23"),
            List.of("process 812 is told a port that is not there"))));

    @Test
    void showsOpensmWithItsInstances() {
        assertThat(HostFactsText.of(List.of(WITH_OPENSM))).isEqualTo("""
                sm1
                  no InfiniBand adapter
                  no IPoIB interface
                  OpenSM 3.3.23, started by opensm.service, one unit for each port, with the host
                    running (pid 812, started with -p 9) on port 0x0002c90300aa0001, /etc/opensm/opensm.conf: priority 7
                    not running, /etc/opensm/opensm.conf: priority 0
                    not running, /etc/opensm/opensm.conf: unreadable: permission denied
                    note: process 812 is told a port that is not there
                """);
        assertThat(HostFactsText.of(List.of(host(Fact.unreadable("no rights")))))
                .contains("OpenSM: unreadable: no rights");
    }

    @Test
    void writesWhyAFactIsMissing() {
        String json = HostFactsJson.of(
                List.of(new HostRecord("sm1", HostStatus.OK, List.of(), 1, 2)), List.of(WITH_OPENSM), 0);
        assertThat(json)
                .contains("\"started_with_priority\" : \"9\"")
                .contains("\"priority\" : 7")
                .contains("\"priority_unreadable\" : \"permission denied\"")
                .contains("\"launcher\" : \"template_units\"");
    }
}
