package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** systemctl(1): show, start, stop, restart, enable, disable, is-active, is-enabled, daemon-reload. */
final class SystemctlProgram implements Program {
    private static final int NOT_ACTIVE = 3;

    private final Systemd systemd;

    SystemctlProgram(Systemd systemd) {
        this.systemd = systemd;
    }

    @Override
    public int run(Invocation call) throws IOException {
        List<String> words = call.arguments().subList(1, call.arguments().size());
        List<String> plain =
                words.stream().filter(word -> !word.startsWith("-")).toList();
        if (plain.isEmpty()) {
            return 1;
        }
        List<String> units = plain.subList(1, plain.size()).stream()
                .map(SystemctlProgram::whole)
                .toList();
        try {
            return switch (plain.getFirst()) {
                case "show" -> show(call.stdout(), words, units);
                case "daemon-reload" -> 0;
                default -> each(plain.getFirst(), units, call);
            };
        } catch (Errno missing) {
            Line.write(
                    call.stderr(),
                    "Failed to %s unit: Unit file %s does not exist.".formatted(plain.getFirst(), missing.subject()));
            return 1;
        }
    }

    private static String whole(String unit) {
        return unit.contains(".") ? unit : unit + ".service";
    }

    private int each(String verb, List<String> units, Invocation call) throws IOException {
        int status = 0;
        for (String unit : units) {
            int one = switch (verb) {
                case "start" -> Systemd.job(() -> systemd.start(unit));
                case "restart", "try-restart" -> Systemd.job(() -> systemd.restart(unit));
                case "stop" ->
                    Systemd.job(() -> {
                        systemd.stop(unit);
                        return 0;
                    });
                case "enable" -> {
                    systemd.enable(unit);
                    yield 0;
                }
                case "disable" -> {
                    systemd.disable(unit);
                    yield 0;
                }
                case "is-active" -> {
                    boolean active = systemd.isActive(unit);
                    Line.write(call.stdout(), active ? "active" : "inactive");
                    yield active ? 0 : NOT_ACTIVE;
                }
                case "is-enabled" -> {
                    String state = systemd.load(unit).map(systemd::fileState).orElse("not-found");
                    Line.write(call.stdout(), state);
                    yield state.equals("enabled") ? 0 : 1;
                }
                default -> {
                    Line.write(call.stderr(), "Unknown command verb '" + verb + "'.");
                    yield 1;
                }
            };
            if (one == Systemd.NOT_FOUND) {
                Line.write(call.stderr(), "Failed to %s %s: Unit %s not found.".formatted(verb, unit, unit));
            }
            status = Math.max(status, one);
        }
        return status;
    }

    private int show(OutputStream out, List<String> words, List<String> units) throws IOException {
        List<String> wanted = words.stream()
                .filter(word -> word.startsWith("--property="))
                .flatMap(
                        word -> Stream.of(word.substring("--property=".length()).split(",", -1)))
                .toList();
        List<String> ids = units.stream().flatMap(this::matching).toList();
        List<String> blocks = new ArrayList<>();
        for (String id : ids) {
            blocks.add(properties(id).entrySet().stream()
                    .filter(p -> wanted.isEmpty() || wanted.contains(p.getKey()))
                    .map(p -> p.getKey() + "=" + p.getValue() + "\n")
                    .collect(Collectors.joining()));
        }
        out.write(String.join("\n", blocks).getBytes(StandardCharsets.UTF_8));
        return 0;
    }

    /** A pattern stands for those units that systemd has in memory. */
    private Stream<String> matching(String unit) {
        int star = unit.indexOf('*');
        return star < 0 ? Stream.of(unit) : systemd.instances(unit.substring(0, star)).stream();
    }

    private Map<String, String> properties(String id) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("Id", id);
        values.put("MainPID", Integer.toString(systemd.mainPid(id)));
        Optional<Systemd.Loaded> loaded = systemd.load(id);
        values.put("LoadState", loaded.isPresent() ? "loaded" : "not-found");
        values.put("ActiveState", systemd.isActive(id) ? "active" : "inactive");
        loaded.ifPresent(unit -> {
            values.put("FragmentPath", unit.fragment());
            values.put("UnitFileState", systemd.fileState(unit));
            values.put("DropInPaths", String.join(" ", unit.dropIns()));
            values.put(
                    "EnvironmentFiles",
                    unit.file().environmentFiles().stream()
                            .map(SystemctlProgram::environmentFile)
                            .collect(Collectors.joining(" ")));
            unit.file().commands().forEach(command -> values.put("ExecStart", command(command)));
        });
        return values;
    }

    private static String environmentFile(String path) {
        boolean mayLack = path.startsWith("-");
        return "%s (ignore_errors=%s)".formatted(mayLack ? path.substring(1) : path, mayLack ? "yes" : "no");
    }

    private static String command(List<String> words) {
        return ("{ path=%s ; argv[]=%s ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ;"
                        + " code=(null) ; status=0/0 }")
                .formatted(words.getFirst(), String.join(" ", words));
    }
}
