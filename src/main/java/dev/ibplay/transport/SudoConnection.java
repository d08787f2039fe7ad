package dev.ibplay.transport;

import dev.ibplay.exec.Secret;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs every command of a connection as another user, by one sudo each.
 *
 * <p>What sudoers has to allow is {@code sh}: sudo is called as {@code sudo -H -S -p PROMPT -u USER -- sh -c SCRIPT}, or
 * with {@code -n} instead of {@code -S -p PROMPT} when there is no password. A login that already is the user does without
 * sudo; that is found out in the same exec. The password goes to sudo's standard input, and only when sudo's own prompt was
 * seen.
 */
public final class SudoConnection implements Connection {
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);
    private static final int TOKEN_DIGITS = 16;

    private final Connection inner;
    private final SudoRequest request;

    /**
     * A connection on top of another, which it closes.
     *
     * @param host the inventory's name, which messages show
     * @param user whom to become
     * @param password of the user who logged in; without one sudo is told not to ask
     * @param limit for sudo itself, from its start to the start of the command
     */
    public SudoConnection(Connection inner, String host, String user, Optional<Secret> password, Duration limit) {
        this.inner = inner;
        this.request = new SudoRequest(host, user, password, limit);
    }

    public SudoConnection(Connection inner, String host, String user, Optional<Secret> password) {
        this(inner, host, user, password, DEFAULT_LIMIT);
    }

    /**
     * Starts a command as the user, with {@code sh} in place of the login shell; it runs when this returns. What start-up
     * files print before it is skipped on both output streams.
     */
    @Override
    public Channel start(String commandLine) throws TransportException {
        if (request.password().filter(SudoConnection::hasLineBreak).isPresent()) {
            throw request.refused(
                    "the become password has a line break in it, and would be cut there",
                    "Take the line break out of ansible_become_password; a vaulted value often ends with one");
        }
        SudoScript script = new SudoScript(token(), token(), token());
        Channel channel = inner.start(script.commandLine(request, commandLine));
        boolean started = false;
        try {
            Channel ready = new SudoDialogue(request, script, channel).run();
            started = true;
            return ready;
        } finally {
            if (!started) {
                channel.close();
            }
        }
    }

    private static boolean hasLineBreak(Secret password) {
        return password.reveal().contains("\n") || password.reveal().contains("\r");
    }

    private static String token() {
        return RandomHex.digits(TOKEN_DIGITS);
    }

    @Override
    public boolean isLocal() {
        return inner.isLocal();
    }

    @Override
    public String identification() {
        return inner.identification();
    }

    @Override
    public void close() {
        inner.close();
    }
}
