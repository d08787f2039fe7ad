package dev.ibplay.transport.ssh;

import dev.ibplay.transport.ssh.agent.AgentAnswer;
import dev.ibplay.transport.ssh.agent.AgentKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.u2f.SecurityKeyPublicKey;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * Puts the keys for one host in OpenSSH's order (pubkey_prepare): certificates that are named, the agent's keys that files
 * name, the agent's other keys unless IdentitiesOnly, files. A passphrase is asked for only where no agent has the key.
 */
final class IdentityOrder {
    /** OpenSSH's default names and order. The two of security tokens can be used by an agent only. */
    private static final List<String> DEFAULT_NAMES =
            List.of("id_rsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk");

    private final SshTarget target;
    private final PrivateKeyReader privateKeys;
    private final PublicKeyReader publicKeys;
    private final List<AgentKey> held;
    private final Instant now = Instant.now();
    private final List<OfferedKey> offered = new ArrayList<>();
    private final List<KeyFile.Unusable> unused = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private IdentityOrder(
            SshTarget target, PrivateKeyReader privateKeys, PublicKeyReader publicKeys, Optional<AgentAnswer> agent) {
        this.target = target;
        this.privateKeys = privateKeys;
        this.publicKeys = publicKeys;
        held = agent.map(this::held).orElse(List.of());
    }

    static Identities of(
            SshTarget target, PrivateKeyReader privateKeys, PublicKeyReader publicKeys, Optional<AgentAnswer> agent) {
        IdentityOrder order = new IdentityOrder(target, privateKeys, publicKeys, agent);
        order.collect();
        return new Identities(order.offered, order.unused, order.notes);
    }

    private List<AgentKey> held(AgentAnswer answer) {
        return switch (answer) {
            case AgentAnswer.Unavailable unavailable -> {
                notes.add("the ssh-agent at " + unavailable.socket() + " " + unavailable.reason());
                yield List.of();
            }
            case AgentAnswer.Keys keys -> {
                if (keys.keys().isEmpty()) {
                    notes.add("the ssh-agent at " + keys.socket() + " has no key, or is locked");
                }
                yield keys.keys();
            }
        };
    }

    /** What one file names: a key, or the certificate beside it. */
    private record Named(Path file, Optional<PublicKey> key, Optional<OpenSshCertificate> certificate) {
        boolean is(PublicKey other) {
            return certificate
                    .map(c -> same(c, other))
                    .orElseGet(() -> key.map(k -> same(k, other)).orElse(false));
        }
    }

    private void collect() {
        Optional<List<Path>> files = target.settings().get(SshSetting.IDENTITY_FILES);
        // "IdentityFile none" names no file, and means no default one either.
        boolean byDefault = files.isEmpty();
        List<Path> certificates = target.settings().list(SshSetting.CERTIFICATE_FILES);
        List<Path> all = files.orElseGet(this::defaultFiles);
        certificates.forEach(file -> offerCertificate(file, all));
        List<Named> named = new ArrayList<>();
        for (Path file : all) {
            named.add(new Named(file, publicKeys.publicHalf(file), Optional.empty()));
            if (certificates.isEmpty()) {
                publicKeys
                        .certificate(PublicKeyReader.certificateBeside(file))
                        .ifPresent(c -> named.add(new Named(file, Optional.empty(), Optional.of(c))));
            }
        }
        offerAgentKeys(named);
        for (Named rest : named) {
            rest.certificate()
                    .ifPresentOrElse(
                            c -> offer(PublicKeyReader.certificateBeside(rest.file()), c, List.of(rest.file())),
                            () -> offerFile(rest, byDefault));
        }
    }

    private List<Path> defaultFiles() {
        Path folder = target.home().path().resolve(".ssh");
        return DEFAULT_NAMES.stream().map(folder::resolve).filter(Files::exists).toList();
    }

    /** Those that files name first; they are taken out of the list of what files name. */
    private void offerAgentKeys(List<Named> named) {
        boolean only = target.settings().is(SshSetting.IDENTITIES_ONLY, false);
        List<OfferedKey> others = new ArrayList<>();
        int heldBack = 0;
        for (AgentKey key : held) {
            Optional<Named> match = named.stream().filter(n -> n.is(key.key())).findFirst();
            Optional<String> flaw = flaw(key.key());
            if (flaw.isPresent()) {
                notes.add("the ssh-agent's certificate " + OfferedKey.describe(key.key()) + " " + flaw.get());
                match.ifPresent(named::remove);
            } else if (match.isPresent()) {
                named.remove(match.get());
                add(new OfferedKey.OfAgent(key, key.key()));
            } else if (only) {
                heldBack++;
            } else {
                others.add(new OfferedKey.OfAgent(key, key.key()));
            }
        }
        others.forEach(this::add);
        if (heldBack > 0) {
            notes.add(heldBack + " of the ssh-agent's keys were not offered, as IdentitiesOnly says");
        }
    }

