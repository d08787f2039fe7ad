package dev.ibplay.lab.disk;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who is told of changes in which folder. */
final class Watches {
    private final Map<String, List<Runnable>> actions = new ConcurrentHashMap<>(1);

    Runnable add(String folder, Runnable action) {
        List<Runnable> all = actions.computeIfAbsent(folder, f -> new CopyOnWriteArrayList<>());
        all.add(action);
        return () -> all.remove(action);
    }

    /** Tells of a change of one name. */
    void tell(String path) {
        if (!actions.isEmpty()) {
            String folder = path.substring(0, Math.max(1, path.lastIndexOf('/')));
            actions.getOrDefault(folder, List.of()).forEach(Runnable::run);
        }
    }
}
