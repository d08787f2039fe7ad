package dev.ibplay.transport.ssh;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.apache.sshd.client.future.AuthFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.ClientUserAuthService;
import org.apache.sshd.client.session.ClientUserAuthServiceFactory;
import org.apache.sshd.common.Service;
import org.apache.sshd.common.ServiceFactory;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * Notes which login methods a host offers, which MINA tells nobody, and lets an agent sign in a thread of its own: it may
 * wait for a person, and MINA's few threads serve all hosts.
 */
final class RecordingAuthService extends ClientUserAuthService {
    static final ServiceFactory FACTORY = new ClientUserAuthServiceFactory() {
        @Override
        public Service create(Session session) throws IOException {
            // MINA asks for the methods when it makes this, which is before whoever connects has the session
            ClientSession client = (ClientSession) session;
            client.getConnectionContext().getAttribute(LoginRecord.KEY).prepare(client);
            return new RecordingAuthService(session);
        }
    };

    private RecordingAuthService(Session session) {
        super(session);
    }

    @Override
    protected void processUserAuth(int command, Buffer buffer, AuthFuture future) throws Exception {
        LoginRecord record = getClientSession().getConnectionContext().getAttribute(LoginRecord.KEY);
        if (command == SshConstants.SSH_MSG_USERAUTH_FAILURE) {
            int start = buffer.rpos();
            List<String> methods = List.of(buffer.getString().split(","));
            boolean partial = buffer.getBoolean();
            buffer.rpos(start);
            record.offered(methods, partial);
        }
        if (command == SshConstants.SSH_MSG_USERAUTH_PK_OK && record.agentSigns()) {
            signElsewhere(command, buffer, future);
            return;
        }
        super.processUserAuth(command, buffer, future);
    }

    private void signElsewhere(int command, Buffer buffer, AuthFuture future) {
        // the method reads the message from its number on, which is before what is left to read
        byte[] message = buffer.getCompactData();
        byte[] whole = new byte[message.length + 1];
        whole[0] = (byte) command;
        System.arraycopy(message, 0, whole, 1, message.length);
        Buffer copy = new ByteArrayBuffer(whole);
        copy.rpos(1);
        LoginRecord record = getClientSession().getConnectionContext().getAttribute(LoginRecord.KEY);
        FutureTask<Boolean> signing =
                new FutureTask<>(() -> {
                    super.processUserAuth(command, copy, future);
                    return true;
                }) {
                    @Override
                    protected void done() {
                        record.waitsForAgent(false);
                        if (state() == State.FAILED) {
                            getClientSession().exceptionCaught(exceptionNow());
                        }
                    }
                };
        record.waitsForAgent(true);
        Thread.ofPlatform().daemon().name("ssh-agent").start(signing);
    }
}
