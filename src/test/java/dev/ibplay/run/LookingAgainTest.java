package dev.ibplay.run;

import static dev.ibplay.verify.SampleFabric.ACTIVE;
import static dev.ibplay.verify.SampleFabric.MASTER;
import static dev.ibplay.verify.SampleFabric.STANDBY;
import static dev.ibplay.verify.SampleFabric.portInfo;
import static dev.ibplay.verify.SampleFabric.smInfo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.plan.Observed;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.verify.SampleFabric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long verification waits for a sweep, and what it makes of what has changed meanwhile. */
class LookingAgainTest {
    private final HostStates states = new HostStates(List.of("h1"), event -> {});
    private final List<Duration> pauses = new ArrayList<>();
    private int batches;

    private final class Unhurried implements Patience {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void pause(Duration duration) {
            pauses.add(duration);
        }

        @Override
        public boolean isStopping() {
            return false;
        }
    }

    private HostSession answering(byte[] manager) {
        return new HostSession() {
            @Override
            public List<Outcome> run(Batch batch, Duration timeLimit) {
                batches++;
                return List.of(
                        new Outcome.AttributeRead(Bytes.of(manager)),
                        new Outcome.AttributeRead(Bytes.of(portInfo(ACTIVE, 1, true))),
                        new Outcome.AttributeRead(Bytes.of(portInfo(ACTIVE, 1, false))));
            }

            @Override
            public SessionCounts counts() {
                return new SessionCounts(1, 1, batches);
            }

            @Override
            public void close() {}
        };
    }

    private List<Diagnostic> look(String conf, byte[] manager, DesiredHost desired) {
        states.opened("h1", answering(manager));
        var instance = new OpensmInstance(
                new FileObserved("/etc/opensm/opensm.conf", Fact.known(Bytes.ofUtf8(conf)), 0),
                new FileObserved("/etc/opensm/partitions.conf", Fact.absent(), 0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        var opensm = new OpensmObserved(
                new OpensmLauncher(
                        OpensmLauncher.Kind.BY_HAND,
                        Optional.empty(),
                        List.of(),
                        Fact.known(false),
                        Optional.empty(),
                        Optional.empty()),
                List.of(instance));
        var port = new AdapterPort(new MadPort("mlx5_0", 1), Optional.of(SampleFabric.FIRST_PORT), true, true, true);
        var facts = new HostFacts("h1", List.of(port), List.of(), Fact.known(opensm));
        return new LookingAgain(states, new Unhurried())
                .look(List.of(desired), new Observed(Map.of("h1", facts), List.of(SampleFabric.facts())));
    }

    private static DesiredHost managed() {
        Span span = Span.at("site.yml", 3, 5);
        SubnetManager opensm = SubnetManager.only(Optional.empty(), List.of(), span);
        return new DesiredHost("h1", true, List.of(new DesiredHost.Wanted(0, opensm, true)));
    }

    @Test
    void aSweepOfTheMasterIsWaitedFor() {
        List<Diagnostic> found = look("sweep_interval 3\n", smInfo(MASTER, 7, 101), managed());
        assertThat(pauses).containsExactly(Duration.ofSeconds(4));
        assertThat(batches).isEqualTo(1);
        assertThat(found).extracting(Diagnostic::code).containsExactly(Code.SUBNET_MANAGER_SILENT);
    }

    @Test
    void openSmsDefaultIsTenSecondsAndNobodyWaitsForHours() {
        look("", smInfo(MASTER, 7, 101), managed());
        look("sweep_interval 7200\n", smInfo(MASTER, 7, 100), managed());
        assertThat(pauses).containsExactly(Duration.ofSeconds(11), Duration.ofSeconds(61));
    }

    @Test
    void aMasterThatDoesNotSweepMayBeStill() {
        assertThat(look("sweep_interval 0\n", smInfo(MASTER, 7, 100), managed()))
                .extracting(Diagnostic::code)
                .containsExactly(Code.SUBNET_MANAGER_SILENT);
        assertThat(look("sweep_interval 2\n", smInfo(MASTER, 7, 100), managed()))
                .extracting(Diagnostic::code)
                .containsExactly(Code.SUBNET_MANAGER_SILENT, Code.FABRIC_UNSTABLE);
    }

    @Test
    void aMasterThatHandsOverIsNoProof() {
        assertThat(look("sweep_interval 2\n", smInfo(STANDBY, 7, 101), managed()))
                .filteredOn(d -> d.code() == Code.FABRIC_UNSTABLE)
                .extracting(Diagnostic::message)
                .containsExactly(
                        "the subnet manager on \"h1 HCA-1\" port 1 (0x0000000000000011) was MASTER and is STANDBY");
    }

    @Test
    void fabricsWhoseSubnetManagersNoPlayDescribesAreNotWaitedFor() {
        assertThat(look("", smInfo(STANDBY, 7, 101), new DesiredHost("h1", true, List.of())))
                .isEmpty();
        assertThat(pauses).isEmpty();
        assertThat(batches).isZero();
    }
}
