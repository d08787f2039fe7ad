package dev.ibplay.cli;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabState;
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

    @Mixin
    private LabShape shape = new LabShape();

    @Option(
            names = "--pace",
            paramLabel = "X",
            defaultValue = "1",
            description =
                    "How fast the lab's time passes, 1 to 100 (default: ${DEFAULT-VALUE}). Commands keep pace with it by "
                            + "the variable IBPLAY_LAB_PACE=X.")
    private double pace;

    @Mixin
    private FaultOptions faults = new FaultOptions();

    @Option(names = "--foreground", description = "Stay, and end the lab with this process.")
    private boolean foreground;

    LabUpCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Pace.isOneOfALab(pace, console)) {
            return ExitCode.INVALID_INPUT.number();
        }
        Optional<FaultRules> rules = faults.rules(console);
        Optional<LabLayout> layout = shape.layout(console);
        if (rules.isEmpty() || layout.isEmpty()) {
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
            return foreground
                    ? stay(layout.get(), folder, rules.get())
                    : startInBackground(layout.get().hosts().size(), folder);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform makes keys", e);
        }
    }

    /** Runs until the process is told to end. */
    private int stay(LabLayout layout, LabFolder folder, FaultRules rules)
            throws IOException, InterruptedException, GeneralSecurityException {
        var over = new CountDownLatch(1);
        var gone = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(over, gone), "lab-end"));
        try (ScaledClock clock = new ScaledClock(pace);
                Lab running = Lab.start(layout, folder, clock)) {
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

    private int startInBackground(int hosts, LabFolder folder) throws IOException, InterruptedException {
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
        console.say("lab: %d hosts, process %d; stop it with: ibplay lab down".formatted(hosts, child.pid()));
        console.data(folder.inventory() + "\n");
        return ExitCode.OK.number();
    }

    /** The class archive of the build, where this runs from the jar that it belongs to: a lab starts faster with it. */
    private static List<String> archive(String classPath) {
        String archive = classPath.replaceFirst("\\.jar$", ".jsa");
        boolean isThere =
                !archive.equals(classPath) && !classPath.contains(File.pathSeparator) && new File(archive).canRead();
        return isThere ? List.of("-Xshare:auto", "-Xlog:disable", "-XX:SharedArchiveFile=" + archive) : List.of();
    }

    /** This program once more, in a session of its own where the host has setsid, so that a closed terminal does not end it. */
    private List<String> words(LabFolder folder) {
        List<String> words = new ArrayList<>();
        if (new File(SET_SESSION).canExecute()) {
            words.add(SET_SESSION);
        }
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(archive(System.getProperty("java.class.path")));
        words.addAll(List.of(
                "-XX:+UseSerialGC",
                "-Xmx1500m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "lab",
                "up",
                "--foreground",
                "--pace",
                Double.toString(pace),
                "--dir",
                folder.path().toString()));
        words.addAll(shape.words());
        faults.texts.forEach(rule -> words.addAll(List.of("--fault", rule)));
        return words;
    }
}
