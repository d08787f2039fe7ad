package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Bytes;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The first field of a known_hosts line (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). */
sealed interface HostNames {
    /**
     * Whether the line is about this host.
     *
     * @param name {@code host}, or {@code [host]:port} for a port other than 22
     */
    boolean matches(String name);

    /** The field, if it is well-formed. */
    static Optional<HostNames> parse(String field) {
        if (!field.startsWith("|")) {
            return Optional.of(
                    new Patterns(List.of(field.toLowerCase(Locale.ROOT).split(","))));
        }
        String[] parts = field.split("\\|", -1);
        if (parts.length != 4 || !parts[1].equals("1")) {
            return Optional.empty();
        }
        try {
            byte[] salt = Base64.getDecoder().decode(parts[2]);
            byte[] hash = Base64.getDecoder().decode(parts[3]);
            return salt.length == 0 ? Optional.empty() : Optional.of(new Hashed(Bytes.of(salt), Bytes.of(hash)));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /** Comma-separated patterns with {@code *} and {@code ?}; one that starts with {@code !} excludes. */
    record Patterns(List<String> patterns) implements HostNames {
        @Override
        public boolean matches(String name) {
            String wanted = name.toLowerCase(Locale.ROOT);
            boolean found = false;
            for (String pattern : patterns) {
                boolean negated = pattern.startsWith("!");
                if (Glob.matches(negated ? pattern.substring(1) : pattern, wanted)) {
                    if (negated) {
                        return false;
                    }
                    found = true;
                }
            }
            return found;
        }
    }

    /** {@code |1|salt|HMAC-SHA1(salt, name)}. */
    record Hashed(Bytes salt, Bytes hash) implements HostNames {
        @Override
        public boolean matches(String name) {
            try {
                Mac mac = Mac.getInstance("HmacSHA1");
                mac.init(new SecretKeySpec(salt.toArray(), "HmacSHA1"));
                byte[] digest =
                        mac.doFinal(Bytes.ofUtf8(name.toLowerCase(Locale.ROOT)).toArray());
                return MessageDigest.isEqual(digest, hash.toArray());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java platform has HmacSHA1", e);
            }
        }
    }
}
