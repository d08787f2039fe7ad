package dev.ibplay.transport.ssh;

import dev.ibplay.transport.ssh.agent.AgentKey;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.PublicKey;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;

/** A key or certificate that a host is offered, with what signs for it. */
sealed interface OfferedKey {
    /** What the host is shown. */
    PublicKey key();

    /** Where it comes from, for messages. */
    String origin();

    /** The private half was read from a file. */
    record OfFile(Path file, PublicKey key, PrivateKey half) implements OfferedKey {
        @Override
        public String origin() {
            return file.toString();
        }

        @Override
        public String toString() {
            return describe(key) + " of " + file;
        }
    }

    /**
     * An agent has the private half.
     *
     * @param signer the agent's key, which may be the plain one of a certificate that is shown
     */
    record OfAgent(AgentKey signer, PublicKey key) implements OfferedKey {
        @Override
        public String origin() {
            return "ssh-agent";
        }

        @Override
        public String toString() {
            return describe(key) + " of the ssh-agent, " + signer.comment();
        }
    }

    /** {@code ssh-ed25519 SHA256:...}; a certificate with its identity. */
    static String describe(PublicKey key) {
        String text = KeyUtils.getKeyType(key) + " " + KeyUtils.getFingerPrint(Certificates.plain(key));
        return key instanceof OpenSshCertificate certificate ? text + " \"" + certificate.getId() + "\"" : text;
    }
}
