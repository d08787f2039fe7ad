package dev.ibplay.ib;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IPoIB interface's hardware address: flags, queue pair number and the port's GID (RFC 4391, section 9.1.1).
 *
 * @param flags 0..255
 * @param queuePair 24 bits
 */
public record IpoibAddress(int flags, int queuePair, Gid gid) {
    private static final Pattern FORM = Pattern.compile("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){19}");

    /** RFC 4755, section 3.1: reliable connections are accepted (ipoib_cm.c, IPOIB_FLAGS_RC). */
    private static final int RELIABLE_CONNECTED = 0x80;

    /** Reads the 20 bytes that sysfs and {@code ip} print: {@code 80:00:02:08:fe:80:...}. */
    public static Optional<IpoibAddress> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        String digits = text.replace(":", "");
        return Optional.of(new IpoibAddress(
                Integer.parseInt(digits, 0, 2, 16),
                Integer.parseInt(digits, 2, 8, 16),
                new Gid(Long.parseUnsignedLong(digits, 8, 24, 16), Long.parseUnsignedLong(digits, 24, 40, 16))));
    }

    /** Whether the kernel accepts connected mode for this interface (ipoib_main.c, ipoib_set_mode). */
    public boolean canConnect() {
        return (flags & RELIABLE_CONNECTED) != 0;
    }

    /** The GUID of the port below; nothing when it is 0, as before the port has come up. */
    public Optional<PortGuid> portGuid() {
        return gid.low() == 0 ? Optional.empty() : Optional.of(new PortGuid(gid.low()));
    }

    /** All 20 bytes in hexadecimal, with colons. */
    @Override
    public String toString() {
        String digits = "%02x%06x%016x%016x".formatted(flags, queuePair, gid.high(), gid.low());
        return digits.replaceAll("(..)(?!$)", "$1:");
    }
}
