package dev.ibplay.transport.ssh;

import dev.ibplay.transport.ssh.tunnel.TunnelClient;
import java.net.SocketAddress;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.keyboard.UserInteraction;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientConnectionServiceFactory;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.PropertyResolverUtils;
import org.apache.sshd.common.kex.KexProposalOption;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.core.CoreModuleProperties;

/**
 * Sets MINA up for a controller. Its defaults accept every host key, scan the user's keys and configuration, send no
 * heartbeat, send the password to whatever prompt has "password" in it, and end a connection that is silent for ten minutes.
 */
final class MinaClient {
    private static final Duration STOP_WAIT = Duration.ofSeconds(5);

    /**
     * How long a write may wait until the host reads on. Longer than any step: a far end that is busy with a command does
     * not read, and whoever waits for it has a limit of its own.
     */
    private static final Duration BUSY_HOST = Duration.ofHours(1);

    private MinaClient() {}

    static SshClient create() {
        SshClient client = ClientBuilder.builder().factory(TunnelClient::new).build();
        client.setKeyExchangeFactories(KeyExchangeOrder.factories());
        LegacyCrypto.addTo(client);
        client.setServerKeyVerifier(MinaClient::verify);
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setServiceFactories(List.of(RecordingAuthService.FACTORY, ClientConnectionServiceFactory.INSTANCE));
        client.addSessionListener(new Listener());
        CoreModuleProperties.HEARTBEAT_REQUEST.set(client, "keepalive@openssh.com");
        CoreModuleProperties.SOCKET_KEEPALIVE.set(client, true);
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.NIO2_READ_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.PASSWORD_PROMPTS.set(client, 1);
        PropertyResolverUtils.updateProperty(client, UserInteraction.AUTO_DETECT_PASSWORD_PROMPT, false);
        CoreModuleProperties.PREFERRED_AUTHS.set(client, "publickey,password,keyboard-interactive");
        CoreModuleProperties.REQUEST_EXEC_REPLY.set(client, true);
        CoreModuleProperties.WAIT_FOR_SPACE_TIMEOUT.set(client, BUSY_HOST);
        CoreModuleProperties.STOP_WAIT_TIME.set(client, STOP_WAIT);
        return client;
    }

    private static boolean verify(ClientSession session, SocketAddress address, PublicKey key) {
        return record(session).hostKey().accepts(session, key);
    }

    private static LoginRecord record(Session session) {
        return ((ClientSession) session).getConnectionContext().getAttribute(LoginRecord.KEY);
    }

    private static final class Listener implements SessionListener {
        @Override
        public void sessionNegotiationOptionsCreated(Session session, Map<KexProposalOption, String> proposal) {
            LoginRecord record = record(session);
            OfferedAlgorithms.choose(proposal, record.target().settings());
            HostKeyCheck hostKey = record.hostKey();
            if (record.target().settings().get(SshSetting.HOST_KEY_ALGORITHMS).isEmpty()) {
                Proposal.adapt(proposal, hostKey.knownTypes(), hostKey.wantsCertificate());
            }
        }

        @Override
        public void sessionPeerIdentificationLine(Session session, String line, List<String> extraLines) {
            record(session).said(line);
        }

        @Override
        public void sessionException(Session session, Throwable thrown) {
            if (KeepAlive.isSilence(thrown)) {
                record(session).fellSilent();
            }
        }

        @Override
        public void sessionPeerIdentificationReceived(Session session, String version, List<String> extraLines) {
            record(session).reached(LoginRecord.Phase.KEY_EXCHANGE);
        }

        @Override
        public void sessionEvent(Session session, Event event) {
            if (event == Event.KeyEstablished) {
                record(session).reached(LoginRecord.Phase.LOGIN);
            }
        }

        @Override
        public void sessionDisconnect(Session session, int reason, String message, String language, boolean initiator) {
            if (!initiator) {
                record(session).disconnected(message);
            }
        }
    }
}
