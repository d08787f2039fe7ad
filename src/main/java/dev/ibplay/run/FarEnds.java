package dev.ibplay.run;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.gather.ToolQueries;
import dev.ibplay.inventory.ConnectionVariables.Platform;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.LoginShell;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.helper.HelperOpening;
import dev.ibplay.transport.helper.HelperSession;
import dev.ibplay.transport.posix.PosixSession;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Opens the far end that one host can run, and finds out which platform it is. The server's identification and the bootstrap
 * line of the helper tell most; only where they do not, one exec asks what reads the command lines. The bootstrap line never
 * goes to a shell that is known to be none of POSIX, and the question never through sudo.
 *
 * @param declared what the inventory says; then nothing is asked, and a contradiction is an error
 * @param login the connection as it was logged in
 * @param user the same as the user that the host is managed as
 */
record FarEnds(String host, Optional<Platform> declared, HelperChoice helper, Connection login, Connection user) {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration QUESTION_LIMIT = Duration.ofSeconds(20);
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(10);
    private static final String VMKERNEL = "VMkernel";
    private static final String SSH_ON_ESXI = "SSH is off by default on ESXi: vim-cmd hostsvc/enable_ssh and"
            + " vim-cmd hostsvc/start_ssh in its shell, or TSM-SSH among its services";

    HostSession open() throws TransportException {
        if (declared.equals(Optional.of(Platform.ESXI))) {
            return esxi(PosixSession.open(host, login));
        }
        boolean mustAsk = declared.isEmpty() && !login.isLocal() && !LoginShell.isLikelyPosix(login.identification());
        if (mustAsk) {
            refuseUnmanaged(LoginShell.ask(login, QUESTION_LIMIT));
        }
        try {
            return posix();
        } catch (TransportException broken) {
            if (declared.isEmpty() && !mustAsk && !login.isLocal() && mayHaveNoPosixShell(broken)) {
                refuseKnown(broken);
            }
            throw broken;
        }
    }

    private static boolean mayHaveNoPosixShell(TransportException broken) {
        return broken.kind() == Kind.FAR_END_BROKEN || broken.kind() == Kind.BECOME_REFUSED;
    }

    /** The helper where it can run, else the host's own shell and diagnostic tools. */
    private HostSession posix() throws TransportException {
        return switch (HelperSession.open(host, user, helper, START_LIMIT)) {
            case HelperOpening.Opened opened -> opened.session();
            case HelperOpening.Unusable unusable -> shell(unusable.system());
        };
    }

    private HostSession shell(Optional<String> system) throws TransportException {
        if (system.equals(Optional.of(VMKERNEL))) {
            if (declared.isPresent()) {
                throw contradiction(VMKERNEL);
            }
            return esxi(PosixSession.open(host, login, system));
        }
        if (system.filter(FarEnds::isOnWindows).isPresent()) {
            throw unmanaged("a Windows host (" + server() + ", a POSIX shell)");
        }
        return new ToolQueries(PosixSession.open(host, user, system));
    }

    /** Cygwin, MSYS2 and Git for Windows put the version behind these. */
    private static boolean isOnWindows(String system) {
        String upper = system.toUpperCase(Locale.ROOT);
        return upper.startsWith("CYGWIN") || upper.startsWith("MINGW") || upper.startsWith("MSYS");
    }

    /** There is no sudo on ESXi: the login is root's, or it cannot do anything. */
    private HostSession esxi(PosixSession session) throws TransportException {
        boolean isRight = false;
        try {
            List<Outcome> answers = session.run(
                    Batch.of(List.of(
                            Operation.RunCommand.of(COMMAND_LIMIT, "uname", "-s"),
                            Operation.RunCommand.of(COMMAND_LIMIT, "id", "-u"))),
                    START_LIMIT);
            Optional<String> system = said(answers.getFirst());
            if (declared.isPresent() && !system.equals(Optional.of(VMKERNEL))) {
                throw contradiction(system.orElse("an unknown system"));
            }
            Optional<String> uid = said(answers.getLast());
            if (uid.isPresent() && !uid.equals(Optional.of("0"))) {
                throw new TransportException(
                        host,
                        Kind.BECOME_REFUSED,
                        "the login on this ESXi host is not root's, and there is no sudo on ESXi",
                        Optional.of("Log in as root: ansible_user: root"));
            }
            isRight = true;
            return new ToolQueries(session.on(VMKERNEL));
        } finally {
            if (!isRight) {
                session.close();
            }
        }
    }

    private static Optional<String> said(Outcome outcome) {
        return outcome instanceof Outcome.CommandEnded ended && ended.end().equals(new CommandEnd.Exited(0))
                ? Optional.of(ended.stdout().lossyText().strip()).filter(text -> !text.isEmpty())
                : Optional.empty();
    }

    private TransportException contradiction(String found) {
        return new TransportException(
                host,
                Kind.WRONG_PLATFORM,
                "the inventory says that it is " + declared.map(Platform::word).orElse("something else")
                        + ", but it runs " + found,
                Optional.of("Correct ibplay_platform, or leave it out: then the platform is detected"));
    }

    private void refuseUnmanaged(LoginShell shell) throws TransportException {
        switch (shell) {
            case LoginShell.Posix ignored -> {}
            case LoginShell.Cmd ignored -> throw unmanaged("a Windows host (" + server() + ", cmd.exe)");
            case LoginShell.PowerShell ignored -> throw unmanaged("a Windows host (" + server() + ", PowerShell)");
            case LoginShell.SwitchCli ignored ->
                throw unmanaged("a managed switch (" + server() + ", MLNX-OS or Onyx by its errors)");
            case LoginShell.Unknown unknown ->
                throw unmanaged("a host with an unknown command line (" + server() + "), which answered \""
                        + unknown.said() + "\"; if it is a POSIX shell, ibplay_platform: linux says so");
        }
    }

    /** After a bootstrap that came to nothing: whether that is because of what reads the command lines. */
    private void refuseKnown(TransportException broken) throws TransportException {
        LoginShell shell;
        try {
            shell = LoginShell.ask(login, QUESTION_LIMIT);
        } catch (TransportException unanswered) {
            throw broken;
        }
        if (!(shell instanceof LoginShell.Unknown)) {
            refuseUnmanaged(shell);
        }
    }

    private TransportException unmanaged(String found) {
        return new TransportException(host, Kind.NOT_MANAGED, found + ": not managed yet", Optional.empty());
    }

    /** {@code OpenSSH_9.2p1} of {@code SSH-2.0-OpenSSH_9.2p1}. */
    private String server() {
        String shown = login.identification().replaceFirst("^SSH-[0-9.]+-", "").replaceAll("[^\\x20-\\x7e]", "?");
        return shown.isEmpty() ? "an unnamed server" : shown;
    }

    /** What a failed connection means on the platform that the inventory names. */
    static TransportException explained(TransportException failure, Optional<Platform> declared) {
        boolean isRefused = failure.kind() == Kind.UNREACHABLE
                && String.valueOf(failure.getMessage()).contains("refused the connection");
        return isRefused && declared.equals(Optional.of(Platform.ESXI))
                ? new TransportException(
                        failure.host(), failure.kind(), String.valueOf(failure.getMessage()), SSH_ON_ESXI, failure)
                : failure;
    }
}
