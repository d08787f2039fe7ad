package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Secret;
import java.util.Locale;
import java.util.Optional;
import org.apache.sshd.client.auth.keyboard.UserInteraction;
import org.apache.sshd.client.session.ClientSession;

/**
 * Answers keyboard-interactive's password prompt, once, and nothing else: a one-time code or the prompt for a new password
 * is a person's business. A password that the password method has just refused is not sent again, so that a wrong one
 * counts once on hosts that lock accounts.
 */
final class PasswordAnswer implements UserInteraction {
    private final Optional<Secret> password;
    private final LoginRecord record;
    private boolean answered;

    PasswordAnswer(Optional<Secret> password, LoginRecord record) {
        this.password = password;
        this.record = record;
    }

    @Override
    public boolean isInteractionAllowed(ClientSession session) {
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // null is how this interface says that there is no answer
    public String[] interactive(
            ClientSession session, String name, String instruction, String language, String[] prompts, boolean[] echo) {
        if (prompts.length == 0) {
            return new String[0];
        }
        boolean asksPassword = prompts.length == 1
                && !echo[0]
                && prompts[0].toLowerCase(Locale.ROOT).contains("password");
        if (!asksPassword || answered || password.isEmpty()) {
            record.leftUnanswered(prompts[0].strip());
            return null;
        }
        if (record.tried().contains("password") && !record.partialSuccess()) {
            return null;
        }
        answered = true;
        record.tried("keyboard-interactive");
        return new String[] {password.get().reveal()};
    }

    @Override
    @SuppressWarnings("NullAway") // null is how this interface says that there is none
    public String getUpdatedPassword(ClientSession session, String prompt, String language) {
        record.leftUnanswered("password expired: " + prompt.strip());
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // null is how this interface says that there is none
    public String resolveAuthPasswordAttempt(ClientSession session) {
        return null;
    }
}
