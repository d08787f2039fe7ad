package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.gather.recorded.RecordingFolder;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.journal.RehearsalRecord;
import dev.ibplay.journal.RehearsalRecord.Doubt;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.faults.FaultRules;
import dev.ibplay.lab.operations.HelperProgram;
import dev.ibplay.lab.ssh.LabSshServer;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.rehearsal.PlanDoubts;
import dev.ibplay.rehearsal.Timeline;
import dev.ibplay.rehearsal.Twins;
import dev.ibplay.report.RehearsalText;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.RecordedHosts;
import dev.ibplay.run.RecordingOpener;
import dev.ibplay.run.Run;
import dev.ibplay.run.SessionOpener;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.helper.CarriedHelpers;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.ssh.HomeDirectory;
import dev.ibplay.transport.ssh.SshSettings;
import dev.ibplay.transport.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A rehearsal: reads the hosts, or what is saved of them, makes their twins, and has the run on those. */
final class Rehearsing {
    private static final String COMMAND = "lab rehearse";

    /**
     * How it is done.
     *
     * @param facts where facts of the hosts are saved; empty to ask the hosts
     * @param pace how fast the twins' time passes
     */
    record Manner(Optional<Path> facts, double pace, FaultRules faults, boolean allowRemoval) {}

    private final Console console;
    private final Map<String, String> environment;
    private final PlaybookOptions options;
    private final Manner manner;
    private final PlaybookInput input;

    /** What hosts or twins were found to be, and what is planned for them. */
    private record Look(Observed observed, Plan plan) {}

    /** What is known of the real ones. */
    private record Known(
            Look look,
            Map<String, HostRecording> recordings,
            Map<String, MadKeys> keys,
            Map<String, String> withoutTwins) {}

    Rehearsing(Console console, Map<String, String> environment, PlaybookOptions options, Manner manner) {
        this.console = console;
        this.environment = new HashMap<>(environment);
        this.environment.put(Pace.VARIABLE, Double.toString(manner.pace()));
        this.options = options;
        this.manner = manner;
        this.input = new PlaybookInput(console, options, new HostsOfRuns(environment, Optional.empty()));
    }

    ExitCode run() throws IOException, InterruptedException {
        if (options.reports.isAny()) {
            console.say("ibplay: a rehearsal has no --events, --junit and --prometheus: nothing happens to the hosts");
            console.say("  hint: --format json tells all of a rehearsal");
            return ExitCode.INVALID_INPUT;
        }
        Optional<DesiredState> desired = input.desired();
        if (desired.isEmpty()) {
            return ExitCode.INVALID_INPUT;
        }
        if (options.listHosts) {
            input.listHosts(desired.get());
            return ExitCode.OK;
        }
        Optional<HostConnector> hosts = input.connector(desired.get(), options.forks);
        if (hosts.isEmpty()) {
            return ExitCode.INVALID_INPUT;
        }
        console.hide(Recording.redaction(
                hosts.get(), input.extra(), desired.get(), input.files().vault()));
        try (HostConnector connector = hosts.get()) {
            Optional<Known> known = known(desired.get(), connector);
            return known.isEmpty() ? ExitCode.INVALID_INPUT : rehearse(desired.get(), connector, known.get());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform makes keys", e);
        }
    }

    /** Nothing where what is saved cannot be read. */
    private Optional<Known> known(DesiredState desired, HostConnector connector) {
        if (manner.facts().isEmpty()) {
            console.say("the hosts are only read");
            return Optional.of(known(desired, new RecordingOpener(connector)));
        }
        Path folder = manner.facts().get();
        if (!Files.isDirectory(folder)) {
            console.say("ibplay: --facts: there is no folder " + folder);
            return Optional.empty();
        }
        var problems = new Problems();
        Optional<RecordedHosts> saved = RecordedHosts.load(
                new RecordingFolder(folder),
                desired.hosts().stream().map(DesiredHost::host).toList(),
                problems);
        console.show(problems);
        return saved.map(recorded -> known(desired, new RecordingOpener(new SavedHosts(recorded, connector))));
    }

    /** Hosts as they were saved; ports that a host cannot tell are still those of the inventory. */
    private record SavedHosts(RecordedHosts saved, HostConnector connector) implements SessionOpener {
        @Override
        public HostSession open(String host) throws TransportException {
            return saved.open(host);
        }

        @Override
        public MadKeys keys(String host) {
            return saved.keys(host);
        }

        @Override
        public Map<String, PortGuid> toldPorts(String host) {
            return connector.toldPorts(host);
        }
    }

    private Known known(DesiredState desired, RecordingOpener opener) {
        Look all = look(desired, opener);
        Map<String, String> without = Twins.without(all.observed());
        without.forEach((host, why) -> console.say(host + ": not rehearsed: " + why));
        // What is left to plan for may differ without them.
        Look look = without.isEmpty() ? all : look(desired, new LeftOut(opener, without));
        Map<String, HostRecording> recordings = new HashMap<>();
        Map<String, MadKeys> keys = new HashMap<>();
        for (String host : look.observed().hosts().keySet()) {
            recordings.put(host, opener.recording(host));
            keys.put(host, opener.keys(host));
        }
        return new Known(look, recordings, keys, without);
    }

