package dev.ibplay.transport.ssh;

import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.kex.DHGClient;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.kex.DHFactory;
import org.apache.sshd.common.kex.KeyExchange;
import org.apache.sshd.common.kex.KeyExchangeFactory;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A key exchange that leaves a host certificate to {@link HostKeyCheck} and keeps it as the session's host key. MINA judges
 * it by the address that was connected to, and then forgets it: whoever judges host keys sees the plain key, and OpenSSH
 * refuses logins that are bound to it (publickey-hostbound names the certificate).
 */
final class CertifiedKeyExchange extends DHGClient {
    private @Nullable OpenSshCertificate shown;

    private CertifiedKeyExchange(DHFactory factory, Session session) {
        super(factory, session);
    }

    /** MINA's own where groups are exchanged: only servers that are too old for certificates have nothing else. */
    static KeyExchangeFactory factory(DHFactory exchange) {
        if (exchange.isGroupExchange()) {
            return ClientBuilder.DH2KEX.apply(exchange);
        }
        return new KeyExchangeFactory() {
            @Override
            public String getName() {
                return exchange.getName();
            }

            @Override
            public KeyExchange createKeyExchange(Session session) {
                return new CertifiedKeyExchange(exchange, session);
            }
        };
    }

    @Override
    protected void verifyCertificate(Session session, OpenSshCertificate certificate) {
        shown = certificate;
    }

    @Override
    public boolean next(int command, Buffer buffer) throws Exception {
        boolean done = super.next(command, buffer);
        if (done && shown != null) {
            getClientSession().setServerKey(shown);
        }
        return done;
    }
}
