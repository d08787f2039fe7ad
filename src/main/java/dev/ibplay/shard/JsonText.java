package dev.ibplay.shard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON objects as texts; what is of another form than expected reads as empty. */
final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private JsonText() {}

    static String of(Map<String, Object> fields) {
        try {
            return MAPPER.writeValueAsString(fields) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException("not plain values: " + impossible.getOriginalMessage(), impossible);
        }
    }

    static Optional<JsonNode> object(String text) {
        try {
            return Optional.ofNullable(MAPPER.readTree(text)).filter(JsonNode::isObject);
        } catch (JsonProcessingException expected) {
            return Optional.empty();
        }
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    static Map<String, String> map(JsonNode object) {
        Map<String, String> map = new LinkedHashMap<>();
        object.properties()
                .forEach(field -> map.put(field.getKey(), field.getValue().asText()));
        return map;
    }
}
