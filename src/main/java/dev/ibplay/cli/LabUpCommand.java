package dev.ibplay.cli;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabState;
import dev.ibplay.lab.faults.FaultRule;
import dev.ibplay.lab.faults.FaultRules;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.time.ScaledClock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts a lab in a process of its own, or in this one. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description =
                "Start a simulated fabric that goes on in the background, and write the inventory for the other commands. "
                        + "Its path is the only line on standard output.")
final class LabUpCommand implements Callable<Integer> {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final String SET_SESSION = "/usr/bin/setsid";

    private final Console console;
    private final Map<String, String> environment;

    @Mixin
    private LabOptions lab = new LabOptions();

    @Option(
            names = "--hosts",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many nodes beside two subnet managers, 1 to 5078 (default: ${DEFAULT-VALUE}).")
    private int hosts;

    @Option(
            names = "--pace",
            paramLabel = "X",
            defaultValue = "1",
            description =
                    "How fast the lab's time passes, 1 to 100 (default: ${DEFAULT-VALUE}). Commands keep pace with it by "
                            + "the variable IBPLAY_LAB_PACE=X.")
    private double pace;

    @Option(
            names = "--fault",
            paramLabel = "RULE",
            description =
                    "Something that goes wrong, may be given several times: \"HOST FAULT [at STEP | after TIME]\". HOST may hold "
                            + "* and ?, a step is one operation of a session. Faults: unreachable, login-refused, host-key-changed, "
                            + "drop, reboot, kill-helper, slow=TIME, disk-full[=FOLDER], sm-crash, mad-loss=N%%.")
    private List<String> faults = List.of();

    @Option(names = "--foreground", description = "Stay, and end the lab with this process.")
    private boolean foreground;

    LabUpCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (hosts < 1 || hosts > LabLayout.MOST_NODES || !(pace >= 1 && pace <= 100)) {
            console.say("ibplay: --hosts takes 1 to %d, --pace 1 to 100".formatted(LabLayout.MOST_NODES));
            return ExitCode.INVALID_INPUT.number();
        }
        Optional<FaultRules> rules = rules();
        if (rules.isEmpty()) {
            return ExitCode.INVALID_INPUT.number();
        }
        try (LabFolder folder = lab.folder(environment)) {
            Optional<LabState> there =
                    LabState.read(folder).filter(s -> s.process().isPresent());
            if (there.isPresent()) {
                console.say("ibplay: a lab runs already (process %d)"
                        .formatted(there.get().pid()));
                console.say("  hint: ibplay lab down, or another --dir");
                return ExitCode.INVALID_INPUT.number();
            }
            folder.create();
            LabState.remove(folder);
            return foreground ? stay(folder, rules.get()) : startInBackground(folder);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform makes keys", e);
        }
    }

    /** Nothing, and a word about it, when one of them says nothing sensible. */
    private Optional<FaultRules> rules() {
        List<FaultRule> rules = new ArrayList<>();
        for (String text : faults) {
            try {
                rules.add(FaultRule.parse(text));
            } catch (FaultRule.Malformed e) {
                console.say("ibplay: --fault: " + e.getMessage());
                return Optional.empty();
            }
        }
        return Optional.of(new FaultRules(rules));
    }

    /** Runs until the process is told to end. */
    private int stay(LabFolder folder, FaultRules rules)
            throws IOException, InterruptedException, GeneralSecurityException {
        var over = new CountDownLatch(1);
        var gone = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(over, gone), "lab-end"));
        try (ScaledClock clock = new ScaledClock(pace);
                Lab running = Lab.start(LabLayout.sample(hosts), folder, clock)) {
            rules.withoutHost(running.hosts())
                    .ifPresent(rule -> console.say("warning: no host is called " + rule.hosts()));
            rules.apply(running.hosts(), running.servers(), System.nanoTime());
            running.announce(pace);
            console.say("lab: %d hosts; end it with Ctrl-C"
                    .formatted(running.hosts().machines().size()));
            console.data(running.inventory() + "\n");
            over.await();
        } finally {
            LabState.remove(folder);
            gone.countDown();
        }
        return ExitCode.OK.number();
    }

    /** Runs while the JVM goes down, which waits until the lab has tidied up. */
    private static void end(CountDownLatch over, CountDownLatch gone) {
        over.countDown();
        try {
            gone.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private int startInBackground(LabFolder folder) throws IOException, InterruptedException {
        File log = folder.path().resolve("log").toFile();
        Process child = new ProcessBuilder(words(folder))
                .redirectInput(new File("/dev/null"))
                .redirectOutput(log)
                .redirectError(log)
                .start();
        long until = System.nanoTime() + START_LIMIT.toNanos();
        while (LabState.read(folder).isEmpty()) {
            if (child.waitFor(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS) || System.nanoTime() > until) {
                child.destroy();
                console.say("ibplay: the lab has not started; " + log + " says why");
                return ExitCode.FAILED.number();
            }
        }
        console.say("lab: %d hosts, process %d; stop it with: ibplay lab down".formatted(hosts + 2, child.pid()));
        console.data(folder.inventory() + "\n");
        return ExitCode.OK.number();
    }

    /** This program once more, in a session of its own where the host has setsid, so that a closed terminal does not end it. */
    private List<String> words(LabFolder folder) {
        List<String> words = new ArrayList<>();
        if (new File(SET_SESSION).canExecute()) {
            words.add(SET_SESSION);
        }
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx1500m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "lab",
                "up",
                "--foreground",
                "--hosts",
                Integer.toString(hosts),
                "--pace",
                Double.toString(pace),
                "--dir",
                folder.path().toString()));
        faults.forEach(rule -> words.addAll(List.of("--fault", rule)));
        return words;
    }
}
