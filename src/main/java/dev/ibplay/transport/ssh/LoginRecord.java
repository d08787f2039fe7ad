package dev.ibplay.transport.ssh;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository.AttributeKey;

/**
 * What happened on the way to one login, gathered from MINA's callbacks (which come on its own threads), so that a failure
 * can be explained.
 */
final class LoginRecord {
    /** How callbacks find the record: it travels as the connection's context. */
    static final AttributeKey<LoginRecord> KEY = new AttributeKey<>();

    /** How far the login has come. */
    enum Phase {
        GREETING("no SSH greeting"),
        KEY_EXCHANGE("the key exchange was not finished"),
        LOGIN("the login was not answered");

        private final String missing;

        Phase(String missing) {
            this.missing = missing;
        }

        /** What did not happen. */
        String missing() {
            return missing;
        }
    }

    private final SshTarget target;
    private final HostKeyCheck hostKey;
    private final LoginMethods methods;
    private final List<OfferedKey> keys = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private final List<String> tried = new ArrayList<>();
    private final Set<String> offered = new LinkedHashSet<>();
    private Phase phase = Phase.GREETING;
    private Optional<String> disconnect = Optional.empty();
    private Optional<String> unanswered = Optional.empty();
    private boolean partialSuccess;
    private boolean silent;
    private boolean opened;
    private boolean waitsForAgent;

    LoginRecord(SshTarget target, HostKeyCheck hostKey, LoginMethods methods) {
        this.target = target;
        this.hostKey = hostKey;
        this.methods = methods;
    }

    /** Tells a new session how to log in and how to notice that the host is gone. */
    void prepare(ClientSession session) {
        methods.applyTo(session, this);
        KeepAlive.of(target.settings()).applyTo(session);
    }

    SshTarget target() {
        return target;
    }

    HostKeyCheck hostKey() {
        return hostKey;
    }

    synchronized void reached(Phase next) {
        phase = next;
    }

    /** A key was chosen to be offered next. */
    synchronized void offers(OfferedKey key) {
        keys.add(key);
        tried.add("publickey (" + key + ")");
    }

    /** The agent did not sign with the key that was offered last. */
    synchronized void notSigned() {
        tried.add("publickey (accepted, but the ssh-agent did not sign: " + keys.getLast() + ")");
    }

    /** Whether the private half of the key that was offered last is an agent's. */
    synchronized boolean agentSigns() {
        return !keys.isEmpty() && keys.getLast() instanceof OfferedKey.OfAgent;
    }

    /** The agent was asked to sign, or has answered. */
    synchronized void waitsForAgent(boolean waits) {
        waitsForAgent = waits;
    }

    synchronized boolean waitsForAgent() {
        return waitsForAgent;
    }

    /** The keys that were offered. */
    synchronized List<OfferedKey> keys() {
        return List.copyOf(keys);
    }

    /** A line that the server sent in place of its greeting. */
    synchronized void said(String line) {
        if (!said.contains(line)) {
            said.add(line);
        }
    }

    /** What the server sent before or in place of its greeting. */
    synchronized List<String> said() {
        return List.copyOf(said);
    }

    synchronized void tried(String method) {
        tried.add(method);
    }

    synchronized void offered(List<String> methods, boolean partial) {
        offered.addAll(methods);
        partialSuccess |= partial;
    }

    synchronized void disconnected(String message) {
        disconnect = Optional.of(message);
    }

    /** The host asked something that no program should answer. */
    synchronized void leftUnanswered(String prompt) {
        unanswered = Optional.of(prompt);
    }

    /** What SSH runs over is there. */
    synchronized void opened() {
        opened = true;
    }

    synchronized boolean isOpened() {
        return opened;
    }

    /** The host did not answer what asks whether it is still there. */
    synchronized void fellSilent() {
        silent = true;
    }

    synchronized boolean isSilent() {
        return silent;
    }

    synchronized Phase phase() {
        return phase;
    }

    synchronized List<String> tried() {
        return List.copyOf(tried);
    }

    synchronized List<String> offered() {
        return List.copyOf(offered);
    }

    /** The text with which the host ended the connection. */
    synchronized Optional<String> disconnect() {
        return disconnect;
    }

    synchronized Optional<String> unanswered() {
        return unanswered;
    }

    /** Whether the host accepted one method and asked for a further one. */
    synchronized boolean partialSuccess() {
        return partialSuccess;
    }
}
