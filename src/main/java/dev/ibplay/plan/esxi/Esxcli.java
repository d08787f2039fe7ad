package dev.ibplay.plan.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import java.time.Duration;

/** The commands that change an ESXi host (vSphere Command-Line Interface reference). They are silent when they succeed. */
final class Esxcli {
    /** Old versions take seconds to start. */
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** Writes what esxcli has set to the boot bank; else only an hourly job and an orderly shutdown do. */
    private static final RunCommand SAVE = RunCommand.of(Duration.ofMinutes(2), "/sbin/auto-backup.sh");

    private Esxcli() {}

    static Operation switchMtu(String name, int bytes) {
        return esxcli("network", "vswitch", "standard", "set", "-v", name, "-m", Integer.toString(bytes));
    }

    static Operation vmkernelMtu(String name, int bytes) {
        return esxcli("network", "ip", "interface", "set", "-i", name, "-m", Integer.toString(bytes));
    }

    /**
     * Replaces all parameters of a module.
     *
     * @param parameters {@code NAME=VALUE} with blanks between them
     */
    static Operation parameters(String module, String parameters) {
        return esxcli("system", "module", "parameters", "set", "-m", module, "-p", parameters);
    }

    static Operation save() {
        return SAVE;
    }

    private static Operation esxcli(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "esxcli";
        System.arraycopy(words, 0, all, 1, words.length);
        return RunCommand.of(LIMIT, all);
    }
}
