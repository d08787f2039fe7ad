package dev.ibplay.transport.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** An SSH server in this process that can be made to misbehave. */
final class MinaServer implements AutoCloseable {
    /** What a command does at the server's end. */
    interface Behaviour {
        void run(Served served) throws IOException;
    }

    private final SshServer server;
    private final KeyPair hostKey;

    private MinaServer(SshServer server, KeyPair hostKey) {
        this.server = server;
        this.hostKey = hostKey;
    }

    /** A server that lets nobody in until {@link #settings} says otherwise. */
    static MinaServer create() throws GeneralSecurityException {
        KeyPair hostKey = ecdsaKey();
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
        return new MinaServer(server, hostKey);
    }

    static KeyPair ecdsaKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    SshServer settings() {
        return server;
    }

    /** Every command is served by the same behaviour. */
    MinaServer serving(Behaviour behaviour) {
        server.setCommandFactory((channel, line) -> new Served(behaviour, channel));
        return this;
    }

    MinaServer start() throws IOException {
        server.start();
        return this;
    }

    int port() {
        return server.getPort();
    }

    Path writeKnownHosts(Path file) throws IOException {
        return Files.writeString(
                file, "[127.0.0.1]:" + port() + " " + PublicKeyEntry.toString(hostKey.getPublic()) + "\n");
    }

    @Override
    public void close() throws IOException {
        server.close(true).await(5000);
    }

    /** One command, in a thread of its own. */
    static final class Served implements Command {
        private final Behaviour behaviour;
        private final ChannelSession channel;
        private InputStream stdin = InputStream.nullInputStream();
        private OutputStream stdout = OutputStream.nullOutputStream();
        private OutputStream stderr = OutputStream.nullOutputStream();
        private ExitCallback exit = (status, message, closeImmediately) -> {};

        Served(Behaviour behaviour, ChannelSession channel) {
            this.behaviour = behaviour;
            this.channel = channel;
        }

        InputStream stdin() {
            return stdin;
        }

        OutputStream stdout() {
            return stdout;
        }

        OutputStream stderr() {
            return stderr;
        }

        void exit(int status) {
            exit.onExit(status);
        }

        ChannelSession channel() {
            return channel;
        }

        @Override
        public void start(ChannelSession session, Environment environment) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    behaviour.run(this);
                } catch (IOException e) {
                    exit.onExit(255, e.toString());
                }
            });
        }

        @Override
        public void destroy(ChannelSession session) {
            // ends with its streams
        }

        @Override
        public void setExitCallback(ExitCallback callback) {
            exit = callback;
        }

        @Override
        public void setErrorStream(OutputStream stream) {
            stderr = stream;
        }

        @Override
        public void setInputStream(InputStream stream) {
            stdin = stream;
        }

        @Override
        public void setOutputStream(OutputStream stream) {
            stdout = stream;
        }
    }
}
