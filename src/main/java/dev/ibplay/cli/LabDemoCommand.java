package dev.ibplay.cli;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The main job from beginning to end, on a fabric that comes and goes with the command. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Start a small simulated fabric, raise it from 2K to 4K with the sample playbook (check, apply, verify, "
                        + "check), explain each step, and clean up. Nothing stays.")
final class LabDemoCommand implements Callable<Integer> {
    private static final String PLAYBOOK = "site.yml";
    private static final int NODES = 4;

    /** So that a subnet manager's minute is over in seconds. */
    private static final double PACE = 20;

    /** One command of the demo, with the exit code that is right there. */
    private record Scene(String explanation, ExitCode expected, List<String> words) {}

    private final Console console;
    private final Map<String, String> environment;

    LabDemoCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (LabFolder folder = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.prepared(NODES), folder, clock)) {
            console.say(
                    "lab: %d simulated hosts on loopback: two subnet managers and a managed switch that is a third one, %d Linux nodes, %d ESXi hosts, a Windows host, all at 2K; the lab's time runs %.0f times as fast"
                            .formatted(lab.hosts().machines().size(), NODES, LabLayout.ESXI_HOSTS, PACE));
            Path playbook = folder.path().resolve(PLAYBOOK);
            copySample(playbook);
            Map<String, String> inside = new HashMap<>(environment);
            inside.put("XDG_STATE_HOME", folder.path().toString());
            inside.put(Pace.VARIABLE, Double.toString(PACE));
            for (Scene scene : scenes(lab.inventory().toString(), playbook.toString())) {
                console.say("");
                console.say("== " + scene.explanation());
                console.say("   ibplay " + String.join(" ", scene.words()));
                int code = Main.run(console, inside, scene.words().toArray(String[]::new));
                if (code != scene.expected().number()) {
                    console.say("lab: ibplay ended with %d, where %d was expected"
                            .formatted(code, scene.expected().number()));
                    return ExitCode.FAILED.number();
                }
            }
            console.say("");
            console.say("lab: done, and everything is gone again. Keep a fabric with: ibplay lab up");
            return ExitCode.OK.number();
        }
    }

    private static List<Scene> scenes(String inventory, String playbook) {
        return List.of(
                new Scene(
                        "What would change? Nothing is written; differences are exit code 2.",
                        ExitCode.DIFFERENT,
                        List.of("check", "-i", inventory, playbook, "--diff")),
                new Scene(
                        "Change it: the subnet managers first (the switch and the other standby, then the master), then the nodes in batches of 1, 25 % and the rest, vSwitches and VMkernel interfaces, and the Windows host's connection, whose adapter is restarted.",
                        ExitCode.OK, List.of("apply", "-i", inventory, playbook, "--yes")),
                new Scene(
                        "Prove it: files, running values and the fabric's own word, by port queries.",
                        ExitCode.OK,
                        List.of("verify", "-i", inventory, playbook)),
                new Scene(
                        "And again: there is nothing left to do, which is exit code 0.",
                        ExitCode.OK,
                        List.of("check", "-i", inventory, playbook)));
    }

    private static void copySample(Path file) throws IOException {
        try (InputStream sample = Objects.requireNonNull(LabDemoCommand.class.getResourceAsStream(PLAYBOOK))) {
            Files.copy(sample, file);
        }
    }
}
