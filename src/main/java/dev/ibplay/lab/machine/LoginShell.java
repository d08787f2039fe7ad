package dev.ibplay.lab.machine;

import dev.ibplay.lab.disk.Errno;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts command lines as sshd does: by the login shell, {@code /bin/sh}.
 *
 * @param group the control group of the login
 * @param environment what sshd adds, for example {@code SSH_CONNECTION}
 */
public record LoginShell(Machine machine, Account account, String group, Map<String, String> environment) {
    private static final String SHELL = "/bin/sh";
    private static final String ROOT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final String USER_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games";

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
        Program shell = machine.load(SHELL);
        List<String> arguments = List.of("sh", "-c", line);
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
        all.put("SHELL", SHELL);
        all.put("PATH", account.uid() == 0 ? ROOT_PATH : USER_PATH);
        return all;
    }

    private String folder() {
        return machine.disk().exists(account.home()) ? account.home() : "/";
    }
}
