package dev.ibplay.transport.ssh;

import java.io.IOException;
import java.util.List;
import org.apache.sshd.client.future.AuthFuture;
import org.apache.sshd.client.session.ClientUserAuthService;
import org.apache.sshd.client.session.ClientUserAuthServiceFactory;
import org.apache.sshd.common.Service;
import org.apache.sshd.common.ServiceFactory;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;

/** Notes which login methods a host offers, which MINA tells nobody. */
final class RecordingAuthService extends ClientUserAuthService {
    static final ServiceFactory FACTORY = new ClientUserAuthServiceFactory() {
        @Override
        public Service create(Session session) throws IOException {
            return new RecordingAuthService(session);
        }
    };

    private RecordingAuthService(Session session) {
        super(session);
    }

    @Override
    protected void processUserAuth(int command, Buffer buffer, AuthFuture future) throws Exception {
        if (command == SshConstants.SSH_MSG_USERAUTH_FAILURE) {
            int start = buffer.rpos();
            List<String> methods = List.of(buffer.getString().split(","));
            boolean partial = buffer.getBoolean();
            buffer.rpos(start);
            getClientSession()
                    .getConnectionContext()
                    .getAttribute(LoginRecord.KEY)
                    .offered(methods, partial);
        }
        super.processUserAuth(command, buffer, future);
    }
}
