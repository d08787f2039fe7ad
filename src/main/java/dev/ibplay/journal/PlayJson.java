package dev.ibplay.journal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Plays as JSON, with the names of {@link RecordedPlay}; what a play does not say is left out. */
final class PlayJson {
    private PlayJson() {}

    static Map<String, Object> write(RecordedPlay play) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", play.name());
        map.put("hosts", play.hosts());
        map.put("serial", play.serial());
        number(map, "max_fail_percentage", play.maxFailPercentage());
        map.put("any_errors_fatal", play.anyErrorsFatal());
        number(map, "confirm_seconds", play.confirmSeconds());
        play.become().ifPresent(become -> map.put("become", become));
        text(map, "become_user", play.becomeUser());
        text(map, "remote_user", play.remoteUser());
        text(map, "connection", play.connection());
        number(map, "port", play.port());
        return map;
    }

    static RecordedPlay read(Fields fields) {
        return new RecordedPlay(
                fields.text("name"),
                fields.texts("hosts"),
                fields.texts("serial"),
                fields.ifCount("max_fail_percentage"),
                fields.isTrue("any_errors_fatal").orElse(false),
                fields.ifCount("confirm_seconds"),
                fields.isTrue("become"),
                fields.ifText("become_user"),
                fields.ifText("remote_user"),
                fields.ifText("connection"),
                fields.ifCount("port"));
    }

    private static void number(Map<String, Object> map, String name, OptionalInt number) {
        number.ifPresent(value -> map.put(name, value));
    }

    private static void text(Map<String, Object> map, String name, Optional<String> text) {
        text.ifPresent(value -> map.put(name, value));
    }
}
