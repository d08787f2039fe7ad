package dev.ibplay.lab.disk;

import dev.ibplay.exec.Bytes;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/** Large contents that several disks hold, once each, for as long as one of them does. */
final class SharedContents {
    private static final int LARGE_BYTES = 16 << 10;
    private static final Map<Bytes, WeakReference<Bytes>> KNOWN = new WeakHashMap<>();

    private SharedContents() {}

    /** The content itself, or an equal one that is there already. */
    static Bytes of(Bytes content) {
        if (content.size() < LARGE_BYTES) {
            return content;
        }
        synchronized (KNOWN) {
            Optional<Bytes> known = Optional.ofNullable(KNOWN.get(content)).flatMap(r -> Optional.ofNullable(r.get()));
            if (known.isPresent()) {
                return known.get();
            }
            KNOWN.put(content, new WeakReference<>(content));
            return content;
        }
    }
}
