package dev.ibplay.lab.linux;

import dev.ibplay.lab.machine.Background;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.opensm.LauncherVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * opensm-launch of RHEL, Fedora and SLES: one opensm for each GUID of GUIDS, or for each numbered opensm.conf, or one. What ends is
 * started again half a minute later. The script itself is one for bash, and is not read here.
 */
final class OpensmLaunch implements Program {
    private static final Duration AGAIN = Duration.ofSeconds(30);

    private final LinuxHost.OpensmBuild build;

    /**
     * A script that starts this program.
     *
     * @param build the program, whose folder has the numbered files
     */
    OpensmLaunch(LinuxHost.OpensmBuild build) {
        this.build = build;
    }

    @Override
    public int run(Invocation call) {
        LauncherFile variables = new LauncherFile(call.machine().disk());
        List<String> start = new ArrayList<>(List.of(build.path()));
        variables.words(LauncherVariables.PRIORITY).stream()
                .findFirst()
                .ifPresent(priority -> start.addAll(List.of("-p", priority)));
        List<String> guids = variables.words("GUIDS");
        List<String> numbered = call.machine().disk().glob(build.conf() + ".[0-9]*");
        if (!guids.isEmpty()) {
            for (int i = 0; i < guids.size(); i++) {
                keepRunning(call, start, "-g", guids.get(i), "--subnet_prefix", "0xfe800000000000%02d".formatted(i));
            }
        } else if (!numbered.isEmpty()) {
            numbered.forEach(file -> keepRunning(call, start, "-F", file));
        } else {
            keepRunning(call, start);
        }
        return 0;
    }

    private static void keepRunning(Invocation call, List<String> start, String... more) {
        List<String> words = new ArrayList<>(start);
        words.addAll(List.of(more));
        Background.copy(call, own -> {
            while (own.process().isAlive()) {
                Background.await(Background.start(own, own.process(), words));
                own.machine().clock().sleep(AGAIN);
            }
            return 0;
        });
    }
}
