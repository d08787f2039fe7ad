package dev.ibplay.verify;

import static dev.ibplay.verify.SampleFabric.ACTIVE;
import static dev.ibplay.verify.SampleFabric.MASTER;
import static dev.ibplay.verify.SampleFabric.STANDBY;
import static dev.ibplay.verify.SampleFabric.facts;
import static dev.ibplay.verify.SampleFabric.portInfo;
import static dev.ibplay.verify.SampleFabric.smInfo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecondLookTest {
    private static List<String> changes(boolean sweeps, byte[] manager, byte[] first, byte[] second) {
        List<Outcome> outcomes = List.of(
                new Outcome.AttributeRead(Bytes.of(manager)),
                new Outcome.AttributeRead(Bytes.of(first)),
                new Outcome.AttributeRead(Bytes.of(second)));
        return new SecondLook(facts(), sweeps).changes(outcomes);
    }

    private static List<String> changes(byte[] manager, byte[] second) {
        return changes(true, manager, portInfo(ACTIVE, 1, true), second);
    }

    @Test
    void itAsksEachManagerThatAnsweredAndEachActivePort() {
        assertThat(new SecondLook(facts(), true).operations(MadKey.of(7)))
                .extracting(o -> (Operation.SubnetQuery) o)
                .extracting(q -> "%x %s %d %s"
                        .formatted(
                                q.attributeId(),
                                ((SmpAddress.ByRoute) q.to()).ports(),
                                q.attributeModifier(),
                                q.mKey().reveal()))
                .containsExactly("20 [] 0 7", "15 [] 1 7", "15 [1, 2] 1 7");
    }

    @Test
    void nothingHasChanged() {
        assertThat(changes(smInfo(MASTER, 7, 130), portInfo(ACTIVE, 1, false))).isEmpty();
    }

    @Test
    void aMasterThatIsNoMasterAnyMore() {
        assertThat(changes(smInfo(STANDBY, 7, 130), portInfo(ACTIVE, 1, false)))
                .containsExactly(
                        "the subnet manager on \"h1 HCA-1\" port 1 (0x0000000000000011) was MASTER and is STANDBY");
        assertThat(changes(smInfo(MASTER, 3, 130), portInfo(ACTIVE, 1, false)))
                .containsExactly(
                        "the subnet manager on \"h1 HCA-1\" port 1 (0x0000000000000011) had priority 7 and has 3");
    }

    @Test
    void aMasterThatHangs() {
        assertThat(changes(smInfo(MASTER, 7, 100), portInfo(ACTIVE, 1, false)))
                .containsExactly("the subnet manager on \"h1 HCA-1\" port 1 (0x0000000000000011) "
                        + "is master but does nothing: its activity count stands at 100");
        assertThat(changes(false, smInfo(MASTER, 7, 100), portInfo(ACTIVE, 1, true), portInfo(ACTIVE, 1, false)))
                .isEmpty();
    }

    @Test
    void portsThatFollowAnotherMasterOrHaveOne() {
        assertThat(changes(smInfo(MASTER, 7, 130), portInfo(ACTIVE, 9, false)))
                .containsExactly("\"h2 HCA-1\" port 1 had SMLid 1 and has 9");
        assertThat(changes(smInfo(MASTER, 7, 130), portInfo(ACTIVE, 1, true)))
                .containsExactly("a subnet manager has appeared on \"h2 HCA-1\" port 1");
        assertThat(changes(smInfo(MASTER, 7, 130), portInfo(1, 0, false))).isEmpty();
    }

    @Test
    void aManagerThatDoesNotAnswerAtAllIsNoOtherThanUnknown() {
        assertThat(SecondLook.unanswered(facts())).containsExactly("\"h3 HCA-1\" port 1 (0x0000000000000031)");
        List<Outcome> silence = List.of(new Outcome.NoAnswer(), new Outcome.NoAnswer(), new Outcome.NoAnswer());
        assertThat(new SecondLook(facts(), true).changes(silence))
                .containsExactly("the subnet manager on \"h1 HCA-1\" port 1 (0x0000000000000011) answers no more");
    }
}
