package dev.ibplay.transport.conformance;

import java.io.IOException;

/** Small and read-only file systems, for root. */
public interface Mounts {
    /** Of 64 KiB. */
    void small(String folder) throws Exception;

    void bind(String folder) throws Exception;

    void makeReadOnly(String folder) throws Exception;

    void unmount(String folder) throws Exception;

    /** Takes all space that is left, to the last byte. */
    void fill(String folder) throws IOException;
}
