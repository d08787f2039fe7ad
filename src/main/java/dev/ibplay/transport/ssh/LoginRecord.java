package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Bytes;
import java.io.IOException;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

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
    private final KnownHosts knownHosts;
    private final KnownHostsFiles files;
    private final List<String> tried = new ArrayList<>();
    private final Set<String> offered = new LinkedHashSet<>();
    private Phase phase = Phase.GREETING;
    private Optional<HostKeyRejection> hostKeyRejection = Optional.empty();
    private Optional<String> disconnect = Optional.empty();
    private Optional<String> unanswered = Optional.empty();
    private boolean partialSuccess;

    LoginRecord(SshTarget target, KnownHosts knownHosts, KnownHostsFiles files) {
        this.target = target;
        this.knownHosts = knownHosts;
        this.files = files;
    }

    SshTarget target() {
        return target;
    }

    Set<String> knownKeyTypes() {
        return knownHosts.knownTypes(target.knownHostsName());
    }

    /** Whether to go on with this host key. */
    synchronized boolean accepts(PublicKey shown) {
        ByteArrayBuffer buffer = new ByteArrayBuffer();
        buffer.putRawPublicKey(shown);
        HostKey key = new HostKey(KeyUtils.getKeyType(shown), Bytes.of(buffer.getCompactData()));
        HostKeyVerdict verdict = knownHosts.check(target.knownHostsName(), key);
        if (verdict instanceof HostKeyVerdict.Trusted) {
            return true;
        }
        boolean addable =
                verdict instanceof HostKeyVerdict.Unknown && target.hostKeyPolicy() == HostKeyPolicy.ACCEPT_NEW;
        if (!addable) {
            hostKeyRejection = Optional.of(HostKeyRejection.of(target, key, verdict, knownHosts.malformed()));
            return false;
        }
        try {
            files.add(target.userKnownHostsFiles().getFirst(), target.knownHostsName(), key);
            return true;
        } catch (IOException e) {
            hostKeyRejection = Optional.of(HostKeyRejection.notSaved(target, key, e));
            return false;
        }
    }

    synchronized void reached(Phase next) {
        phase = next;
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

    synchronized Phase phase() {
        return phase;
    }

    synchronized List<String> tried() {
        return List.copyOf(tried);
    }

    synchronized List<String> offered() {
        return List.copyOf(offered);
    }

    synchronized Optional<HostKeyRejection> hostKeyRejection() {
        return hostKeyRejection;
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
