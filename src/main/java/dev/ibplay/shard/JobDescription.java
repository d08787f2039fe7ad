package dev.ibplay.shard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What all shards of a job must be about.
 *
 * @param shards how many there are
 * @param command {@code apply}, {@code check} or {@code verify}
 * @param version of ibplay
 * @param began when the first shard began, as ISO 8601 in UTC
 * @param playbooks as the command line names them
 * @param salt random, put before what digests are made of
 * @param agreed SHA-256 of what must be equal, by what it is to people; secrets are taken out before
 */
public record JobDescription(
        int shards,
        String command,
        String version,
        String began,
        List<String> playbooks,
        String salt,
        Map<String, String> agreed) {
    private static final int FORMAT = 1;

    public JobDescription {
        playbooks = List.copyOf(playbooks);
        agreed = Map.copyOf(agreed);
    }

    /** What another shard's description says differently, in words; empty when both are about the same. */
    public List<String> differences(JobDescription other) {
        List<String> found = new ArrayList<>();
        if (shards != other.shards) {
            found.add("the number of shards (%d, not %d)".formatted(other.shards, shards));
        }
        if (!command.equals(other.command)) {
            found.add("the command (%s, not %s)".formatted(other.command, command));
        }
        if (!version.equals(other.version)) {
            found.add("the version of ibplay (%s, not %s)".formatted(other.version, version));
        }
        agreed.keySet().stream()
                .sorted()
                .filter(what -> !Objects.equals(agreed.get(what), other.agreed.get(what)))
                .forEach(found::add);
        return found;
    }

    String toJson() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", FORMAT);
        fields.put("shards", shards);
        fields.put("command", command);
        fields.put("version", version);
        fields.put("began", began);
        fields.put("playbooks", playbooks);
        fields.put("salt", salt);
        fields.put("agreed", agreed);
        return JsonText.of(fields);
    }

    static Optional<JobDescription> parse(String text) {
        return JsonText.object(text)
                .filter(json -> json.path("format").asInt() == FORMAT)
                .map(json -> new JobDescription(
                        json.path("shards").asInt(),
                        json.path("command").asText(),
                        json.path("version").asText(),
                        json.path("began").asText(),
                        JsonText.texts(json.path("playbooks")),
                        json.path("salt").asText(),
                        JsonText.map(json.path("agreed"))));
    }
}
