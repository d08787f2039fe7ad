package dev.ibplay.journal;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.ibplay.plan.Effect;
import dev.ibplay.plan.FileState;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** Effects as JSON: {@code kind}, then the fields of {@link Effect}; a file that is absent is null. */
final class EffectJson {
    private final UnaryOperator<String> hide;

    EffectJson(UnaryOperator<String> hide) {
        this.hide = hide;
    }

    /** The name of the blob that holds what may be kept of a text. */
    String blob(String text) {
        return FileState.sha256(hide.apply(text).getBytes(StandardCharsets.UTF_8));
    }

    Map<String, Object> effect(Effect effect) {
        Map<String, Object> map = new LinkedHashMap<>();
        switch (effect) {
            case Effect.FileEffect file -> {
                map.put("kind", "file");
                map.put("path", file.path());
                map.put("before", file.before().<Object>map(this::state).orElse(NullNode.getInstance()));
                map.put("after", file.after().<Object>map(this::state).orElse(NullNode.getInstance()));
                file.kept().ifPresent(kept -> map.put("kept", kept));
            }
            case Effect.AttributeEffect attribute -> {
                map.put("kind", "attribute");
                map.put("path", attribute.path());
                attribute.before().ifPresent(before -> put(map, "before", before));
                put(map, "after", attribute.after());
            }
            case Effect.LinkMtuEffect link -> {
                map.put("kind", "link-mtu");
                map.put("interface", link.interfaceName());
                number(map, "before", link.before());
                number(map, "after", link.after());
            }
            case Effect.SettingEffect setting -> {
                map.put("kind", "setting");
                map.put("resource", setting.resource());
                map.put("attribute", setting.attribute());
                setting.before().ifPresent(before -> put(map, "before", before));
                put(map, "after", setting.after());
            }
            case Effect.SignalEffect signal -> {
                map.put("kind", "signal");
                map.put("signal", signal.signal().name());
                map.put("pid", signal.pid());
            }
            case Effect.CommandEffect command -> {
                map.put("kind", "command");
                map.put("words", command.words().stream().map(hide).toList());
            }
        }
        return map;
    }

    private static void number(Map<String, Object> map, String name, OptionalInt number) {
        number.ifPresent(value -> map.put(name, value));
    }

    private Map<String, Object> state(FileState state) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sha256", state.sha256());
        map.put("bytes", state.bytes());
        state.text().ifPresent(text -> map.put("text", blob(text)));
        return map;
    }

    private void put(Map<String, Object> map, String name, String text) {
        map.put(name, hide.apply(text));
    }
}
