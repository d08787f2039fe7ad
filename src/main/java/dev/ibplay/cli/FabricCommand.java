package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.report.FabricNames;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.LocalSurvey;
import dev.ibplay.run.Survey;
import dev.ibplay.run.Vantage;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.umad.LocalUmad;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows fabrics as port queries see them. */
@Command(
        name = "fabric",
        mixinStandardHelpOptions = true,
        description =
                "Show each fabric by port queries: nodes, links with their MTUs, subnet managers, groups, P_Keys, and which"
                        + " port is which host's. Nothing is written on any host.")
final class FabricCommand implements Callable<Integer> {
    private static final String LOCAL = "localhost";

    private final Console console;
    private final Map<String, String> environment;

    @Mixin
    private SurveyOptions options = new SurveyOptions();

    @Mixin
    private FabricForms forms = new FabricForms();

    @Option(names = "--from", paramLabel = "HOST", description = "Look at the fabrics of this host's ports only.")
    private @Nullable String from;

    @Option(names = "--ca", paramLabel = "DEVICE", description = "Look from this adapter only, for example mlx5_0.")
    private @Nullable String adapter;

    @Option(names = "--port", paramLabel = "N", description = "Look from this port of the adapter only.")
    private @Nullable Integer port;

    @Option(
            names = "--local",
            description = "Look from this machine's own ports, in this process; the inventory only names ports.")
    private boolean local;

    @Option(
            names = "--outstanding-smps",
            paramLabel = "N",
            defaultValue = "" + DiscoverFabric.DEFAULT_OUTSTANDING,
            description = "Subnet management packets under way at a time, 1 to 255 (default: ${DEFAULT-VALUE}).")
    private int outstanding = DiscoverFabric.DEFAULT_OUTSTANDING;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    FabricCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (outstanding < 1 || outstanding > 255) {
            throw new ParameterException(spec.commandLine(), "--outstanding-smps takes 1 to 255, not " + outstanding);
        }
        if (local && from != null) {
            throw new ParameterException(spec.commandLine(), "--local and --from exclude each other");
        }
        forms.mistake().ifPresent(mistake -> {
            throw new ParameterException(spec.commandLine(), mistake);
        });
        Problems problems = new Problems();
        Optional<DesiredState> hosts = local && !options.inventory.isGiven()
                ? Optional.of(new DesiredState(List.of(), List.of(), Map.of()))
                : options.hosts(console, problems);
        Map<PortGuid, String> told =
                hosts.map(h -> Resolver.knownPorts(h, problems)).orElse(Map.of());
        return (problems.hasErrors() || hosts.isEmpty()
                        ? invalid(problems)
                        : local ? lookLocally(told) : look(hosts.get(), told, problems))
                .number();
    }

    private ExitCode invalid(Problems problems) {
        console.show(problems);
        return ExitCode.INVALID_INPUT;
    }

    private Vantage vantage() {
        return new Vantage(
                Optional.ofNullable(from), Optional.ofNullable(adapter), Optional.ofNullable(port), outstanding, true);
    }

    private ExitCode lookLocally(Map<PortGuid, String> told) {
        try (HostSession session = LocalUmad.open(LOCAL, environment)) {
            Observed observed = LocalSurvey.look(session, LOCAL, vantage(), MadKeys.NONE);
            SurveyTalk.silent(console, observed);
            return show(new FabricNames(observed, told));
        } catch (TransportException failure) {
            console.show(LocalSurvey.diagnostic(failure));
            return ExitCode.FAILED;
        }
    }

    private ExitCode look(DesiredState hosts, Map<PortGuid, String> told, Problems problems) {
        if (from != null && hosts.hosts().stream().noneMatch(host -> host.host().equals(from))) {
            problems.add(
                    Diagnostic.error(Code.USAGE, new Location.Run(), "--from " + from + " is no host of the inventory")
                            .withHint("ibplay inventory lists them"));
        }
        Optional<HostConnector> connector = options.connector(hosts, console, problems);
        console.show(problems);
        if (connector.isEmpty() || problems.hasErrors()) {
            return ExitCode.INVALID_INPUT;
        }
        try (HostConnector opener = connector.get();
                Survey survey = new Survey(hosts, opener, vantage(), options.forks, SurveyTalk.of(console))) {
            Observed observed = survey.look();
            SurveyTalk.unsupported(console, survey.hosts());
            SurveyTalk.silent(console, observed);
            ExitCode ofHosts = SurveyTalk.code(survey.hosts());
            ExitCode ofFabrics = show(new FabricNames(observed, told));
            // Where a host that could not be reached is the reason for seeing nothing, that is the answer.
            boolean isUnreached = observed.fabrics().isEmpty() && ofHosts == ExitCode.UNREACHABLE;
            return isUnreached ? ofHosts : ExitCode.worst(List.of(ofHosts, ofFabrics));
        }
    }

    private ExitCode show(FabricNames names) {
        if (names.fabrics().isEmpty()) {
            console.show(Diagnostic.error(Code.FABRIC_UNKNOWN, new Location.Run(), "no fabric could be looked at")
                    .withHint(
                            "it takes a host with an InfiniBand port that has a link and a umad device, and the right to use it"
                                    + " (--become)"));
            return ExitCode.FAILED;
        }
        return forms.show(names, console);
    }
}
