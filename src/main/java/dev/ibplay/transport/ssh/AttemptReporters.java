package dev.ibplay.transport.ssh;

import org.apache.sshd.client.auth.password.PasswordAuthenticationReporter;
import org.apache.sshd.client.session.ClientSession;

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
}
