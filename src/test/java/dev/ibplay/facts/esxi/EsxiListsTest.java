package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EsxiListsTest {
    private static final String SWITCHES_CSV = """
            BeaconEnabled,Class,MTU,Name,NumPorts,Portgroups,Uplinks,UsedPorts,
            false,etherswitch,1500,vSwitch0,1536,"VM Network,Management Network,","vmnic0,vmnic1,",6,
            false,etherswitch,2044,vSwitch1,1536,"IB-Storage,","vmnic_ib0,",4,
            """;

    private static final String VMKERNELS_TEXT = """
            vmk0
               Name: vmk0
               MAC Address: 00:50:56:00:00:01
               Portset: vSwitch0
               MTU: 1500

            vmk1
               Name: vmk1
               Portset: vSwitch1
               MTU: 4092
            """;

    private static Outcome says(int status, String text) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(status), Bytes.ofUtf8(text), Bytes.EMPTY);
    }

    /** A release without csv must not cost another question: the shell asks again itself. */
    @Test
    void oneQuestionAsksForEitherForm() {
        assertThat(((RunCommand) EsxiLists.parameters("mlx4_core")).arguments())
                .containsExactly(
                        "sh",
                        "-c",
                        "esxcli --formatter=csv \"$@\" || esxcli \"$@\"",
                        "sh",
                        "system",
                        "module",
                        "parameters",
                        "list",
                        "-m",
                        "mlx4_core");
    }

    @Test
    void csvAndTextAreBothRead() {
        assertThat(EsxiLists.switchMtu("vSwitch1", says(0, SWITCHES_CSV))).isEqualTo(Fact.known(2044));
        assertThat(EsxiLists.switchMtu("vSwitch9", says(0, SWITCHES_CSV))).isEqualTo(Fact.absent());
        assertThat(EsxiLists.vmkernelMtu("vmk1", says(0, VMKERNELS_TEXT))).isEqualTo(Fact.known(4092));
        assertThat(EsxiLists.vmkernelMtu("vmk0", says(0, VMKERNELS_TEXT))).isEqualTo(Fact.known(1500));
    }

    @Test
    void whatFailsIsUnreadableAndNeverAbsent() {
        assertThat(EsxiLists.switchMtu("vSwitch1", says(1, "Connection failed")))
                .isInstanceOf(Fact.Unreadable.class);
        assertThat(EsxiLists.vmkernelMtu(
                        "vmk1", new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.EMPTY, Bytes.EMPTY)))
                .isInstanceOf(Fact.Unreadable.class);
        assertThat(EsxiLists.parameters("nosuch", says(1, "Unable to find module")))
                .isNotInstanceOf(Fact.Known.class);
    }

    @Test
    void onlyParametersThatAreSetCount() {
        String csv = """
                Description,Name,Type,Value,
                Enable debug tracing if > 0,debug_level,int,,
                "configure 4k mtu (mtu_4k > 0)",mtu_4k,int,1,
                """;
        String table = """
                Name         Type  Value  Description
                -----------  ----  -----  -----------------------------
                debug_level  int          Enable debug tracing if > 0
                mtu_4k       int   1      configure 4k mtu (mtu_4k > 0)
                """;
        assertThat(EsxiLists.parameters("mlx4_core", says(0, csv))).isEqualTo(Fact.known(Map.of("mtu_4k", "1")));
        assertThat(EsxiLists.parameters("mlx4_core", says(0, table))).isEqualTo(Fact.known(Map.of("mtu_4k", "1")));
    }
}
