package dev.ibplay.lab.esxi;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Programs about the host that are not busybox's: {@code uname}, {@code vmware}, {@code ps}, {@code auto-backup.sh}, {@code reboot}. */
final class SystemTools {
    private final EsxiMachine machine;

    SystemTools(EsxiMachine machine) {
        this.machine = machine;
    }

    private static List<String> words(Invocation call) {
        return call.arguments().subList(1, call.arguments().size());
    }

    /** {@code VMkernel esx1 8.0.2 #1 SMP Release build-22380479 Sep  4 2023 15:00:00 x86_64 x86_64 x86_64 ESXi}. */
    int uname(Invocation call) throws IOException {
        EsxiRelease release = machine.host().release();
        String letters =
                words(call).isEmpty() ? "s" : String.join("", words(call)).replace("-", "");
        List<String> told = new ArrayList<>();
        add(told, letters, 's', "VMkernel");
        add(told, letters, 'n', machine.host().name());
        add(told, letters, 'r', release.version());
        add(told, letters, 'v', "#1 SMP Release build-" + release.build() + " Sep 18 2013 23:08:31");
        for (char letter : List.of('m', 'p', 'i')) {
            add(told, letters, letter, "x86_64");
        }
        add(told, letters, 'o', "ESXi");
        Line.write(call.stdout(), String.join(" ", told));
        return 0;
    }

    private static void add(List<String> told, String letters, char letter, String word) {
        if (letters.indexOf('a') >= 0 || letters.indexOf(letter) >= 0) {
            told.add(word);
        }
    }

    int vmware(Invocation call) throws IOException {
        EsxiRelease release = machine.host().release();
        String letters = String.join("", words(call)).replace("-", "");
        if (letters.isEmpty() || !letters.matches("[vl]+")) {
            Line.write(call.stdout(), "Usage: vmware [-v|-l]");
            return 1;
        }
        if (letters.contains("v")) {
            Line.write(call.stdout(), "VMware ESXi %s build-%d".formatted(release.version(), release.build()));
        }
        if (letters.contains("l")) {
            String level = release.update() == 0 ? "GA" : "Update " + release.update();
            Line.write(call.stdout(), "VMware ESXi %s %s".formatted(release.version(), level));
        }
        return 0;
    }

    /** Each world of user space; the command line with {@code -c} only. */
    Program ps() {
        return call -> {
            boolean isWhole = words(call).stream().anyMatch(word -> word.startsWith("-") && word.contains("c"));
            Line.write(call.stdout(), "WID        CID        World Name            Command");
            for (SimulatedProcess process : call.machine().processes().all()) {
                String command = isWhole
                        ? String.join(" ", process.arguments())
                        : process.arguments().getFirst();
                Line.write(
                        call.stdout(),
                        "%-9d  %-9d  %-20s  %s".formatted(process.pid(), process.pid(), process.comm(), command));
            }
            return 0;
        };
    }

    int backUp(Invocation call) throws IOException {
        Line.write(call.stdout(), "Saving current state in /bootbank");
        try {
            machine.state().save(call.machine().disk());
        } catch (Errno full) {
            Line.write(call.stdout(), "Error: cannot write state.tgz: " + full.text());
            return 1;
        }
        Line.write(call.stdout(), "Clock updated.");
        return 0;
    }

    /** The connection that asked for it ends with everything else. */
    int reboot(Invocation call) {
        call.machine().clock().after(Duration.ofSeconds(1), machine::rebootOrderly);
        return 0;
    }
}
