package dev.ibplay.transport.ssh;

import java.io.IOException;
import java.security.KeyPair;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.sshd.client.auth.AbstractUserAuthFactory;
import org.apache.sshd.client.auth.UserAuth;
import org.apache.sshd.client.auth.pubkey.KeyPairIdentity;
import org.apache.sshd.client.auth.pubkey.PublicKeyAuthenticationReporter;
import org.apache.sshd.client.auth.pubkey.PublicKeyIdentity;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKey;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.signature.SignatureFactoriesManager;
import org.apache.sshd.common.util.buffer.Buffer;

/**
 * The login method publickey: offers a host's keys in their order and notes each. A key for which the agent does not sign
 * (a person said no, a token is gone) is left out, and the next one is tried, as OpenSSH does.
 */
final class PublicKeyOffers extends UserAuthPublicKey {
    private final List<OfferedKey> offers;
    private final LoginRecord record;

    private PublicKeyOffers(List<NamedFactory<Signature>> signatures, List<OfferedKey> offers, LoginRecord record) {
        super(signatures);
        this.offers = offers;
        this.record = record;
    }

    /** Makes the method for one session. */
    static final class Factory extends AbstractUserAuthFactory {
        private final List<NamedFactory<Signature>> signatures;
        private final List<OfferedKey> offers;
        private final LoginRecord record;

        /** @param signatures the algorithms to sign with, best first */
        Factory(List<NamedFactory<Signature>> signatures, List<OfferedKey> offers, LoginRecord record) {
            super(UserAuthPublicKey.NAME);
            this.signatures = List.copyOf(signatures);
            this.offers = List.copyOf(offers);
            this.record = record;
        }

        @Override
        public UserAuth createUserAuth(ClientSession session) {
            return new PublicKeyOffers(signatures, offers, record);
        }
    }

    /** A key that is offered, in MINA's terms. */
    private record Offer(OfferedKey offered, PublicKeyIdentity signer) implements PublicKeyIdentity {
        @Override
        public KeyPair getKeyIdentity() {
            return signer.getKeyIdentity();
        }

        @Override
        public Map.Entry<String, byte[]> sign(SessionContext session, String algorithm, byte[] data) throws Exception {
            return signer.sign(session, algorithm, data);
        }
    }

    /** Thrown through MINA's machinery when an agent does not sign. */
    private static final class NotSigned extends IOException {
        private static final long serialVersionUID = 1L;

        NotSigned(IOException cause) {
            super(cause);
        }
    }

    private record AgentSigner(OfferedKey.OfAgent key) implements PublicKeyIdentity {
        @Override
        @SuppressWarnings("NullAway") // null is how MINA writes a pair whose private half is elsewhere
        public KeyPair getKeyIdentity() {
            return new KeyPair(key.key(), null);
        }

        @Override
        public Map.Entry<String, byte[]> sign(SessionContext session, String algorithm, byte[] data)
                throws IOException {
            String plain = algorithm.replace(Proposal.CERTIFICATE, "");
            boolean isPlain = !(key.signer().key() instanceof OpenSshCertificate);
            try {
                byte[] signature = key.signer()
                        .agent()
                        .sign(session, key.signer().key(), isPlain ? plain : algorithm, data)
                        .getValue();
                return new SimpleImmutableEntry<>(algorithm, signature);
            } catch (IOException e) {
                throw new NotSigned(e);
            }
        }
    }

    @Override
    protected Iterator<PublicKeyIdentity> createPublicKeyIterator(
            ClientSession session, SignatureFactoriesManager manager) {
        return offers.stream()
                .<PublicKeyIdentity>map(key -> new Offer(key, signer(session, manager, key)))
                .iterator();
    }

    private static PublicKeyIdentity signer(ClientSession session, SignatureFactoriesManager manager, OfferedKey key) {
        return switch (key) {
            case OfferedKey.OfFile file -> new KeyPairIdentity(manager, session, new KeyPair(file.key(), file.half()));
            case OfferedKey.OfAgent agent -> new AgentSigner(agent);
        };
    }

    @Override
    protected PublicKeyIdentity resolveAttemptedPublicKeyIdentity(
            ClientSession session, String service, PublicKeyAuthenticationReporter reporter) throws Exception {
        PublicKeyIdentity next = super.resolveAttemptedPublicKeyIdentity(session, service, reporter);
        if (next instanceof Offer offer) {
            record.offers(offer.offered());
        }
        return next;
    }

    @Override
    protected boolean processAuthDataRequest(ClientSession session, String service, Buffer buffer) throws Exception {
        try {
            return super.processAuthDataRequest(session, service, buffer);
        } catch (NotSigned e) {
            record.notSigned();
            currentAlgorithms.clear();
            return sendAuthDataRequest(session, service);
        }
    }
}
