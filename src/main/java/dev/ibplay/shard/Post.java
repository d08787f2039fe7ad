package dev.ibplay.shard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Elsewhere;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a shard says to the others, once each. */
public sealed interface Post {
    /** The names of all kinds. */
    Map<Class<? extends Post>, String> NAMES = Map.of(
            Found.class, "found",
            Known.class, "known",
            Planned.class, "planned",
            Agreed.class, "agreed",
            Locked.class, "locked",
            Shrunk.class, "shrunk",
            FabricDone.class, "fabric",
            Stopped.class, "stopped");

    /** What a shard has read of its hosts; {@link Known} is what all have read. */
    record Found(Elsewhere hosts) implements Post {}

    /** What the first shard has heard from all, itself included. */
    record Known(Elsewhere hosts) implements Post {}

    /**
     * What a shard has planned.
     *
     * @param fabric the steps of subnet managers, host and words, in order: all must have the same ones
     * @param refused why its plan cannot work or would be unsafe; an empty text where it is fine
     */
    record Planned(List<String> fabric, String refused) implements Post {
        public Planned {
            fabric = List.copyOf(fabric);
        }
    }

    /**
     * What the first shard says to all plans.
     *
     * @param refused why nobody changes anything; an empty text where all may begin
     */
    record Agreed(String refused) implements Post {}

    /** The first shard holds the locks of the fabrics. */
    record Locked() implements Post {}

    /** A shard's interfaces that were to shrink have shrunk, and were proven to. */
    record Shrunk() implements Post {}

    /** The first shard has changed the subnet managers, and they have answered. */
    record FabricDone() implements Post {}

    /** A shard has come to an early end. */
    record Stopped(String because) implements Post {}

    /** Under which it is found. */
    default String name() {
        return NAMES.getOrDefault(getClass(), "");
    }

    default String toJson() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("post", name());
        switch (this) {
            case Found found -> put(fields, found.hosts());
            case Known known -> put(fields, known.hosts());
            case Planned planned -> {
                fields.put("fabric", planned.fabric());
                fields.put("refused", planned.refused());
            }
            case Agreed agreed -> fields.put("refused", agreed.refused());
            case Locked ignored -> {}
            case Shrunk ignored -> {}
            case FabricDone ignored -> {}
            case Stopped stopped -> fields.put("because", stopped.because());
        }
        return JsonText.of(fields);
    }

    static Optional<Post> parse(String text) {
        return JsonText.object(text).flatMap(json -> switch (json.path("post").asText()) {
            case "found" -> hosts(json).map(Found::new);
            case "known" -> hosts(json).map(Known::new);
            case "planned" ->
                Optional.of(new Planned(
                        JsonText.texts(json.path("fabric")),
                        json.path("refused").asText()));
            case "agreed" -> Optional.of(new Agreed(json.path("refused").asText()));
            case "locked" -> Optional.of(new Locked());
            case "shrunk" -> Optional.of(new Shrunk());
            case "fabric" -> Optional.of(new FabricDone());
            case "stopped" -> Optional.of(new Stopped(json.path("because").asText()));
            default -> Optional.empty();
        });
    }

    private static void put(Map<String, Object> fields, Elsewhere hosts) {
        Map<String, String> waiting = new LinkedHashMap<>();
        hosts.waiting().forEach((guid, host) -> waiting.put(guid.toString(), host));
        fields.put("unread", hosts.unread());
        fields.put("used", hosts.used().stream().map(PortGuid::toString).toList());
        fields.put("waiting", waiting);
    }

    /** Nothing where a GUID is none: half of what was said is not what was said. */
    private static Optional<Elsewhere> hosts(JsonNode json) {
        List<String> used = JsonText.texts(json.path("used"));
        Map<String, String> waiting = JsonText.map(json.path("waiting"));
        boolean isWhole = used.stream().allMatch(text -> PortGuid.parse(text).isPresent())
                && waiting.keySet().stream()
                        .allMatch(text -> PortGuid.parse(text).isPresent());
        if (!isWhole) {
            return Optional.empty();
        }
        Map<PortGuid, String> byGuid = new HashMap<>();
        waiting.forEach((text, host) -> byGuid.put(PortGuid.parse(text).orElseThrow(), host));
        return Optional.of(new Elsewhere(
                JsonText.texts(json.path("unread")).stream().collect(Collectors.toSet()),
                used.stream().flatMap(text -> PortGuid.parse(text).stream()).collect(Collectors.toSet()),
                byGuid));
    }
}
