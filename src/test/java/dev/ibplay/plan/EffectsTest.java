package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.SetLinkMtu;
import dev.ibplay.exec.Operation.WriteAttribute;
import dev.ibplay.exec.Signal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EffectsTest {
    private static final String CONF = "/etc/opensm/opensm.conf";
    private static final Bytes OLD = Bytes.ofUtf8("m_key 0x1\nsm_priority 3\n");
    private static final Bytes NEW = Bytes.ofUtf8("m_key 0x2\nsm_priority 5\n");

    private static List<Effect> act(List<Fingerprint> restsOn, List<Operation> operations, List<Operation> undo) {
        return Effects.of(new Step.Act("h", "what", restsOn, operations, undo));
    }

    private static ReplaceFile replace(String path, Optional<Bytes> before, Bytes after) {
        return new ReplaceFile(path, before, after, 0644);
    }

    private static FileState state(Bytes content, String text) {
        return new FileState(FileState.sha256(content.toArray()), content.size(), Optional.of(text));
    }

    @Test
    void aFileHasTheHashOfAllOfItAndATextWithoutSecrets() {
        assertThat(act(List.of(), List.of(replace(CONF, Optional.of(OLD), NEW)), List.of()))
                .containsExactly(new Effect.FileEffect(
                        CONF,
                        Optional.of(state(OLD, "m_key <hidden>\nsm_priority 3\n")),
                        Optional.of(state(NEW, "m_key <hidden, changed>\nsm_priority 5\n")),
                        Optional.empty()));
        assertThat(FileState.sha256(OLD.toArray()))
                .isEqualTo("a3a9e2807001f320c6d83daf6eee438ec645968b568293232c55149bb1976a95");
    }

    @Test
    void aNewFileAndOneThatGoes() {
        assertThat(act(List.of(), List.of(replace("/a", Optional.empty(), NEW), new RemoveFile("/b", OLD)), List.of()))
                .extracting(
                        e -> ((Effect.FileEffect) e).before().isPresent(),
                        e -> ((Effect.FileEffect) e).after().isPresent())
                .containsExactly(tuple(false, true), tuple(true, false));
    }

    @Test
    void anOldContentThatTheStepKeepsIsNoEffectOfItsOwn() {
        String kept = "/var/lib/ibplay/kept/20261130T110702-3f9a/etc%2Fopensm%2Fopensm.conf";

        assertThat(act(
                        List.of(),
                        List.of(replace(kept, Optional.empty(), OLD), replace(CONF, Optional.of(OLD), NEW)),
                        List.of()))
                .singleElement()
                .extracting(e -> ((Effect.FileEffect) e).kept())
                .isEqualTo(Optional.of(kept));
    }

    @Test
    void runningValuesHaveTheOldOneOfTheUndo() {
        String mode = "/sys/class/net/ib0/mode";

        assertThat(act(
                        List.of(),
                        List.of(new WriteAttribute(mode, Bytes.ofUtf8("connected\n")), new SetLinkMtu("ib0", 65520)),
                        List.of(new WriteAttribute(mode, Bytes.ofUtf8("datagram\n")), new SetLinkMtu("ib0", 2044))))
                .containsExactly(
                        new Effect.AttributeEffect(mode, Optional.of("datagram"), "connected"),
                        new Effect.LinkMtuEffect("ib0", OptionalInt.of(2044), OptionalInt.of(65520)));
    }

    @Test
    void elseOfWhatTheStepRestsOn() {
        String mtu = "/sys/class/net/ib0/mtu";
        var print = new Fingerprint("ib0 mtu", ReadFile.of(mtu), List.of("2044", "4092"), "1500");

        assertThat(act(List.of(print), List.of(new SetLinkMtu("ib0", 1500)), List.of()))
                .containsExactly(new Effect.LinkMtuEffect("ib0", OptionalInt.of(2044), OptionalInt.of(1500)));
        assertThat(act(List.of(), List.of(new SetLinkMtu("ib0", 1500)), List.of()))
                .containsExactly(new Effect.LinkMtuEffect("ib0", OptionalInt.empty(), OptionalInt.of(1500)));
    }

    @Test
    void aModeMovesTheMtuTooAsTheUndoKnows() {
        assertThat(act(
                        List.of(),
                        List.of(new WriteAttribute("/sys/class/net/ib0/mode", Bytes.ofUtf8("datagram\n"))),
                        List.of(new SetLinkMtu("ib0", 65520))))
                .contains(new Effect.LinkMtuEffect("ib0", OptionalInt.of(65520), OptionalInt.empty()));
    }

    @Test
    void aGuardedStepSetsBeforeItNamesItsFiles() {
        var step = new Step.Guarded(
                "h",
                "what",
                List.of(),
                List.of(),
                "/run/ibplay/guard",
                Bytes.EMPTY,
                List.of(replace("/etc/x", Optional.of(OLD), NEW)),
                List.of(new SetLinkMtu("ib0", 4092)),
                List.of(new SetLinkMtu("ib0", 2044), RunCommand.of(Duration.ofSeconds(1), "nmcli", "x.psk", "geheim")),
                List.of(),
                Duration.ofSeconds(120));

        assertThat(Effects.of(step))
                .hasSize(2)
                .startsWith(new Effect.LinkMtuEffect("ib0", OptionalInt.of(2044), OptionalInt.of(4092)));
        assertThat(Effects.undoCommands(step)).containsExactly(List.of("nmcli", "x.psk", "<hidden>"));
    }

    @Test
    void signalsCommandsAndQuestions() {
        assertThat(act(
                        List.of(),
                        List.of(
                                new Operation.SendSignal(12, 345, Signal.HUP),
                                RunCommand.of(Duration.ofSeconds(1), "systemctl", "restart", "opensm")),
                        List.of()))
                .containsExactly(
                        new Effect.SignalEffect(Signal.HUP, 12),
                        new Effect.CommandEffect(List.of("systemctl", "restart", "opensm")));
        assertThat(Effects.of(new Step.Await("h", "w", List.of(), Duration.ZERO, Duration.ZERO)))
                .isEmpty();
    }

    @Test
    void whatIsNoTextHasNone() {
        Bytes binary = Bytes.of(new byte[] {0, 1, 2});

        assertThat(FileState.of(binary, "x").text()).isEmpty();
    }
}
