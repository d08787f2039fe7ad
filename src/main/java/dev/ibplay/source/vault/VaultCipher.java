package dev.ibplay.source.vault;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Decrypts what {@code ansible-vault} has encrypted (VaultAES256): PBKDF2-HMAC-SHA256 makes 80 bytes of password and salt, for
 * the cipher (32), the HMAC (32) and the first counter (16); AES in counter mode; PKCS#7 padding. The HMAC is checked before
 * anything is decrypted. Derived keys are kept, since each costs some 10 ms.
 */
public final class VaultCipher {
    private static final int ROUNDS = 10_000;
    private static final int KEY_BYTES = 32;
    private static final int BLOCK_BYTES = 16;
    private static final String HMAC = "HmacSHA256";

    private record Derivation(VaultPassword password, VaultEnvelope.Bytes salt) {}

    /** What a password makes of an envelope. */
    public sealed interface Opened {
        record Text(String text) implements Opened {}

        record WrongPassword() implements Opened {}

        /** The password fits, and what comes out is no text. */
        record NoText(String reason) implements Opened {}
    }

    private final Map<Derivation, byte[]> keys = new ConcurrentHashMap<>();

    /** Tries one password. */
    public Opened open(VaultEnvelope envelope, VaultPassword password) {
        try {
            byte[] derived = keys.computeIfAbsent(new Derivation(password, envelope.salt()), VaultCipher::derive);
            byte[] encrypted = envelope.encrypted().array();
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(derived, KEY_BYTES, KEY_BYTES, HMAC));
            if (!MessageDigest.isEqual(mac.doFinal(encrypted), envelope.hmac().array())) {
                return new Opened.WrongPassword();
            }
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    new SecretKeySpec(derived, 0, KEY_BYTES, "AES"),
                    new IvParameterSpec(derived, 2 * KEY_BYTES, BLOCK_BYTES));
            return text(cipher.doFinal(encrypted));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this JDK lacks an algorithm that every JDK has", missing);
        }
    }

    private static byte[] derive(Derivation from) {
        char[] password = from.password().text().reveal().toCharArray();
        var spec = new PBEKeySpec(password, from.salt().array(), ROUNDS, (2 * KEY_BYTES + BLOCK_BYTES) * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2With" + HMAC)
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this JDK lacks an algorithm that every JDK has", missing);
        } finally {
            spec.clearPassword();
            Arrays.fill(password, '\0');
        }
    }

    private static Opened text(byte[] padded) {
        return withoutPadding(padded)
                .<Opened>map(bytes -> {
                    try {
                        return new Opened.Text(StandardCharsets.UTF_8
                                .newDecoder()
                                .decode(ByteBuffer.wrap(bytes))
                                .toString());
                    } catch (CharacterCodingException binary) {
                        return new Opened.NoText("what was encrypted is no UTF-8 text");
                    }
                })
                .orElse(new Opened.NoText("its padding is broken"));
    }

    private static Optional<byte[]> withoutPadding(byte[] padded) {
        int count = padded.length == 0 ? 0 : padded[padded.length - 1];
        if (count < 1 || count > BLOCK_BYTES || count > padded.length) {
            return Optional.empty();
        }
        for (int i = padded.length - count; i < padded.length; i++) {
            if (padded[i] != count) {
                return Optional.empty();
            }
        }
        return Optional.of(Arrays.copyOf(padded, padded.length - count));
    }
}
