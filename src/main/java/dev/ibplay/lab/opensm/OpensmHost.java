package dev.ibplay.lab.opensm;

import dev.ibplay.opensm.Dialect;
import java.util.Optional;

/** What a process of OpenSM needs of the host that it runs on. */
public interface OpensmHost {
    /** A file's bytes as characters 0..255 (ISO 8859-1); nothing when it cannot be read. */
    Optional<String> read(String path);

    /** A line was added to a log. */
    default void wrote(String path, String line) {}

    /** Which release the program is; of those from 5 on (Mellanox's) a master shows master_sm_priority where the file sets it. */
    default Dialect dialect() {
        return Dialect.DEFAULT;
    }

    /** The folder in which this build looks for its files: /etc/opensm, or /etc/rdma on RHEL. */
    default String folder() {
        return "/etc/opensm";
    }
}
