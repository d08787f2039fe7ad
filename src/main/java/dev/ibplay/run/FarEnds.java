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
 * goes to a shell that is known to be none of POSIX, and the question never through sudo: ESXi, Windows and switches have none, and
 * are asked over the login itself.
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
    private static final String SSH_ON_WINDOWS =
            "Windows has no SSH server unless the feature OpenSSH.Server (or, before"
                    + " Windows 10 1809, the release of Win32-OpenSSH) is installed, its service sshd runs and port 22 is open";
    private static final String CORRECT_PLATFORM =
            "Correct ibplay_platform, or leave it out: then the platform is detected";

    HostSession open() throws TransportException {
        return declared.isPresent() ? declared(declared.get()) : detected();
    }

    private HostSession declared(Platform platform) throws TransportException {
        return switch (platform) {
            case LINUX -> linux();
            case ESXI -> esxi(PosixSession.open(host, login));
            case WINDOWS -> windows();
            case MLNXOS -> switchCli();
        };
    }

    private HostSession linux() throws TransportException {
        try {
            return posix();
        } catch (TransportException broken) {
            if (mayHaveNoPosixShell(broken)) {
                contradict(broken);
            }
            throw broken;
        }
    }

    private HostSession detected() throws TransportException {
        boolean mustAsk = !login.isLocal() && !LoginShell.isLikelyPosix(login.identification());
        LoginShell shell = mustAsk ? LoginShell.ask(login, QUESTION_LIMIT) : new LoginShell.Posix();
        if (!(shell instanceof LoginShell.Posix)) {
            return found(shell);
        }
        // Windows PowerShell can be started from any shell of Windows, and there is no sudo.
        if (mustAsk && namesWindows()) {
            return windows();
        }
        try {
            return posix();
        } catch (TransportException broken) {
            return mustAsk || login.isLocal() || !mayHaveNoPosixShell(broken) ? thrown(broken) : found(broken);
        }
    }

    private boolean namesWindows() {
        return login.identification().toLowerCase(Locale.ROOT).contains("windows");
    }

    private static HostSession thrown(TransportException broken) throws TransportException {
        throw broken;
    }

    /** After a bootstrap that came to nothing: what reads the command lines instead. */
    private HostSession found(TransportException broken) throws TransportException {
        Optional<LoginShell> shell = asked();
        boolean isOther = shell.isPresent()
                && !(shell.get() instanceof LoginShell.Posix)
                && !(shell.get() instanceof LoginShell.Unknown);
        return isOther ? found(shell.orElseThrow()) : thrown(broken);
    }

    private HostSession found(LoginShell shell) throws TransportException {
        return switch (shell) {
            case LoginShell.Posix ignored -> posix();
            case LoginShell.Cmd ignored -> windows();
            case LoginShell.PowerShell ignored -> windows();
            case LoginShell.SwitchCli ignored -> switchCli();
            case LoginShell.Unknown unknown ->
                throw new TransportException(
                        host,
                        Kind.NOT_MANAGED,
                        "a host with an unknown command line (%s), which answered \"%s\": not managed; "
                                        .formatted(server(), unknown.said())
                                + "if it is a POSIX shell, ibplay_platform: linux says so",
                        Optional.empty());
        };
    }

    /** What reads the command lines; nothing where the question came to nothing. */
    private Optional<LoginShell> asked() {
        try {
            return login.isLocal() ? Optional.empty() : Optional.of(LoginShell.ask(login, QUESTION_LIMIT));
        } catch (TransportException unanswered) {
            return Optional.empty();
        }
    }

    /** After a far end that came to nothing: whether that is because the host is another one than the inventory says. */
    private void contradict(TransportException broken) throws TransportException {
        Optional<String> found = asked().flatMap(this::other);
        if (found.isPresent()) {
            throw new TransportException(
                    host,
                    Kind.WRONG_PLATFORM,
                    contradictory(found.get()) + "; " + broken.getMessage(),
                    CORRECT_PLATFORM,
                    broken);
        }
    }

    /** What a shell is of, if not of the platform that is declared. */
    private Optional<String> other(LoginShell shell) {
        return switch (shell) {
            case LoginShell.Posix ignored -> unless(Platform.LINUX, "a POSIX shell");
            case LoginShell.Cmd ignored -> unless(Platform.WINDOWS, "Windows");
            case LoginShell.PowerShell ignored -> unless(Platform.WINDOWS, "Windows");
            case LoginShell.SwitchCli ignored -> unless(Platform.MLNXOS, "a switch's command line");
            case LoginShell.Unknown ignored -> Optional.empty();
        };
    }

    private Optional<String> unless(Platform platform, String found) {
        return declared.equals(Optional.of(platform)) ? Optional.empty() : Optional.of(found);
    }

    private static boolean mayHaveNoPosixShell(TransportException broken) {
        return broken.kind() == Kind.FAR_END_BROKEN || broken.kind() == Kind.BECOME_REFUSED;
    }

    /** Never through sudo: there is none on Windows. */
    private HostSession windows() throws TransportException {
        try {
            return WindowsEnd.open(host, login);
        } catch (TransportException broken) {
            if (declared.isPresent() && broken.kind() == Kind.FAR_END_BROKEN) {
                contradict(broken);
            }
            throw broken;
        }
    }

    private HostSession switchCli() throws TransportException {
        if (declared.isPresent()) {
            Optional<String> found = asked().flatMap(this::other);
            if (found.isPresent()) {
                throw contradiction(found.get());
            }
        }
        return SwitchEnd.open(host, login, declared.isPresent());
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
            if (declared.isPresent()) {
                throw contradiction(system.orElseThrow());
            }
            return windows();
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
        return new TransportException(host, Kind.WRONG_PLATFORM, contradictory(found), Optional.of(CORRECT_PLATFORM));
    }

    private String contradictory(String found) {
        return "the inventory says that it is " + declared.map(Platform::word).orElse("something else")
                + ", but it runs " + found;
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
        return isRefused
                ? declared.flatMap(FarEnds::offByDefault)
                        .map(hint -> new TransportException(
                                failure.host(), failure.kind(), String.valueOf(failure.getMessage()), hint, failure))
                        .orElse(failure)
                : failure;
    }

    private static Optional<String> offByDefault(Platform platform) {
        return switch (platform) {
            case ESXI -> Optional.of(SSH_ON_ESXI);
            case WINDOWS -> Optional.of(SSH_ON_WINDOWS);
            case LINUX, MLNXOS -> Optional.empty();
        };
    }
}
