package dev.ibplay.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.recorded.Concealment;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.recorded.KeyStandIns;
import dev.ibplay.gather.ToolQueries;
import dev.ibplay.gather.recorded.RecordingFolder;
import dev.ibplay.gather.recorded.RecordingSession;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.run.HostFactsRun;
import dev.ibplay.run.RecordedHosts;
import dev.ibplay.run.SessionOpener;
import dev.ibplay.run.Survey;
import dev.ibplay.run.Vantage;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.posix.PosixSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hosts of a lab whose facts are saved, and read again without them. */
class RecordedLabTest {
    private static final List<String> HOSTS = List.of("sm1", "sm2", "node01", "node02", "node03");
    private static final Vantage SURVEY = new Vantage(Optional.empty(), Optional.empty(), Optional.empty(), 16, true);

    /** How hosts are reached. */
    enum FarEnd {
        HELPER,
        SHELL
    }

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path parent;

    private String playbook = "";

    @BeforeEach
    void readPlaybook() throws Exception {
        playbook = Files.readString(Path.of("playbooks/site.yml"));
    }

    private static SessionOpener opener(LabRun lab, FarEnd end) {
        return switch (end) {
            case HELPER -> lab::open;
            case SHELL -> host -> new ToolQueries(PosixSession.open(host, new PipedConnection(lab.machine(host))));
        };
    }

    private RecordedHosts saved(List<HostRecording> recordings) throws Exception {
        var folder = new RecordingFolder(parent.resolve("facts"));
        folder.create();
        var concealment = new Concealment(new KeyStandIns());
        for (HostRecording recording : recordings) {
            folder.save(recording, concealment, Instant.EPOCH);
        }
        var problems = new Problems();
        RecordedHosts hosts = RecordedHosts.load(folder, HOSTS, problems).orElseThrow();
        assertThat(problems.isEmpty()).isTrue();
        return hosts;
    }

    private static Observed look(DesiredState hosts, SessionOpener opener) {
        try (var survey = new Survey(hosts, opener, SURVEY, 2, event -> {})) {
            Observed observed = survey.look();
            assertThat(survey.hosts()).allMatch(host -> host.status() == HostStatus.OK);
            return observed;
        }
    }

    @ParameterizedTest
    @EnumSource(FarEnd.class)
    void savedHostsTellTheSame(FarEnd end) throws Exception {
        try (LabRun lab = new LabRun(LabLayout.sample(3))) {
            DesiredState desired = lab.desired(playbook);
            Map<String, RecordingSession> sessions = new ConcurrentHashMap<>();
            SessionOpener live = opener(lab, end);
            Observed observed = look(desired, host -> {
                var session = new RecordingSession(live.open(host));
                sessions.put(host, session);
                return session;
            });
            RecordedHosts saved = saved(sessions.entrySet().stream()
                    .map(e -> new HostRecording(e.getKey(), e.getValue().exchanges()))
                    .toList());

            Observed again = look(desired, saved);
            assertThat(again.hosts()).hasSize(HOSTS.size());
            assertThat(again.fabrics()).hasSize(end == FarEnd.HELPER ? 1 : 0);
            assertThat(again).usingRecursiveComparison().isEqualTo(observed);
        }
    }

    @ParameterizedTest
    @EnumSource(FarEnd.class)
    void aPlanMadeFromSavedFactsIsTheSame(FarEnd end) throws Exception {
        try (LabRun lab = new LabRun(LabLayout.sample(3))) {
            DesiredState desired = lab.desired(playbook);
            SessionOpener live = opener(lab, end);
            RecordedHosts saved;
            try (var run = HostFactsRun.recording(desired.hosts(), live, 2, event -> {})) {
                assertThat(run.read()).hasSize(HOSTS.size());
                saved = saved(run.recordings());
            }
            Plan plan = lab.plan(desired, live);
            assertThat(plan.hasSteps()).isTrue();
            assertThat(lab.plan(desired, saved)).isEqualTo(plan);
        }
    }

    @Test
    void aPlaybookMayNameAPartitionThatNobodyIsIn() throws Exception {
        String other = """
                - hosts: subnet_managers
                  state:
                    opensm:
                      partitions:
                        - {name: storage, pkey: 0x8005, ipoib: true, mtu: 4096, members: {ALL: full}}
                """;
        try (LabRun lab = new LabRun(LabLayout.sample(3))) {
            DesiredState desired = lab.desired(other);
            SessionOpener live = opener(lab, FarEnd.HELPER);
            try (var run = HostFactsRun.recording(desired.hosts(), live, 2, event -> {})) {
                run.read();
                assertThat(lab.plan(desired, saved(run.recordings()))).isEqualTo(lab.plan(desired, live));
            }
        }
    }

    @Test
    void hostsThatCouldNotBeReadAreNotSaved() throws Exception {
        try (LabRun lab = new LabRun(LabLayout.sample(3))) {
            SessionOpener live = opener(lab, FarEnd.HELPER);
            SessionOpener broken = host -> {
                if (host.equals("node02")) {
                    throw new TransportException(
                            host, TransportException.Kind.UNREACHABLE, "refused", Optional.empty());
                }
                return live.open(host);
            };
            try (var run = HostFactsRun.recording(lab.desired(playbook).hosts(), broken, 2, event -> {})) {
                run.read();
                RecordedHosts saved = saved(run.recordings());
                assertThat(run.recordings())
                        .extracting(HostRecording::host)
                        .containsExactly("node01", "node03", "sm1", "sm2");
                assertThat(run.recordings())
                        .as("each fabric is looked at from one port")
                        .filteredOn(recording -> recording.exchanges().stream()
                                .anyMatch(e -> e.operation() instanceof Operation.DiscoverFabric))
                        .hasSize(1);
                assertThatThrownBy(() -> saved.open("node02")).isInstanceOfSatisfying(TransportException.class, e -> {
                    assertThat(e.kind()).isEqualTo(TransportException.Kind.UNREACHABLE);
                    assertThat(e.hint().orElseThrow())
                            .isEqualTo("save them first: ibplay facts --save " + parent.resolve("facts") + " node02");
                });
            }
        }
    }
}
