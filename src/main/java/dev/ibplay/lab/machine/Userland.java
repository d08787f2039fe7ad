package dev.ibplay.lab.machine;

import java.util.List;

/**
 * What is the same on all hosts of one kind of system, and what other kinds do otherwise.
 *
 * @param loginShell the words by which sshd starts a command line, which comes behind them; the first is the program's path
 * @param rootPath PATH of such a command line when root has logged in
 * @param userPath the same of anybody else
 * @param init the command line of process 1
 * @param hasProc whether the kernel shows processes and control groups as files
 * @param statusMask the bits that are left of an exit status: POSIX keeps 8 of them, Windows all
 * @param logins how its SSH server lets people in
 */
public record Userland(
        List<String> loginShell,
        String rootPath,
        String userPath,
        List<String> init,
        boolean hasProc,
        int statusMask,
        LoginRules logins) {
    private static final int POSIX_STATUS = 0xff;

    public static final Userland LINUX = new Userland(
            List.of("/bin/sh", "-c"),
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games",
            List.of("/usr/lib/systemd/systemd"),
            true,
            LoginRules.USUAL);

    public Userland {
        loginShell = List.copyOf(loginShell);
        init = List.copyOf(init);
    }

    /** One of POSIX. */
    public Userland(
            List<String> loginShell,
            String rootPath,
            String userPath,
            List<String> init,
            boolean hasProc,
            LoginRules logins) {
        this(loginShell, rootPath, userPath, init, hasProc, POSIX_STATUS, logins);
    }

    /** PATH of a login. */
    String path(Account account) {
        return account.uid() == 0 ? rootPath : userPath;
    }
}
