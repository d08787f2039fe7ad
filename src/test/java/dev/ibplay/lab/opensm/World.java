package dev.ibplay.lab.opensm;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * One switch Sw1 with the hosts H1 to H4 at its ports 1 to 4, whose port GUIDs are 0x100001, 0x100003, 0x100005 and 0x100007;
 * questions leave by H4. Ports do 2048 bytes and 10 Gb/s, as ibsim's do.
 */
interface World extends AutoCloseable {
    /** Where a host's opensm.conf and partitions.conf are. */
    String path(String host, String file);

    void write(String host, String file, String text);

    void remove(String host, String file);

    /** Starts opensm with the host's files and more arguments. */
    void start(String host, List<String> more);

    void hup(String host);

    void terminate(String host);

    void kill(String host);

    void cut(String host);

    void restore(String host);

    Outcome ask(Operation question);

    @Override
    void close();

    /** The arguments that name the host's files. */
    default List<String> arguments(String host, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "opensm",
                "-F",
                path(host, "opensm.conf"),
                "-P",
                path(host, "partitions.conf"),
                "-f",
                path(host, "opensm.log")));
        arguments.addAll(more);
        return arguments;
    }
}
