package dev.ibplay.netstack;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The link-layer address of an interface. IPoIB's has 20 bytes: flags and queue pair number, which may differ after each
 * start, and the port's GID, whose last 8 bytes are the port GUID (RFC 4391, section 9.1.1).
 *
 * @param hex two lower-case digits for each byte
 */
public record HardwareAddress(String hex) {
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{1,2}([:-][0-9a-fA-F]{1,2})*");
    /** How NetworkManager wrote addresses before 0.9.10: decimal numbers, a semicolon after each. */
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,3}(;\\d{1,3})+;?");

    private static final int PORT_GUID_DIGITS = 16;

    public static Optional<HardwareAddress> parse(String text) {
        var hex = new StringBuilder();
        if (DECIMAL.matcher(text).matches()) {
            for (String number : text.replaceFirst(";$", "").split(";", -1)) {
                if (Integer.parseInt(number) > 0xff) {
                    return Optional.empty();
                }
                hex.append("%02x".formatted(Integer.parseInt(number)));
            }
        } else if (HEX.matcher(text).matches()) {
            for (String digits : text.split("[:-]", -1)) {
                hex.append(digits.length() == 1 ? "0" : "").append(digits.toLowerCase(Locale.ROOT));
            }
        } else {
            return Optional.empty();
        }
        return Optional.of(new HardwareAddress(hex.toString()));
    }

    /** Whether both end in the same 8 bytes, which is all that is compared of IPoIB's (nm_utils_hwaddr_matches). */
    public boolean samePort(HardwareAddress other) {
        return hex.length() == other.hex.length()
                && hex.length() > PORT_GUID_DIGITS
                && portGuid().equals(other.portGuid());
    }

    private String portGuid() {
        return hex.substring(hex.length() - PORT_GUID_DIGITS);
    }

    /** Bytes in hexadecimal with colons. */
    @Override
    public String toString() {
        return hex.replaceAll("..(?=.)", "$0:");
    }
}