    private Look look(DesiredState desired, SessionOpener opener) {
        Interruption interruption = Interruption.watch(Pace.of(environment));
        try (Run run = new Run(
                desired,
                opener,
                unrecorded().identity(manner.allowRemoval()),
                options.forks,
                interruption,
                SurveyTalk.of(console))) {
            Plan plan = run.planFromAll();
            return new Look(run.observed(), plan);
        } finally {
            interruption.finish();
        }
    }

    private static Recording unrecorded() {
        return Recording.none(Clock.systemUTC(), new SecureRandom());
    }

    private ExitCode rehearse(DesiredState desired, HostConnector connector, Known known)
            throws IOException, InterruptedException, GeneralSecurityException {
        try (LabFolder folder = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(manner.pace());
                Twins twins = Twins.start(known.look().observed(), known.recordings(), folder, clock)) {
            console.say("lab: %d twins, whose time passes %.0f times as fast"
                    .formatted(known.recordings().size(), manner.pace()));
            connector.replaceHosts(standIns(twins, known));
            List<Look> looks = new ArrayList<>();
            twins.settle(() -> {
                looks.add(look(desired, new LeftOut(connector, known.withoutTwins())));
                return looks.getLast().observed();
            });
            List<Doubt> otherPlan =
                    PlanDoubts.between(known.look().plan(), looks.getLast().plan());
            if (!otherPlan.isEmpty()) {
                return refuse(twins.doubts(), otherPlan);
            }
            fail(twins);
            return onTwins(desired, connector, known, twins, new Timeline(clock));
        }
    }

    /** What a run on such twins shows is not what would happen. */
    private ExitCode refuse(List<Doubt> doubts, List<Doubt> otherPlan) {
        List<Doubt> all = new ArrayList<>(doubts);
        all.addAll(otherPlan);
        console.data(RehearsalText.of(new RehearsalRecord(List.of(), List.of(), all)));
        console.show(Diagnostic.error(
                        Code.REHEARSAL,
                        new Location.Run(),
                        "the plan for the twins is another one than that for the hosts, so that nothing was rehearsed")
                .withHint("what differs is listed under \"Twins\""));
        return ExitCode.FAILED;
    }

    private void fail(Twins twins) throws GeneralSecurityException, IOException {
        manner.faults()
                .withoutHost(twins.lab().hosts())
                .ifPresent(rule -> console.say("warning: no host is called " + rule.hosts()));
        manner.faults().apply(twins.lab().hosts(), twins.lab().servers(), System.nanoTime());
    }

    private ExitCode onTwins(
            DesiredState desired, HostConnector connector, Known known, Twins twins, Timeline timeline) {
        var dialogue = new RunDialogue(console, environment, options.output, options.strict, RunMode.APPLY, COMMAND);
        dialogue.rehearses(() -> new RehearsalRecord(timeline.steps(), twins.outages(timeline), twins.doubts()));
        return dialogue.carryOut(
                connector,
                hosts -> unrecorded(),
                (hosts, recording, interruption) -> new Run(
                        desired,
                        new LeftOut(hosts, known.withoutTwins()),
                        recording.identity(manner.allowRemoval()),
                        options.forks,
                        interruption,
                        recording.recorder(),
                        event -> {
                            timeline.note(event);
                            dialogue.tell(event);
                        }));
    }

    /** The helper goes to Linux only; whoever finds out that a twin runs another system asks as of any other host. */
    private static Map<String, HostConnector.StandIn> standIns(Twins twins, Known known) {
        HelperChoice helper = CarriedHelpers.sha256().isEmpty()
                ? new HelperChoice.AtPath(HelperProgram.PATH)
                : new HelperChoice.Automatic();
        HomeDirectory home = HomeDirectory.of(System.getenv());
        Map<String, HostConnector.StandIn> all = new HashMap<>();
        for (SshHost host : twins.lab().servers()) {
            String name = host.machine().name();
            SshSettings settings = SshSettings.EMPTY
                    .withPort(host.port())
                    .withUser(twins.lab().userOf(name))
                    .withIdentityFile(twins.lab().key())
                    .withOnlyKnownHostsFile(twins.lab().knownHosts());
            var target = new SshTarget(
                    name, LabSshServer.ADDRESS, settings, home, Optional.empty(), file -> Optional.empty());
            boolean isLinux = Optional.ofNullable(
                            known.look().observed().hosts().get(name))
                    .map(HostFacts::system)
                    .filter(system -> system.kind() != HostSystem.Kind.LINUX)
                    .isEmpty();
            all.put(
                    name,
                    new HostConnector.StandIn(
                            target,
                            isLinux ? helper : new HelperChoice.Automatic(),
                            known.keys().getOrDefault(name, MadKeys.NONE)));
        }
        return all;
    }
}
