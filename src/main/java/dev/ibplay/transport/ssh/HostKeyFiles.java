package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What files say of host keys, each read once in a run. Safe for many threads. */
final class HostKeyFiles {
    private final KnownHostsFiles knownHosts = new KnownHostsFiles();
    private final Map<Path, RevokedKeys> revoked = new HashMap<>();

    /** The judge of one host's key. */
    HostKeyCheck check(SshTarget target) throws TransportException {
        List<Path> files = new ArrayList<>(target.userKnownHostsFiles());
        files.addAll(target.globalKnownHostsFiles());
        KnownHosts known;
        try {
            known = knownHosts.load(files);
        } catch (IOException e) {
            throw new TransportException(
                    target.host(),
                    Kind.HOST_KEY_REJECTED,
                    "the known hosts cannot be read: " + e,
                    "Without them no host key can be trusted; make the file readable",
                    e);
        }
        return new HostKeyCheck(target, known, revoked(target), knownHosts);
    }

    private Optional<RevokedKeys> revoked(SshTarget target) throws TransportException {
        Optional<Path> file = target.settings().get(SshSetting.REVOKED_HOST_KEYS);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        synchronized (revoked) {
            RevokedKeys known = revoked.get(file.get());
            if (known == null) {
                try {
                    known = RevokedKeys.read(file.get());
                } catch (IOException e) {
                    throw new TransportException(
                            target.host(),
                            Kind.HOST_KEY_REJECTED,
                            "the revoked host keys (RevokedHostKeys " + file.get() + ") cannot be read: " + reason(e),
                            "Without them no host key can be trusted; mend the file, or name none",
                            e);
                }
                revoked.put(file.get(), known);
            }
            return Optional.of(known);
        }
    }

    private static String reason(IOException e) {
        return e.getClass() == IOException.class ? String.valueOf(e.getMessage()) : e.toString();
    }
}
