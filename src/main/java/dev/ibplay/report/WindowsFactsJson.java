package dev.ibplay.report;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.facts.WindowsServiceObserved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** What only a Windows host has, for programs; keys of what is absent and unreadable as in {@link HostFactsJson}. */
final class WindowsFactsJson {
    private WindowsFactsJson() {}

    static Map<String, Object> of(HostSystem system, WindowsObserved windows) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", system.name());
        put(map, "version", system.version(), Objects::toString);
        put(map, "code_page", windows.codePage(), page -> page);
        put(map, "elevated", windows.elevated(), elevated -> elevated);
        put(map, "connections", windows.adapters(), WindowsFactsJson::adapters);
        put(map, "services", windows.services(), WindowsFactsJson::services);
        map.put("notes", windows.doubts());
        return map;
    }

    private static Object adapters(List<WindowsAdapterObserved> adapters) {
        return adapters.stream().map(WindowsFactsJson::adapter).toList();
    }

    private static Map<String, Object> adapter(WindowsAdapterObserved adapter) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", adapter.name());
        map.put("index", adapter.index());
        map.put("description", adapter.description());
        map.put("ipoib", adapter.ipoib());
        map.put("up", adapter.up());
        put(map, "mtu", adapter.mtu(), mtu -> mtu);
        put(map, "kept_mtu", adapter.keptMtu(), mtu -> mtu);
        adapter.driver().ifPresent(driver -> {
            map.put("driver_keyword", driver.keyword());
            map.put("driver_key", driver.key());
            put(map, "driver_mtu", driver.value(), mtu -> mtu);
        });
        put(
                map,
                "addresses",
                adapter.addresses(),
                all -> all.stream().map(Objects::toString).toList());
        return map;
    }

    private static Object services(List<WindowsServiceObserved> services) {
        return services.stream().map(WindowsFactsJson::service).toList();
    }

    private static Map<String, Object> service(WindowsServiceObserved service) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", service.name());
        map.put("command_line", service.commandLine());
        put(map, "start", service.start(), start -> start.name().toLowerCase(Locale.ROOT));
        put(map, "state", service.state(), state -> state.name().toLowerCase(Locale.ROOT));
        service.process().ifPresent(process -> map.put("pid", process));
        return map;
    }

    private static <T> void put(Map<String, Object> map, String key, Fact<T> fact, Function<? super T, Object> shown) {
        switch (fact) {
            case Fact.Known<T> known -> map.put(key, shown.apply(known.value()));
            case Fact.Absent<T> ignored -> {}
            case Fact.Unreadable<T> unreadable -> map.put(key + "_unreadable", unreadable.because());
        }
    }
}
