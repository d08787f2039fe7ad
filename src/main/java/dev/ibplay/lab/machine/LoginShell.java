package dev.ibplay.lab.machine;

import dev.ibplay.lab.disk.Errno;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts command lines as sshd does: by the login shell of the machine's system.
 *
 * @param group the control group of the login
 * @param environment what sshd adds, for example {@code SSH_CONNECTION}
 */
public record LoginShell(Machine machine, Account account, String group, Map<String, String> environment) {
    /** In place of a command line: the shell itself, which reads from its standard input. */
    public static final String INTERACTIVE = "";

    public LoginShell {
        environment = Map.copyOf(environment);
    }

    /**
     * Starts one; whoever calls closes the streams when the process has ended.
     *
     * @throws Errno when there is no shell
     */
    public SimulatedProcess start(String line, InputStream stdin, OutputStream stdout, OutputStream stderr)
            throws Errno {
        String path = machine.userland().loginShell().getFirst();
        Program shell = machine.load(path);
        String name = path.substring(path.lastIndexOf('/') + 1);
        List<String> arguments = new ArrayList<>(machine.userland().loginShell());
        arguments.set(0, name);
        arguments.add(line);
        if (line.equals(INTERACTIVE)) {
            arguments = List.of("-" + name);
        }
        SimulatedProcess process = machine.processes().start(1, account.uid(), arguments);
        process.newSession();
        process.controlGroup(group);
        Invocation call = new Invocation(machine, process, arguments, variables(), folder(), stdin, stdout, stderr);
        machine.processes().run(process, () -> shell.run(call));
        return process;
    }

    private Map<String, String> variables() {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HOME", account.home());
        all.put("USER", account.user());
        all.put("LOGNAME", account.user());
        all.put("SHELL", machine.userland().loginShell().getFirst());
        all.put("PATH", machine.userland().path(account));
        return all;
    }

    private String folder() {
        return machine.disk().exists(account.home()) ? account.home() : "/";
    }
}
