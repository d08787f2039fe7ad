package dev.ibplay.facts.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibplay.exec.Bytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The fields of one JSON object, each of which must be there and be what it should be. */
final class Fields {
    private final String what;
    private final JsonNode object;

    private Fields(String what, JsonNode object) {
        this.what = what;
        this.object = object;
    }

    static Fields of(String what, JsonNode node) throws MalformedRecording {
        if (!node.isObject()) {
            throw new MalformedRecording(what + " is no object");
        }
        return new Fields(what, node);
    }

    String text(String name) throws MalformedRecording {
        return text(name, get(name));
    }

    List<String> texts(String name) throws MalformedRecording {
        List<String> all = new ArrayList<>();
        for (JsonNode item : items(name)) {
            all.add(text(name, item));
        }
        return all;
    }

    /** A whole number within limits. */
    long number(String name, long least, long most) throws MalformedRecording {
        return number(name, get(name), least, most);
    }

    int count(String name) throws MalformedRecording {
        return (int) number(name, 0, Integer.MAX_VALUE);
    }

    List<Integer> counts(String name) throws MalformedRecording {
        List<Integer> all = new ArrayList<>();
        for (JsonNode item : items(name)) {
            all.add((int) number(name, item, 0, Integer.MAX_VALUE));
        }
        return all;
    }

    boolean flag(String name) throws MalformedRecording {
        JsonNode node = get(name);
        if (!node.isBoolean()) {
            throw wrong(name, "true or false");
        }
        return node.booleanValue();
    }

    /** 64 bits as hexadecimal text. */
    long bits(String name) throws MalformedRecording {
        String text = text(name);
        if (!text.matches("0x[0-9a-f]{1,16}")) {
            throw wrong(name, "a hexadecimal number");
        }
        return Long.parseUnsignedLong(text.substring(2), 16);
    }

    Bytes bytes(String name) throws MalformedRecording {
        return bytes(name, get(name));
    }

    List<Bytes> bytesOfAll(String name) throws MalformedRecording {
        List<Bytes> all = new ArrayList<>();
        for (JsonNode item : items(name)) {
            all.add(bytes(name, item));
        }
        return all;
    }

    Fields object(String name) throws MalformedRecording {
        return of("the " + name, get(name));
    }

    List<Fields> objects(String name) throws MalformedRecording {
        List<Fields> all = new ArrayList<>();
        for (JsonNode item : items(name)) {
            all.add(of("one of the " + name, item));
        }
        return all;
    }

    boolean has(String name) {
        return object.has(name);
    }

    MalformedRecording unknown(String name, String value) {
        return new MalformedRecording(name + " \"" + value + "\" of " + what + " is unknown");
    }

    private JsonNode get(String name) throws MalformedRecording {
        JsonNode node = object.get(name);
        if (node == null) {
            throw new MalformedRecording(what + " has no \"" + name + "\"");
        }
        return node;
    }

    private Iterable<JsonNode> items(String name) throws MalformedRecording {
        JsonNode node = get(name);
        if (!node.isArray()) {
            throw wrong(name, "a list");
        }
        return node;
    }

    private String text(String name, JsonNode node) throws MalformedRecording {
        if (!node.isTextual()) {
            throw wrong(name, "a text");
        }
        return node.textValue();
    }

    private long number(String name, JsonNode node, long least, long most) throws MalformedRecording {
        if (!node.canConvertToLong() || !node.isIntegralNumber()) {
            throw wrong(name, "a whole number");
        }
        long value = node.longValue();
        if (value < least || value > most) {
            throw wrong(name, "a number from " + least + " to " + most);
        }
        return value;
    }

    private Bytes bytes(String name, JsonNode node) throws MalformedRecording {
        if (node.isTextual()) {
            return Bytes.ofUtf8(node.textValue());
        }
        String encoded = of("\"" + name + "\"", node).text(RecordedBytes.BASE64);
        try {
            return Bytes.of(Base64.getDecoder().decode(encoded));
        } catch (IllegalArgumentException expected) {
            throw wrong(name, "base64");
        }
    }

    private MalformedRecording wrong(String name, String wanted) {
        return new MalformedRecording("\"" + name + "\" of " + what + " is not " + wanted);
    }
}
