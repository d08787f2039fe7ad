package dev.ibplay.facts.mlnxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.CommandEnded;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.SwitchConfiguration;
import dev.ibplay.facts.SwitchPortObserved;
import dev.ibplay.facts.SwitchSmObserved;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.tools.Recorded;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Versions, ports, configurations and words. */
class SwitchTextsTest {
    private static Outcome said(String stdout) {
        return new CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(stdout), Bytes.EMPTY);
    }

    private static Outcome refused(String stderr) {
        return new CommandEnded(new CommandEnd.Exited(1), Bytes.EMPTY, Bytes.ofUtf8(stderr));
    }

    @Test
    void versionsAreRead() {
        HostSystem system = VersionText.system(SwitchTexts.answer("""
                Product name:      MLNX-OS
                Product release:   3.6.8010
                Build ID:          #1-dev
                Product model:     x86
                """));
        assertThat(system.kind()).isEqualTo(HostSystem.Kind.MLNXOS);
        assertThat(system.name()).isEqualTo("MLNX-OS 3.6.8010 (x86)");
        assertThat(system.version()).isEqualTo(Fact.known(new SystemVersion(3, 6, 8010)));
        assertThat(VersionText.system(SwitchTexts.answer("Version summary:   X86_64 3.10.4300 2022-05-01 x86_64\n"))
                        .version())
                .isEqualTo(Fact.known(new SystemVersion(3, 10, 4300)));
        assertThat(VersionText.system(Fact.unreadable("why")).version()).isEqualTo(Fact.unreadable("why"));
        assertThat(VersionText.system(SwitchTexts.answer("hello\n")).version()).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void portsAreRead() {
        List<SwitchPortObserved> ports =
                InterfaceText.ports(SwitchTexts.answer("""
                        IB1/1 state:
                            Logical port state          : Active
                            Physical port state         : LinkUp
                            Max supported MTU           : 4096
                            MTU                         : 4K
                            Description                 : to spine

                        IB1/2 state:
                            Logical port state          : Down
                            Physical port state         : Polling
                            Max supported MTU           : 4096
                            MTU                         : -
                        """)).ifKnown().orElseThrow();
        assertThat(ports)
                .containsExactly(
                        new SwitchPortObserved(
                                "1/1",
                                Fact.known(PortState.ACTIVE),
                                Fact.known(PortPhysicalState.LINK_UP),
                                Fact.known(Mtu.MTU_4096),
                                Fact.known(Mtu.MTU_4096)),
                        new SwitchPortObserved(
                                "1/2",
                                Fact.known(PortState.DOWN),
                                Fact.known(PortPhysicalState.POLLING),
                                Fact.known(Mtu.MTU_4096),
                                Fact.absent()));
    }

    @Test
    void recordedPortsAreRead() {
        List<Recorded> recordings = Recorded.ofKind("mlnxos-cli")
                .filter(recording -> recording.name().contains("show-interfaces-ib"))
                .toList();
        assertThat(recordings).hasSizeGreaterThanOrEqualTo(2);
        for (Recorded recording : recordings) {
            SwitchPortObserved port = InterfaceText.ports(SwitchTexts.recorded(recording.text()))
                    .ifKnown()
                    .orElseThrow()
                    .getFirst();
            boolean active = recording.name().contains("active");
            assertThat(port.name()).isEqualTo(active ? "1/23" : "1/19");
            assertThat(port.state()).isEqualTo(Fact.known(active ? PortState.ACTIVE : PortState.DOWN));
            assertThat(port.physicalState())
                    .isEqualTo(Fact.known(active ? PortPhysicalState.LINK_UP : PortPhysicalState.POLLING));
            assertThat(port.mtu()).isInstanceOf(Fact.Unreadable.class);
        }
    }

    @Test
    void configurationsKeepInfinibandOnly() {
        SwitchConfiguration read = SwitchConfiguration.of("""
                ## Hostname: sw1
                ##
                   ib partition Default mtu 4K force
                   ib sm
                   ib smnode sw1 create
                   ib smnode sw1  sm-priority 12
                   interface ib 1/1 mtu 4K
                   username admin password 7 secret
                no interface mgmt0 shutdown
                """.lines());
        assertThat(read.lines())
                .containsExactly(
                        "ib partition Default mtu 4K force",
                        "ib sm",
                        "ib smnode sw1 create",
                        "ib smnode sw1 sm-priority 12",
                        "interface ib 1/1 mtu 4K");
        assertThat(read.smEnabled()).isTrue();
        assertThat(read.smPriority("sw1")).isEqualTo(12);
        assertThat(read.smPriority("sw2")).isZero();
        assertThat(read.partitionMtu("Default")).contains(Mtu.MTU_4096);
        assertThat(read.partitionMtu("storage")).isEmpty();
        assertThat(read.nodes()).containsExactly("sw1");
        SwitchConfiguration later = new SwitchConfiguration(List.of("ib sm", "ib sm sm-priority 3", "no ib sm"));
        assertThat(later.smEnabled()).isFalse();
        assertThat(later.smPriority("sw1")).isEqualTo(3);
    }

    @Test
    void theRecordedConfigurationIsRead() {
        Recorded recording = Recorded.ofKind("mlnxos-cli")
                .filter(each -> each.name().contains("running-config"))
                .findFirst()
                .orElseThrow();
        Configurations read =
                Configurations.of(SwitchTexts.recorded(recording.text()), Fact.unreadable("not recorded"));
        assertThat(read.hostName()).contains("sw1");
        assertThat(read.running().ifKnown().orElseThrow().lines())
                .contains("interface ib 1/1 mtu 4K", "interface ib 1/2 mtu 4K")
                .allMatch(line -> line.contains("ib "));
        assertThat(read.saved()).isEqualTo(Fact.unreadable("not recorded"));
    }

    @Test
    void mtusHaveManySpellings() {
        assertThat(SwitchConfiguration.mtu("4K")).contains(Mtu.MTU_4096);
        assertThat(SwitchConfiguration.mtu("2048")).contains(Mtu.MTU_2048);
        assertThat(SwitchConfiguration.mtu("256")).contains(Mtu.MTU_256);
        assertThat(SwitchConfiguration.mtu("4092")).isEmpty();
        assertThat(SwitchConfiguration.mtu("auto")).isEmpty();
    }

    @Test
    void wordsAreRead() {
        assertThat(SwitchWords.flag(SwitchTexts.answer("\n  enable \n"))).isEqualTo(Fact.known(true));
        assertThat(SwitchWords.flag(SwitchTexts.answer("sm-running: not active")))
                .isEqualTo(Fact.known(false));
        assertThat(SwitchWords.flag(SwitchTexts.answer("maybe"))).isInstanceOf(Fact.Unreadable.class);
        assertThat(SwitchWords.flag(SwitchTexts.answer(""))).isInstanceOf(Fact.Unreadable.class);
        assertThat(SwitchWords.priority(SwitchTexts.answer("15"))).isEqualTo(Fact.known(15));
        assertThat(SwitchWords.priority(SwitchTexts.answer("16"))).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void refusalsAreUnreadableInTheSwitchsWords() {
        assertThat(CliReply.lines(refused("% Unrecognized command \"ib\".\n% Type \"?\" for help.\n")))
                .isEqualTo(Fact.unreadable("% Unrecognized command \"ib\"."));
        assertThat(CliReply.isUnrecognized(refused("% Unrecognized command \"ib\".\n")))
                .isTrue();
        assertThat(CliReply.isUnrecognized(new Outcome.OperationFailed("EACCES", "% Unrecognized command")))
                .isFalse();
        assertThat(CliReply.lines(new Outcome.OperationFailed("EACCES", "no enable mode")))
                .isEqualTo(Fact.unreadable("no enable mode"));
    }

    @Test
    void aManagerThatIsEnabledAndDoesNotRunIsDoubtful() {
        List<Outcome> outcomes =
                List.of(said("enabled\n"), said("not active\n"), said("not active\n"), said("4\n"), said("master\n"));
        SwitchSmObserved sm = new SmNodeProbe("sw1")
                .parse(outcomes)
                .observed(Fact.known(true), Fact.known(5), Fact.unreadable("not asked"));
        assertThat(sm.running()).isEqualTo(Fact.known(false));
        assertThat(sm.priority()).isEqualTo(Fact.known(4));
        assertThat(sm.doubts())
                .containsExactly(
                        "the node's priority is 4, the switch's 5",
                        "the subnet manager is enabled and does not run: it has no licence");
        SwitchSmObserved unread = SmNodeAnswers.unasked("no name")
                .observed(Fact.known(true), Fact.known(5), Fact.unreadable("not asked"));
        assertThat(unread.priority()).isEqualTo(Fact.known(5));
        assertThat(unread.running()).isEqualTo(Fact.unreadable("no name"));
        assertThat(unread.doubts()).isEmpty();
    }
}
