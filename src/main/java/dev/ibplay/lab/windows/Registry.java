package dev.ibplay.lab.windows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The part of a host's registry that somebody asks for. Names differ in no letter's size; it outlives every boot. */
final class Registry {
    /** Above the adapters' keys. */
    static final String NETWORK_CLASS =
            "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e972-e325-11ce-bfc1-08002be10318}";

    static final String SERVICES = "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Services";

    private final Map<String, Key> keys = new TreeMap<>();

    /**
     * A value.
     *
     * @param type {@code REG_SZ} and the like
     * @param data a number's in decimal
     */
    record Value(String name, String type, String data) {}

    private record Key(String path, Map<String, Value> values) {}

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    synchronized boolean has(String key) {
        return keys.containsKey(folded(key));
    }

    /** As it was written when it was made. */
    synchronized Optional<String> path(String key) {
        return Optional.ofNullable(keys.get(folded(key))).map(Key::path);
    }

    synchronized Optional<Value> value(String key, String name) {
        return Optional.ofNullable(keys.get(folded(key)))
                .flatMap(found -> Optional.ofNullable(found.values().get(folded(name))));
    }

    Optional<String> text(String key, String name) {
        return value(key, name).map(Value::data);
    }

    synchronized List<Value> values(String key) {
        Key found = keys.get(folded(key));
        return found == null ? List.of() : List.copyOf(found.values().values());
    }

    /** The keys right below one, by their last names. */
    synchronized List<String> below(String key) {
        String start = folded(key) + "\\";
        List<String> names = new ArrayList<>();
        keys.forEach((folded, found) -> {
            if (folded.startsWith(start) && folded.indexOf('\\', start.length()) < 0) {
                names.add(found.path().substring(start.length()));
            }
        });
        return names;
    }

    /** The key is made where it is not there. */
    synchronized void set(String key, String name, String type, String data) {
        keys.computeIfAbsent(folded(key), made -> new Key(key, new LinkedHashMap<>()))
                .values()
                .put(folded(name), new Value(name, type, data));
    }

    /** Whether it was there. */
    synchronized boolean remove(String key, String name) {
        Key found = keys.get(folded(key));
        return found != null && found.values().remove(folded(name)) != null;
    }
}
