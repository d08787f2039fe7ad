package dev.ibplay.transport.ssh.tunnel;

import org.apache.sshd.client.SshClient;
import org.apache.sshd.common.io.IoConnector;

/** MINA's client with a connector that knows tunnels. */
public final class TunnelClient extends SshClient {
    @Override
    protected IoConnector createConnector() {
        return new TunnelConnector(super.createConnector(), getSessionFactory());
    }
}
