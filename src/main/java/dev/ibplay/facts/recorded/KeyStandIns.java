package dev.ibplay.facts.recorded;

import dev.ibplay.exec.MadKey;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Other keys in place of a fabric's own. The same key gets the same stand-in wherever it is found, so that subnet managers
 * which trust each other still do; 0 and 1, OpenSM's defaults, are no secrets and stay. Nothing of a key is in its stand-in.
 * Safe for use by several threads.
 */
public final class KeyStandIns {
    /** What no site has: reads "safe". */
    private static final long FIRST = 0x5afe_0000_0000_0001L;

    /** As strtoull(3) reads a number with base 0; what has anything behind it OpenSM does not take (osm_subnet.c). */
    private static final Pattern NUMBER = Pattern.compile("0[xX]([0-9a-fA-F]+)|(0[0-7]*)|([1-9][0-9]*)");

    private final Map<Long, Long> standIns = new HashMap<>();

    /** The key to use for another. */
    public synchronized long of(long key) {
        return key == 0 || key == 1 ? key : standIns.computeIfAbsent(key, k -> FIRST + standIns.size());
    }

    public MadKey of(MadKey key) {
        return MadKey.of(of(key.reveal()));
    }

    /** The same for a key's text in opensm.conf; nothing where OpenSM would not take it for a key. */
    Optional<String> ofText(String text) {
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigInteger key = matcher.group(1) != null
                ? new BigInteger(matcher.group(1), 16)
                : matcher.group(2) != null ? new BigInteger(matcher.group(2), 8) : new BigInteger(matcher.group(3));
        return key.bitLength() > Long.SIZE ? Optional.empty() : Optional.of(text(key.longValue(), text));
    }

    /** The same for hexadecimal digits, as opensm takes its argument. */
    String ofHexadecimal(String text) {
        return ofText(text.startsWith("0x") || text.startsWith("0X") ? text : "0x" + text)
                .orElse("0");
    }

    private String text(long key, String text) {
        long standIn = of(key);
        return standIn == key ? text : "0x%016x".formatted(standIn);
    }
}