    private Optional<String> flaw(PublicKey key) {
        return key instanceof OpenSshCertificate certificate
                ? Certificates.flaw(certificate, OpenSshCertificate.Type.USER, now)
                : Optional.empty();
    }

    private void offerFile(Named named, boolean byDefault) {
        if (named.key().filter(SecurityKeyPublicKey.class::isInstance).isPresent()) {
            String reason = "is a key of a security token, which only an ssh-agent can use";
            if (byDefault) {
                notes.add(named.file() + " " + reason);
            } else {
                unused.add(new KeyFile.Unusable(named.file(), reason, "ssh-add " + named.file()));
            }
            return;
        }
        switch (privateKeys.read(named.file(), target.passphrases())) {
            case KeyFile.Usable usable ->
                usable.keys()
                        .forEach(pair -> add(new OfferedKey.OfFile(named.file(), pair.getPublic(), pair.getPrivate())));
            case KeyFile.Unusable unusable -> unused.add(unusable);
        }
    }

    private void offerCertificate(Path file, List<Path> keyFiles) {
        Optional<OpenSshCertificate> certificate = publicKeys.certificate(file);
        if (certificate.isEmpty()) {
            String reason = Files.exists(file) ? "is not a certificate" : "does not exist";
            unused.add(new KeyFile.Unusable(file, reason, "CertificateFile names a file that ssh-keygen -s made"));
            return;
        }
        offer(file, certificate.get(), keyFiles);
    }

    /** Offers a certificate with the private half of the agent, or of one of the files. */
    private void offer(Path file, OpenSshCertificate certificate, List<Path> keyFiles) {
        Optional<String> flaw = flaw(certificate);
        if (flaw.isPresent()) {
            unused.add(new KeyFile.Unusable(
                    file, "holds a certificate that " + flaw.get(), "Get a new certificate from its authority"));
            return;
        }
        PublicKey plain = certificate.getCertPubKey();
        Optional<AgentKey> signer = held.stream()
                .filter(k -> same(k.key(), certificate) || same(k.key(), plain))
                .findFirst();
        if (signer.isPresent()) {
            add(new OfferedKey.OfAgent(signer.get(), certificate));
            return;
        }
        for (Path keyFile : keyFiles) {
            boolean other =
                    publicKeys.publicHalf(keyFile).filter(k -> !same(k, plain)).isPresent();
            if (!other && privateKeys.read(keyFile, target.passphrases()) instanceof KeyFile.Usable usable) {
                Optional<KeyPair> pair = usable.keys().stream()
                        .filter(p -> same(p.getPublic(), plain))
                        .findFirst();
                if (pair.isPresent()) {
                    add(new OfferedKey.OfFile(file, certificate, pair.get().getPrivate()));
                    return;
                }
            }
        }
        unused.add(new KeyFile.Unusable(
                file,
                "holds a certificate whose private key neither a key file nor the ssh-agent has",
                "Name its private key, too: ansible_ssh_private_key_file or IdentityFile"));
    }

    private void add(OfferedKey key) {
        Optional<Integer> least = target.settings().get(SshSetting.REQUIRED_RSA_SIZE);
        PublicKey plain = Certificates.plain(key.key());
        if (least.isPresent()
                && KeyUtils.getKeyType(plain).equals("ssh-rsa")
                && KeyUtils.getKeySize(plain) < least.get()) {
            notes.add(key + " is shorter than RequiredRSASize " + least.get());
            return;
        }
        if (offered.stream().noneMatch(o -> same(o.key(), key.key()))) {
            offered.add(key);
        }
    }

    private static boolean same(PublicKey one, PublicKey other) {
        return Arrays.equals(blob(one), blob(other));
    }

    private static byte[] blob(PublicKey key) {
        ByteArrayBuffer buffer = new ByteArrayBuffer();
        buffer.putRawPublicKey(key);
        return buffer.getCompactData();
    }
}
