package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.gather.FactsWanted;
import dev.ibplay.gather.Gathered;
import dev.ibplay.gather.HostGatherer;
import dev.ibplay.gather.ModelCommandLine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SwitchFactsReportTest {
    private static HostFacts facts(ModelCommandLine its) throws Exception {
        return ((Gathered.Known) HostGatherer.gather(its, "sw1", FactsWanted.ALL)).facts();
    }

    private static String text(ModelCommandLine its) throws Exception {
        return HostFactsText.of(List.of(new HostDescription(facts(its), List.of())));
    }

    @Test
    void forPeople() throws Exception {
        assertThat(text(new ModelCommandLine()).lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        "sw1",
                        "MLNX-OS 3.6.4006 (x86)",
                        "subnet manager: enabled, not running, priority 9, OpenSM4.8.1.MLNX20170101",
                        "PARTITION P_KEY MTU IPOIB MEMBERS",
                        "Default 0x7fff 2048 yes ALL=full",
                        "PORT STATE PHYSICAL MTU MTU CAP",
                        "1/1 Active LinkUp 2048 4096",
                        "note: the node's priority is 9, the switch's 0",
                        "note: the subnet manager is enabled and does not run",
                        "note: not saved, lost with the next start: ib smnode sw1 sm-priority 9",
                        "note: not saved, lost with the next start: not any more: ib smnode sw1 sm-priority 4");
    }

    @Test
    void whatCouldNotBeReadIsSaidToBeSo() throws Exception {
        String text = text(new ModelCommandLine()
                .with("show ib partition", "  PKey = 0x7fff\n")
                .with("show ib smnode sw1 sm-running", "perhaps\n"));
        assertThat(text).contains("partitions: unreadable: ").contains("enabled, ?, priority 9");
    }

    @Test
    void anEthernetProfileIsLeftAlone() throws Exception {
        String text = text(new ModelCommandLine().with("show protocols", "Infiniband: disabled\n"));
        assertThat(text).contains("an Ethernet profile: not managed").doesNotContain("subnet manager:");
    }

    @Test
    void forPrograms() throws Exception {
        Map<String, Object> json =
                SwitchFactsJson.of(facts(new ModelCommandLine().with("show ib smnode sw1 sm-running", "perhaps\n"))
                        .mlnxos()
                        .orElseThrow());
        assertThat(json).containsEntry("node", "sw1").containsEntry("infiniband", true);
        assertThat(String.valueOf(json.get("subnet_manager")))
                .contains("priority=9", "running_unreadable=the switch says \"perhaps\"");
        assertThat(String.valueOf(json.get("partitions"))).contains("pkey=0x7fff", "mtu=2048", "members=[ALL=full]");
        assertThat(String.valueOf(json.get("switch_ports"))).contains("name=1/1", "mtu_cap=4096");
    }
}
