package dev.ibplay.plan.whole;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import java.util.Map;

/** Contents of files as they were found on hosts: by host, then by path. */
public record FoundFiles(Map<String, Map<String, Fact<Bytes>>> byHost) {
    public static final FoundFiles NONE = new FoundFiles(Map.of());

    public FoundFiles {
        byHost = Map.copyOf(byHost);
    }

    /** A file of a host; one that nobody asked for is not taken for absent. */
    Fact<Bytes> file(String host, String path) {
        return byHost.getOrDefault(host, Map.of()).getOrDefault(path, Fact.unreadable("the host did not answer"));
    }
}
