package dev.ibplay.lab.esxi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Secret;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.ssh.LabSshServer;
import dev.ibplay.lab.ssh.SshAccount;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.posix.PosixSession;
import dev.ibplay.transport.ssh.HomeDirectory;
import dev.ibplay.transport.ssh.PassphraseSource;
import dev.ibplay.transport.ssh.SshConnection;
import dev.ibplay.transport.ssh.SshConnector;
import dev.ibplay.transport.ssh.SshSettings;
import dev.ibplay.transport.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.UserAuthFactory;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.client.auth.keyboard.UserInteraction;
import org.apache.sshd.client.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.kex.KexProposalOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins on ESXi hosts by SSH, and the sh far end there. */
class EsxiLoginTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Secret PASSWORD = Secret.of("vmware1!");

    @TempDir
    private Path folder;

    private final KeyPair ed25519 = key(true);
    private final KeyPair ecdsa = key(false);
    private LabSshServer server;
    private SshConnector connector;
    private SshClient plain;

    private static KeyPair key(boolean isEd25519) {
        try {
            return isEd25519 ? LabSshServer.newKey() : LabSshServer.newApprovedKey();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = LabSshServer.start();
        connector = SshConnector.start();
        plain = SshClient.setUpDefaultClient();
        plain.start();
    }

    @AfterEach
    void stop() throws Exception {
        plain.stop();
        connector.close();
        server.close();
    }

    private SshHost serve(EsxiLab lab) throws Exception {
        var root = new SshAccount(Account.ROOT, Optional.of(PASSWORD), List.of(ed25519.getPublic(), ecdsa.getPublic()));
        SshHost host = server.add(lab.machine(), List.of(root));
        Files.writeString(folder.resolve("known_hosts." + host.port()), host.knownHostsLine() + "\n");
        return host;
    }

    private SshConnection connect(SshHost host, Secret password) throws Exception {
        SshSettings settings = SshSettings.EMPTY
                .withPort(host.port())
                .withUser("root")
                .withOnlyKnownHostsFile(folder.resolve("known_hosts." + host.port()))
                .withTimeouts(LIMIT, LIMIT);
        return connector.connect(new SshTarget(
                "esx1",
                "127.0.0.1",
                settings,
                new HomeDirectory(folder),
                Optional.of(password),
                PassphraseSource.NONE));
    }

    private static Outcome ask(HostSession session, Operation operation) throws TransportException {
        return session.run(Batch.of(List.of(operation)), LIMIT).getFirst();
    }

    private static Operation command(String... words) {
        return Operation.RunCommand.of(Duration.ofSeconds(20), words);
    }

    private void theFarEndWorks(EsxiLab lab) throws Exception {
        SshHost host = serve(lab);
        try (SshConnection connection = connect(host, PASSWORD);
                HostSession session = PosixSession.open("esx1", connection)) {
            assertThat(ask(session, command("esxcli", "--formatter=csv", "system", "version", "get")))
                    .isInstanceOfSatisfying(Outcome.CommandEnded.class, done -> {
                        assertThat(done.end()).isEqualTo(new CommandEnd.Exited(0));
                        assertThat(done.stdout().lossyText()).contains("VMware ESXi");
                    });
            assertThat(ask(session, Operation.ReadFile.of("/etc/hosts")))
                    .isInstanceOfSatisfying(
                            Outcome.FileContent.class,
                            read -> assertThat(read.content().lossyText()).startsWith("127.0.0.1 "));
            assertThat(ask(session, Operation.ReadFile.of("/etc/none"))).isEqualTo(new Outcome.FileAbsent());
            Bytes old = lab.machine().disk().read("/etc/hosts");
            Bytes next = Bytes.ofUtf8("127.0.0.1 localhost\n10.9.0.1 peer\n");
            var replace = new Operation.ReplaceFile("/etc/hosts", Optional.of(old), next, 0644);
            assertThat(ask(session, replace)).isEqualTo(new Outcome.Done());
            assertThat(lab.machine().disk().read("/etc/hosts")).isEqualTo(next);
            assertThat(ask(session, replace)).isInstanceOf(Outcome.Moved.class);
        }
    }

    @Test
    void theFarEndWorksOnEachRelease() throws Exception {
        for (EsxiRelease release : List.of(EsxiRelease.V5_5, EsxiRelease.V6_7, EsxiRelease.V8_0_2)) {
            try (EsxiLab lab = EsxiLab.of(release)) {
                theFarEndWorks(lab);
            }
        }
    }

    /** Whether cmp is there is not known. */
    @Test
    void theFarEndComparesByDigestsWithoutCmp() throws Exception {
        EsxiHost.Traits traits = EsxiHost.Traits.USUAL.without(Set.of("cmp"));
        try (EsxiLab lab = new EsxiLab(EsxiLab.host(EsxiRelease.V6_7, Optional.empty(), traits), 4)) {
            theFarEndWorks(lab);
        }
    }

    @Test
    void aWrongPasswordIsRefused() throws Exception {
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V6_7)) {
            SshHost host = serve(lab);
            TransportException refused =
                    catchThrowableOfType(TransportException.class, () -> connect(host, Secret.of("other")));
            assertThat(refused.kind()).isEqualTo(TransportException.Kind.AUTHENTICATION_REFUSED);
        }
    }

    private ClientSession session(SshHost host) throws IOException {
        return plain.connect("root", "127.0.0.1", host.port()).verify(LIMIT).getSession();
    }

    private boolean letsIn(SshHost host, UserAuthFactory method, Optional<KeyPair> key) throws IOException {
        plain.setUserAuthFactories(List.of(method));
        try (ClientSession session = session(host)) {
            session.addPasswordIdentity(PASSWORD.reveal());
            key.ifPresent(session::addPublicKeyIdentity);
            return session.auth().await(LIMIT) && session.isAuthenticated();
        }
    }

    @Test
    void passwordsAreTakenByKeyboardInteractiveOnly() throws Exception {
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V8_0_2)) {
            SshHost host = serve(lab);
            assertThat(letsIn(host, UserAuthPasswordFactory.INSTANCE, Optional.empty()))
                    .isFalse();
            List<String> prompts = new ArrayList<>();
            plain.setUserInteraction(new Asked(prompts));
            assertThat(letsIn(host, UserAuthKeyboardInteractiveFactory.INSTANCE, Optional.empty()))
                    .isTrue();
            try (ClientSession session = session(host)) {
                assertThat(session.auth().await(LIMIT)).isTrue();
                assertThat(session.isAuthenticated()).isTrue();
            }
            assertThat(prompts).contains("(root@esx1) Password: ");
        }
    }

    private record Asked(List<String> prompts) implements UserInteraction {
        @Override
        public boolean isInteractionAllowed(ClientSession session) {
            return true;
        }

        @Override
        public String[] interactive(
                ClientSession session, String name, String instruction, String lang, String[] prompt, boolean[] echo) {
            prompts.addAll(List.of(prompt));
            return new String[] {PASSWORD.reveal()};
        }

        @Override
        public String getUpdatedPassword(ClientSession session, String prompt, String lang) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void onlyWhatFipsApprovesOfIsOfferedSince8() throws Exception {
        try (EsxiLab old = EsxiLab.of(EsxiRelease.V6_7);
                EsxiLab lab = EsxiLab.of(EsxiRelease.V8_0_2)) {
            SshHost host = serve(lab);
            assertThat(letsIn(host, UserAuthPublicKeyFactory.INSTANCE, Optional.of(ed25519)))
                    .isFalse();
            assertThat(letsIn(host, UserAuthPublicKeyFactory.INSTANCE, Optional.of(ecdsa)))
                    .isTrue();
            try (ClientSession session = session(host)) {
                session.addPublicKeyIdentity(ecdsa);
                // Nothing is agreed upon before the login.
                session.auth().verify(LIMIT);
                String key = session.getNegotiatedKexParameter(KexProposalOption.SERVERKEYS);
                String exchange = session.getNegotiatedKexParameter(KexProposalOption.ALGORITHMS);
                assertThat(key).startsWith("ecdsa-");
                assertThat(exchange).startsWith("ecdh-sha2-");
            }
            assertThat(letsIn(serve(old), UserAuthPublicKeyFactory.INSTANCE, Optional.of(ed25519)))
                    .isTrue();
        }
    }

    @Test
    void thereIsNoSftp() throws Exception {
        try (EsxiLab lab = EsxiLab.of(EsxiRelease.V6_7)) {
            SshHost host = serve(lab);
            try (ClientSession session = session(host)) {
                session.addPublicKeyIdentity(ed25519);
                session.auth().verify(LIMIT);
                try (var channel = session.createSubsystemChannel("sftp")) {
                    channel.open().await(LIMIT);
                    assertThat(channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), LIMIT))
                            .contains(ClientChannelEvent.CLOSED)
                            .doesNotContain(ClientChannelEvent.TIMEOUT);
                }
            }
        }
    }
}
