package dev.ibplay.run;

import static dev.ibplay.verify.SampleFabric.MASTER;
import static dev.ibplay.verify.SampleFabric.STANDBY;
import static dev.ibplay.verify.SampleFabric.smInfo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import dev.ibplay.verify.SampleFabric;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether a fabric still has the master that it had, asked between batches. */
class FabricHealthTest {
    private static final List<String> BATCH = List.of("h1");
    private static final Outcome SILENT = new Outcome.NoAnswer();

    private static final String FIRST = name(0x11);
    private static final String THIRD = name(0x31);

    private static String name(long guid) {
        return SampleFabric.facts().fabric().nameOf(new PortGuid(guid));
    }

    private final HostStates states = new HostStates(List.of("h1"), event -> {});
    private final Deque<List<Outcome>> answers = new ArrayDeque<>();
    private int batches;
    private int pauses;
    private boolean gone;

    private static Outcome manager(int state) {
        return new Outcome.AttributeRead(Bytes.of(smInfo(state, 7, 1)));
    }

    /** What the subnet managers of h1 and h3 say when they are asked next; the last one is said again. */
    private void says(Outcome first, Outcome third) {
        answers.add(List.of(first, third));
    }

    private final class Asked implements HostSession {
        @Override
        public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
            if (gone) {
                throw new TransportException(
                        "h1", TransportException.Kind.CONNECTION_LOST, "the connection broke", Optional.empty());
            }
            batches++;
            assertThat(batch.operations()).hasSize(2);
            return answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
        }

        @Override
        public SessionCounts counts() {
            return new SessionCounts(1, 1, batches);
        }

        @Override
        public void close() {}
    }

    private final class Unhurried implements Patience {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void pause(Duration duration) {
            pauses++;
        }

        @Override
        public boolean isStopping() {
            return false;
        }
    }

    private FabricHealth health() {
        states.opened("h1", new Asked());
        var facts = new HostFacts("h1", List.of(port(SampleFabric.FIRST_PORT)), List.of(), noOpensm());
        var health = new FabricHealth(
                new Observed(Map.of("h1", facts), List.of(SampleFabric.facts())), states, new Unhurried());
        health.begin();
        return health;
    }

    private static Fact<OpensmObserved> noOpensm() {
        return Fact.absent();
    }

    private static AdapterPort port(PortGuid guid) {
        return new AdapterPort(new MadPort("mlx5_0", 1), Optional.of(guid), true, true, true);
    }

    @Test
    void theSameMasterIsHealthyAndCostsOneQuestion() {
        says(manager(MASTER), SILENT);
        FabricHealth health = health();
        assertThat(health.complaint(BATCH)).isEmpty();
        assertThat(batches).isEqualTo(2);
        assertThat(pauses).isZero();
    }

    @Test
    void aLostPacketIsAskedForAgain() {
        says(manager(MASTER), SILENT);
        says(SILENT, SILENT);
        says(manager(MASTER), manager(STANDBY));
        assertThat(health().complaint(BATCH)).isEmpty();
        assertThat(pauses).isEqualTo(1);
    }

    @Test
    void anotherMaster() {
        says(manager(MASTER), SILENT);
        says(manager(STANDBY), manager(MASTER));
        assertThat(health().complaint(BATCH))
                .contains("the master of the fabric is %s now, and was %s".formatted(THIRD, FIRST));
    }

    @Test
    void twoMastersAndNone() {
        says(manager(MASTER), SILENT);
        says(manager(MASTER), manager(MASTER));
        assertThat(health().complaint(BATCH)).contains("the fabric has 2 masters: %s, %s".formatted(FIRST, THIRD));

        answers.clear();
        says(manager(MASTER), SILENT);
        says(SILENT, SILENT);
        assertThat(health().complaint(BATCH))
                .contains(FIRST + " is master of its fabric no more, and no other known subnet manager is");
    }

    @Test
    void whereNobodyCanAskItCannotBeTold() {
        says(manager(MASTER), SILENT);
        FabricHealth health = health();
        gone = true;
        assertThat(health.complaint(BATCH))
                .contains("whether %s is still the fabric's only master cannot be told: no host can ask"
                        .formatted(FIRST));
    }

    @Test
    void fabricsOfOtherHostsAreNotAsked() {
        says(manager(MASTER), SILENT);
        FabricHealth health = health();
        assertThat(health.complaint(List.of("h9"))).isEmpty();
        assertThat(batches).isEqualTo(1);
    }

    /** There was no single master to begin with: the plan says so, and batches cannot make it worse. */
    @Test
    void aFabricThatHadTwoMastersIsNotJudged() {
        says(manager(MASTER), manager(MASTER));
        says(SILENT, SILENT);
        assertThat(health().complaint(BATCH)).isEmpty();
    }
}
