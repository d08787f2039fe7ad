package dev.ibplay.report;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsAdapterObserved.DriverMtu;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.facts.WindowsServiceObserved;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** What only a Windows host has, for people: the IPoIB connections with their MTUs, OpenSM's services. */
final class WindowsFactsText {
    private static final String NONE = "-";

    private WindowsFactsText() {}

    static String of(HostSystem system, WindowsObserved windows) {
        StringBuilder text = new StringBuilder(system.name());
        system.version()
                .ifKnown()
                .ifPresent(version -> text.append(", version ").append(version));
        text.append('\n').append(adapters(windows));
        text.append(services(windows.services()));
        windows.doubts().forEach(doubt -> text.append("note: ").append(doubt).append('\n'));
        return text.toString();
    }

    private static String adapters(WindowsObserved windows) {
        if (windows.ipoib().isEmpty()) {
            return "";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("CONNECTION", "INDEX", "MTU", "KEPT", "DRIVER'S", "DESCRIPTION"));
        for (WindowsAdapterObserved adapter : windows.ipoib()) {
            rows.add(List.of(
                    adapter.name(),
                    Integer.toString(adapter.index()),
                    said(adapter.mtu()),
                    said(adapter.keptMtu()),
                    adapter.driver().map(WindowsFactsText::driver).orElse(NONE),
                    adapter.description()));
        }
        return TextTable.of(rows);
    }

    private static String driver(DriverMtu driver) {
        return said(driver.value()) + " (" + driver.keyword() + ")";
    }

    private static String services(Fact<List<WindowsServiceObserved>> services) {
        return switch (services) {
            case Fact.Known<List<WindowsServiceObserved>> known ->
                known.value().stream().map(WindowsFactsText::service).collect(Collectors.joining());
            case Fact.Absent<List<WindowsServiceObserved>> ignored -> "";
            case Fact.Unreadable<List<WindowsServiceObserved>> unreadable ->
                "services: unreadable: " + unreadable.because() + "\n";
        };
    }

    private static String service(WindowsServiceObserved service) {
        return "service %s: %s, start %s: %s\n"
                .formatted(service.name(), word(service.state()), word(service.start()), service.commandLine());
    }

    /** A constant as people write it. */
    static String word(Fact<? extends Enum<?>> constant) {
        return said(constant).toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String said(Fact<?> fact) {
        return switch (fact) {
            case Fact.Known<?> known -> Objects.toString(known.value());
            case Fact.Absent<?> ignored -> NONE;
            case Fact.Unreadable<?> ignored -> "?";
        };
    }
}
