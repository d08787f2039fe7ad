package dev.ibplay.transport.ssh;

import java.security.KeyPair;
import org.apache.sshd.client.auth.password.PasswordAuthenticationReporter;
import org.apache.sshd.client.auth.pubkey.PublicKeyAuthenticationReporter;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.KeyUtils;

/** Note what is tried in a login. */
final class AttemptReporters {
    private AttemptReporters() {}

    record OfPassword(LoginRecord record) implements PasswordAuthenticationReporter {
        @Override
        public void signalAuthenticationAttempt(
                ClientSession session, String service, String oldPassword, boolean modified, String newPassword) {
            record.tried("password");
        }
    }

    record OfKeys(LoginRecord record) implements PublicKeyAuthenticationReporter {
        @Override
        public void signalAuthenticationAttempt(
                ClientSession session, String service, KeyPair identity, String signature) {
            record.tried("publickey (%s %s)"
                    .formatted(KeyUtils.getKeyType(identity), KeyUtils.getFingerPrint(identity.getPublic())));
        }
    }
}
