package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadKey;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsAdapterObserved.DriverMtu;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.facts.windows.ModelWindows;
import dev.ibplay.gather.FactsWanted;
import dev.ibplay.gather.Gathered;
import dev.ibplay.gather.HostDescriber;
import dev.ibplay.gather.HostGatherer;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowsFactsReportTest {
    private static HostDescription described() throws Exception {
        ModelWindows host = ModelWindows.server();
        HostFacts facts = ((Gathered.Known) HostGatherer.gather(host, "win1", FactsWanted.ALL)).facts();
        return HostDescriber.describe(host, facts, MadKey.NONE);
    }

    private static HostDescription doubtful() {
        var adapter = new WindowsAdapterObserved(
                4,
                "IB0",
                "IPoIB",
                true,
                false,
                Fact.unreadable("denied"),
                Fact.absent(),
                Optional.of(new DriverMtu("0001", "PayloadMtu", Fact.unreadable("PayloadMtu is x"))),
                Fact.unreadable("denied"));
        var service = new WindowsServiceObserved(
                "OpenSM",
                "opensm.exe",
                Fact.known(WindowsServiceObserved.Start.DISABLED),
                Fact.unreadable("denied"),
                Optional.empty());
        var windows = new WindowsObserved(
                Fact.known(List.of(adapter)),
                Fact.known(List.of(service)),
                Map.of(),
                Fact.unreadable("denied"),
                Fact.known(false),
                List.of("not all is told"));
        var facts = new HostFacts(
                "win2",
                List.of(),
                List.of(),
                Fact.absent(),
                new NetworkObserved(
                        LinksObserved.NONE, Map.of(), NetworkObserved.NOT_ASKED.openibConf(), Fact.absent()),
                Map.of(),
                List.of(),
                new HostSystem(HostSystem.Kind.WINDOWS, "Windows", Fact.unreadable("denied")),
                Optional.empty(),
                Optional.of(windows));
        return new HostDescription(facts, List.of());
    }

    @Test
    void forPeople() throws Exception {
        assertThat(HostFactsText.of(List.of(described())))
                .contains("  Windows Server 2012 R2 Standard, version 6.3.9600\n")
                .containsPattern("CONNECTION +INDEX +MTU +KEPT +DRIVER'S +DESCRIPTION")
                .containsPattern("イーサネット 3 +15 +4092 +2044 +4092 \\(\\*JumboPacket\\) +Mellanox IPoIB Adapter #2")
                .contains(
                        "service OpenSM: running, start automatic: \"C:\\Program Files\\OFED\\opensm.exe\" --service -p 10")
                .contains("started by the service manager, with the host")
                .contains("note: ibv_device0/1 has its MTUs by the text of ibv_devinfo");
    }

    @Test
    void whatCannotBeToldIsNotMissing() {
        assertThat(HostFactsText.of(List.of(doubtful())))
                .containsPattern("IB0 +4 +\\? +- +\\? \\(PayloadMtu\\) +IPoIB")
                .contains("service OpenSM: ?, start disabled: opensm.exe")
                .contains("note: not all is told");
        assertThat(json(doubtful()).replaceAll("\\s+", " "))
                .contains("\"version_unreadable\" : \"denied\"")
                .contains("\"mtu_unreadable\" : \"denied\"")
                .contains("\"driver_mtu_unreadable\" : \"PayloadMtu is x\"")
                .contains("\"state_unreadable\" : \"denied\"")
                .contains("\"elevated\" : false")
                .doesNotContain("\"kept_mtu");
    }

    @Test
    void forPrograms() throws Exception {
        assertThat(json(described()).replaceAll("\\s+", " "))
                .contains("\"code_page\" : 932")
                .contains("\"mtu\" : 4092, \"kept_mtu\" : 2044, \"driver_keyword\" : \"*JumboPacket\"")
                .contains("\"start\" : \"automatic\", \"state\" : \"running\", \"pid\" : 1812");
    }

    private static String json(HostDescription host) {
        HostRecord record = new HostRecord(host.facts().host(), HostStatus.OK, List.of(), 1, 1);
        return HostFactsJson.of(List.of(record), List.of(host), 0);
    }
}
