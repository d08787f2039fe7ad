package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.plan.whole.FoundFiles;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.plan.whole.UndoneStep;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Files of network stacks and drivers go back as a whole, with the interfaces of their host. */
class RollbackFilesTest {
    private static final String NETWORK = "/etc/systemd/network/ib0.network";
    private static final String MODULES = "/etc/modprobe.d/ibplay.conf";
    private static final String KEPT =
            "/var/lib/ibplay/kept/" + "r1" + "/" + NETWORK.substring(1).replace("/", "%2F");
    private static final Bytes OLD = Bytes.ofLatin1("[Match]\nName=ib0\n\u00ff\n");
    private static final Bytes NEW = Bytes.ofLatin1("[Match]\nName=ib0\n\u00ff\n[Link]\nMTUBytes=1500\n");

    private final ModelFabric fabric = ModelFabric.twoK();
    private final Map<String, Fact<Bytes>> files =
            new HashMap<>(Map.of(NETWORK, Fact.known(NEW), KEPT, Fact.known(OLD), MODULES, Fact.known(NEW)));

    private static Optional<FileState> state(Bytes content) {
        return Optional.of(FileState.of(content, ""));
    }

    private Plan undo(Effect... effects) {
        var step = new UndoneStep(4, "node1", OptionalInt.of(0), true, List.of(effects));
        return Restoration.of("r1", List.of(step), List.of(new Restoration.Target("node1", true, false)))
                .plan(fabric.observed(), new FoundFiles(Map.of("node1", files)), EarlierRun.UNDO);
    }

    @Test
    void underTheGuardOfTheInterface() {
        fabric.host("node1").withInterface(1500);
        Plan plan = undo(
                new Effect.LinkMtuEffect("ib0", OptionalInt.of(2044), OptionalInt.of(1500)),
                new Effect.FileEffect(NETWORK, state(OLD), state(NEW), Optional.of(KEPT)),
                new Effect.CommandEffect(List.of("netplan", "generate")),
                new Effect.CommandEffect(List.of("rm", "-rf", "/")));

        assertThat(plan.isRefused()).as("%s", plan.diagnostics()).isFalse();
        List<Step> steps = plan.growing().getFirst().steps();
        assertThat(((Step.Guarded) steps.getFirst()).commit())
                .containsExactly(new Operation.ReplaceFile(NETWORK, Optional.of(NEW), OLD, 0644));
        assertThat(((Step.Act) steps.getLast()).operations())
                .as("only what makes a stack read its files")
                .extracting(o -> ((Operation.RunCommand) o).arguments())
                .containsExactly(List.of("netplan", "generate"));
        assertThat(plan.differences())
                .extracting(d -> d.resource() + " " + d.attribute())
                .containsExactly("ipoib ib0 mtu", "file " + NETWORK + " content");
    }

    @Test
    void aFileAloneAndOneThatWasNotThere() {
        Plan plan = undo(
                new Effect.FileEffect(NETWORK, state(OLD), state(NEW), Optional.of(KEPT)),
                new Effect.FileEffect(MODULES, Optional.empty(), state(NEW), Optional.empty()));

        assertThat(plan.growing().getFirst().steps())
                .extracting(Step::what)
                .containsExactly("write " + NETWORK + " and remove " + MODULES);
        assertThat(plan.diagnostics())
                .as("a driver reads its options when it is loaded")
                .singleElement()
                .satisfies(d -> assertThat(d.message()).startsWith(MODULES + " counts from the next start"));
    }

    @Test
    void whatIsBackIsLeftAlone() {
        files.put(NETWORK, Fact.known(OLD));
        files.put(KEPT, Fact.absent());

        Plan plan = undo(new Effect.FileEffect(NETWORK, state(OLD), state(NEW), Optional.of(KEPT)));
        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.hasDifferences()).isFalse();
    }

    @Test
    void childrenAreNotUndoneInHalf() {
        Plan plan = undo(
                new Effect.AttributeEffect("/sys/class/net/ib0/create_child", Optional.empty(), "0x8001"),
                new Effect.FileEffect(NETWORK, state(OLD), state(NEW), Optional.of(KEPT)));

        assertThat(plan.isRefused()).isTrue();
        assertThat(plan.diagnostics()).anySatisfy(d -> {
            assertThat(d.message()).contains("made or removed a P_Key child");
            assertThat(d.hint()).contains("write state: absent (or present) for it in a playbook");
        });
        assertThat(undo(new Effect.AttributeEffect("/sys/class/net/ib0/delete_child", Optional.empty(), "0x8001"))
                        .isRefused())
                .isTrue();
    }
}
