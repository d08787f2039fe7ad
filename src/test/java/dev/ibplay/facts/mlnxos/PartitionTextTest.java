package dev.ibplay.facts.mlnxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.SwitchMember;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.facts.tools.Recorded;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartitionTextTest {
    private static final String OLD = """
              Default
                PKey      = 0x7FFF
                ipoib     = yes
                mtu       = 4K
              members
                GUID='ALL' member='full'
              storage
                PKey      = 0x0005
                ipoib     = no
              members
                GUID='00:02:c9:03:00:ab:cd:01' member='full'
                GUID='00:02:c9:03:00:ab:cd:02' member='limited'
            """;

    private static final String NEW = """

            Default:
              PKey : 0x7FFF
              ipoib: yes
              mtu  : 4K

              members:
                GUID='ALL' member='full'

            storage:
              PKey : 0x0005
              ipoib: no

              members:
                GUID='00:02:c9:03:00:ab:cd:01' member='full'
                GUID='00:02:c9:03:00:ab:cd:02' member='limited'

            """;

    private static final SwitchMember ALL = new SwitchMember(Optional.empty(), Membership.FULL);

    private static SwitchMember member(long guid, Membership membership) {
        return new SwitchMember(Optional.of(new PortGuid(guid)), membership);
    }

    private static List<SwitchPartitionObserved> read(String text) {
        return PartitionText.partitions(SwitchTexts.answer(text)).ifKnown().orElseThrow();
    }

    @Test
    void bothLayoutsMeanTheSame() {
        List<SwitchPartitionObserved> expected = List.of(
                new SwitchPartitionObserved(
                        "Default",
                        Fact.known(PKey.DEFAULT),
                        Fact.known(Mtu.MTU_4096),
                        Fact.known(true),
                        Fact.known(List.of(ALL))),
                new SwitchPartitionObserved(
                        "storage",
                        Fact.known(new PKey(5)),
                        Fact.known(Mtu.MTU_2048),
                        Fact.known(false),
                        Fact.known(List.of(
                                member(0x0002c90300abcd01L, Membership.FULL),
                                member(0x0002c90300abcd02L, Membership.LIMITED)))));
        assertThat(read(OLD)).isEqualTo(expected);
        assertThat(read(NEW)).isEqualTo(expected);
    }

    @Test
    void whatCannotBeReadIsNotAbsent() {
        SwitchPartitionObserved odd = read("""
                a:
                  PKey : none
                  ipoib: perhaps
                  mtu  : huge
                  members:
                    GUID='leaf-3' member='full'
                """).getFirst();
        assertThat(odd.pkey()).isInstanceOf(Fact.Unreadable.class);
        assertThat(odd.ipoib()).isInstanceOf(Fact.Unreadable.class);
        assertThat(odd.mtu()).isInstanceOf(Fact.Unreadable.class);
        assertThat(odd.members())
                .isInstanceOfSatisfying(
                        Fact.Unreadable.class,
                        members -> assertThat(members.because()).contains("leaf-3"));
        assertThat(read("a:\n  PKey : 0x10\n").getFirst().members()).isInstanceOf(Fact.Unreadable.class);
        assertThat(read("a:\n  PKey : 0x10\n  members:\n").getFirst().members()).isEqualTo(Fact.known(List.of()));
        assertThat(PartitionText.partitions(SwitchTexts.answer("  PKey : 0x10\n")))
                .isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void aMemberThatIsCutIsNotLost() {
        String cut = OLD.substring(0, OLD.lastIndexOf(" member="));
        assertThat(read(cut).getLast().members()).isInstanceOf(Fact.Unreadable.class);
        assertThat(read(cut).getFirst().members()).isInstanceOf(Fact.Known.class);
    }

    @Test
    void recordedOnesAreRead() {
        List<Recorded> recordings = Recorded.ofKind("mlnxos-cli")
                .filter(recording -> recording.name().contains("show-ib-partition"))
                .toList();
        assertThat(recordings).hasSizeGreaterThanOrEqualTo(3);
        for (Recorded recording : recordings) {
            List<SwitchPartitionObserved> read = PartitionText.partitions(SwitchTexts.recorded(recording.text()))
                    .ifKnown()
                    .orElseThrow();
            SwitchPartitionObserved one = read.getFirst();
            assertThat(read).as(recording.name()).hasSize(1);
            boolean isDefault = one.name().equals("Default");
            assertThat(one.pkey()).isEqualTo(Fact.known(isDefault ? PKey.DEFAULT : new PKey(0x123)));
            assertThat(one.name()).isIn("Default", "0x0123");
            assertThat(one.ipoib()).isEqualTo(Fact.known(true));
            List<SwitchMember> members = one.members().ifKnown().orElseThrow();
            assertThat(members).hasSize(isDefault ? 2 : 4);
            assertThat(members.stream().filter(m -> m.membership() == Membership.FULL))
                    .hasSize(1);
            assertThat(members.contains(ALL)).isEqualTo(isDefault);
        }
    }
}
