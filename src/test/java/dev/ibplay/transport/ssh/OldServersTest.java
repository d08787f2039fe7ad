package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Secret;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.mac.BuiltinMacs;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.keyboard.InteractiveChallenge;
import org.apache.sshd.server.auth.keyboard.KeyboardInteractiveAuthenticator;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.session.ServerSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that offer only what old switches offer, and logins as ESXi wants them. */
@SuppressWarnings("deprecation") // the algorithms are old, which is the point
class OldServersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String PASSWORD = "tr0ub4dor";

    @TempDir
    private Path folder;

    private MinaServer server;
    private SshConnector connector;
    private SshSettings settings = SshSettings.EMPTY;
    private final AtomicInteger answers = new AtomicInteger();

    @BeforeEach
    void create() throws Exception {
        server = MinaServer.create();
        connector = SshConnector.start();
        settings = settings.withUser("root")
                .withOnlyKnownHostsFile(folder.resolve("known_hosts"))
                .withTimeouts(LIMIT, LIMIT);
    }

    @AfterEach
    void close() throws IOException {
        connector.close();
        server.close();
    }

    private SshConnection connect(SshSettings more, Optional<Secret> password) throws TransportException {
        SshTarget target = new SshTarget(
                "sw1",
                "127.0.0.1",
                more.withPort(server.port()),
                new HomeDirectory(folder),
                password,
                PassphraseSource.NONE);
        return connector.connect(target);
    }

    private static KeyPair rsa() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private void limitTo(BuiltinDHFactories exchange, BuiltinCiphers cipher) throws Exception {
        SshServer old = server.settings();
        KeyPair key = rsa();
        old.setKeyPairProvider(KeyPairProvider.wrap(key));
        old.setKeyExchangeFactories(
                NamedFactory.setUpTransformedFactories(true, List.of(exchange), ServerBuilder.DH2KEX));
        old.setCipherFactories(List.of(cipher));
        old.setMacFactories(List.of(BuiltinMacs.hmacsha1));
        old.setSignatureFactories(List.of(BuiltinSignatures.rsa));
        old.setPasswordAuthenticator((user, password, session) -> PASSWORD.equals(password));
        server.start();
        Files.writeString(
                folder.resolve("known_hosts"),
                "[127.0.0.1]:" + server.port() + " " + PublicKeyEntry.toString(key.getPublic()) + "\n");
    }

    @Test
    void oldAlgorithmsNeedTheVariable() throws Exception {
        limitTo(BuiltinDHFactories.dhg14, BuiltinCiphers.aes128cbc);
        TransportException refusal = catchThrowableOfType(
                TransportException.class, () -> connect(settings, Optional.of(Secret.of(PASSWORD))));
        assertThat(refusal.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(refusal).hasMessageContaining("has no algorithm in common with us");
        assertThat(refusal.hint())
                .hasValueSatisfying(hint -> assertThat(hint).contains("ibplay_ssh_legacy_crypto: true"));
        try (SshConnection connection = connect(settings.withLegacyCrypto(), Optional.of(Secret.of(PASSWORD)))) {
            assertThat(connection.keyExchange()).isEqualTo("diffie-hellman-group14-sha1");
        }
    }

    @Test
    void theOldestOfThemIsReachedToo() throws Exception {
        limitTo(BuiltinDHFactories.dhg1, BuiltinCiphers.tripledescbc);
        assertThat(catchThrowableOfType(
                                TransportException.class, () -> connect(settings, Optional.of(Secret.of(PASSWORD))))
                        .kind())
                .isEqualTo(Kind.UNREACHABLE);
        try (SshConnection connection = connect(settings.withLegacyCrypto(), Optional.of(Secret.of(PASSWORD)))) {
            assertThat(connection.keyExchange()).isEqualTo("diffie-hellman-group1-sha1");
        }
    }

    @Test
    void aNewServerIsAskedForNewAlgorithmsAllTheSame() throws Exception {
        server.settings().setPasswordAuthenticator((user, password, session) -> PASSWORD.equals(password));
        server.start();
        server.writeKnownHosts(folder.resolve("known_hosts"));
        try (SshConnection connection = connect(settings.withLegacyCrypto(), Optional.of(Secret.of(PASSWORD)))) {
            assertThat(connection.keyExchange()).contains("25519");
            assertThat(connection.identification()).startsWith("SSH-2.0-");
        }
    }

    /** {@code publickey,keyboard-interactive}, and no password method. */
    private void offerAsEsxi(String prompt) throws IOException {
        SshServer esxi = server.settings();
        esxi.setUserAuthFactories(
                List.of(UserAuthPublicKeyFactory.INSTANCE, UserAuthKeyboardInteractiveFactory.INSTANCE));
        esxi.setKeyboardInteractiveAuthenticator(new KeyboardInteractiveAuthenticator() {
            @Override
            public InteractiveChallenge generateChallenge(
                    ServerSession session, String user, String language, String methods) {
                InteractiveChallenge challenge = new InteractiveChallenge();
                challenge.setInteractionName("");
                challenge.setInteractionInstruction("");
                challenge.setLanguageTag("");
                challenge.addPrompt(prompt, false);
                return challenge;
            }

            @Override
            public boolean authenticate(ServerSession session, String user, List<String> responses) {
                answers.incrementAndGet();
                return responses.equals(List.of(PASSWORD));
            }
        });
        server.start();
        server.writeKnownHosts(folder.resolve("known_hosts"));
    }

    @Test
    void esxisPromptsAreAnswered() throws Exception {
        offerAsEsxi("Password: ");
        connect(settings, Optional.of(Secret.of(PASSWORD))).close();
        assertThat(answers).hasValue(1);
    }

    @Test
    void thePromptOfLaterReleasesIsAnswered() throws Exception {
        offerAsEsxi("(root@127.0.0.1) Password: ");
        connect(settings, Optional.of(Secret.of(PASSWORD))).close();
        assertThat(answers).hasValue(1);
    }

    @Test
    void aWrongPasswordIsSentToEsxiOnce() throws Exception {
        offerAsEsxi("Password: ");
        TransportException refusal = catchThrowableOfType(
                TransportException.class, () -> connect(settings, Optional.of(Secret.of("wrong"))));
        assertThat(refusal.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
        assertThat(refusal)
                .hasMessageContaining("tried keyboard-interactive")
                .message()
                .doesNotContain("wrong");
        assertThat(refusal.hint()).contains("Is the password right, and the user root?");
        assertThat(answers).hasValue(1);
    }

    @Test
    void anRsaKeyIsTakenByEsxi() throws Exception {
        KeyPair key = rsa();
        List<String> types = new ArrayList<>();
        server.settings().setPublickeyAuthenticator((user, shown, session) -> {
            types.add(KeyUtils.getKeyType(shown));
            return KeyUtils.compareKeys(key.getPublic(), shown);
        });
        offerAsEsxi("Password: ");
        StringWriter pem = new StringWriter();
        pem.append("-----BEGIN PRIVATE KEY-----\n")
                .append(Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(key.getPrivate().getEncoded()))
                .append("\n-----END PRIVATE KEY-----\n");
        Path file = Files.writeString(folder.resolve("id"), pem.toString());
        Files.setAttribute(file, "unix:mode", 0600);
        connect(settings.withIdentityFile(file), Optional.empty()).close();
        assertThat(types).contains("ssh-rsa");
        assertThat(answers).hasValue(0);
    }
}
