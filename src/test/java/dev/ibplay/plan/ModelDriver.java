package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.ModprobeFiles;
import dev.ibplay.netstack.PortMtuRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A kernel module of a {@link ModelHost}. */
final class ModelDriver {
    final String module;
    final Map<String, String> parameters = new HashMap<>();
    final List<String> known = new ArrayList<>();
    final List<String> bootOptions = new ArrayList<>();
    final List<String> unlisted = new ArrayList<>();
    final Map<String, String> portAttributes = new HashMap<>();
    boolean loaded = true;

    ModelDriver(String module) {
        this.module = module;
    }

    /** An option that sysfs shows. */
    ModelDriver with(String option, String value) {
        known.add(option);
        parameters.put(option, value);
        return this;
    }

    private static Map<String, String> files(Map<String, String> all) {
        Map<String, String> files = new TreeMap<>(all);
        files.keySet().removeIf(path -> !path.startsWith("/etc/modprobe.d/"));
        return files;
    }

    DriverObserved observed(Map<String, String> all) {
        List<FileObserved> files = files(all).entrySet().stream()
                .map(e -> new FileObserved(e.getKey(), Fact.known(Bytes.ofLatin1(e.getValue())), 500))
                .toList();
        Fact<Bytes> rules = all.containsKey(PortMtuRules.PATH)
                ? Fact.known(Bytes.ofLatin1(all.getOrDefault(PortMtuRules.PATH, "")))
                : Fact.absent();
        return new DriverObserved(
                module,
                loaded,
                parameters,
                Fact.known(known),
                files,
                unlisted,
                bootOptions,
                portAttributes,
                new FileObserved(PortMtuRules.PATH, rules, 0));
    }

    /** What modprobe finds. */
    Map<String, String> effective(Map<String, String> all) {
        var files = new ModprobeFiles(files(all).entrySet().stream()
                .map(e -> new ConfigFile(e.getKey(), e.getValue()))
                .toList());
        Map<String, String> values = new HashMap<>();
        known.forEach(option -> files.effective(module, option)
                .ifPresent(source -> values.put(option, source.setting().value())));
        return values;
    }
}
