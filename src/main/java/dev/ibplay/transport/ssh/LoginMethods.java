package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Secret;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.auth.UserAuthFactory;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.client.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.core.CoreModuleProperties;

/**
 * By which methods to log in at a host, in order: what PreferredAuthentications names, or keys before passwords, less what
 * the settings switch off and what there is nothing for.
 */
final class LoginMethods {
    private static final String KEYS = "publickey";
    private static final String PASSWORD = "password";
    private static final String INTERACTIVE = "keyboard-interactive";
    private static final List<String> DEFAULT_ORDER = List.of(KEYS, PASSWORD, INTERACTIVE);

    private final SshTarget target;
    private final Identities identities;
    private final List<String> names;

    private LoginMethods(SshTarget target, Identities identities, List<String> names) {
        this.target = target;
        this.identities = identities;
        this.names = List.copyOf(names);
    }

    /** @throws TransportException when the settings leave no method */
    static LoginMethods of(SshTarget target, Identities identities) throws TransportException {
        SshSettings settings = target.settings();
        List<String> wanted = settings.get(SshSetting.PREFERRED_AUTHENTICATIONS).orElse(DEFAULT_ORDER);
        List<String> allowed =
                wanted.stream().filter(m -> isAllowed(settings, m)).toList();
        if (allowed.isEmpty()) {
            throw new TransportException(
                    target.host(),
                    Kind.AUTHENTICATION_REFUSED,
                    "the SSH settings leave no way to log in: PreferredAuthentications " + String.join(",", wanted),
                    Optional.of("ibplay can do publickey, password and keyboard-interactive; see"
                            + " PreferredAuthentications, PubkeyAuthentication, PasswordAuthentication and"
                            + " KbdInteractiveAuthentication"));
        }
        boolean secret = secret(target).isPresent();
        // the method for keys is asked for even without keys: the answer tells what the host would accept
        List<String> useful =
                allowed.stream().filter(m -> secret || m.equals(KEYS)).toList();
        if (useful.isEmpty()) {
            throw new TransportException(
                    target.host(),
                    Kind.AUTHENTICATION_REFUSED,
                    "the SSH settings leave " + String.join(", ", allowed) + " to log in, and there is no password",
                    Optional.of("Give a password (ansible_password), or allow keys: see PreferredAuthentications and"
                            + " PubkeyAuthentication"));
        }
        return new LoginMethods(target, identities, useful);
    }

    private static boolean isAllowed(SshSettings settings, String method) {
        return switch (method) {
            case KEYS -> settings.is(SshSetting.PUBKEY_AUTHENTICATION, true);
            case PASSWORD -> settings.is(SshSetting.PASSWORD_AUTHENTICATION, true);
            case INTERACTIVE -> settings.is(SshSetting.KBD_INTERACTIVE_AUTHENTICATION, true);
            default -> false;
        };
    }

    private static Optional<Secret> secret(SshTarget target) {
        return target.password().filter(p -> !p.reveal().isEmpty());
    }

    void applyTo(ClientSession session, LoginRecord record) {
        List<UserAuthFactory> factories = new ArrayList<>();
        for (String name : names) {
            switch (name) {
                case KEYS -> factories.add(new PublicKeyOffers.Factory(signatures(session), identities.keys(), record));
                case PASSWORD -> {
                    secret(target).ifPresent(password -> session.addPasswordIdentity(password.reveal()));
                    factories.add(UserAuthPasswordFactory.INSTANCE);
                }
                default -> factories.add(UserAuthKeyboardInteractiveFactory.INSTANCE);
            }
        }
        session.setUserAuthFactories(factories);
        CoreModuleProperties.PREFERRED_AUTHS.set(session, String.join(",", names));
        session.setUserInteraction(new PasswordAnswer(target.password(), record));
        session.setPasswordAuthenticationReporter(new AttemptReporters.OfPassword(record));
    }

    /** What to sign with: PubkeyAcceptedAlgorithms, or all that the client can do. */
    private List<NamedFactory<Signature>> signatures(ClientSession session) {
        List<NamedFactory<Signature>> all = session.getSignatureFactories();
        Optional<AlgorithmList> accepted = target.settings().get(SshSetting.PUBKEY_ACCEPTED_ALGORITHMS);
        if (accepted.isEmpty()) {
            return all;
        }
        List<String> known = all.stream().map(NamedResource::getName).toList();
        return accepted.get().applyTo(known, known).stream()
                .map(name -> NamedResource.findByName(name, String::compareTo, all))
                .toList();
    }
}
