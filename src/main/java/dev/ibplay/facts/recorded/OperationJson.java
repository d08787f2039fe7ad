package dev.ibplay.facts.recorded;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.SmpAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Questions as JSON objects. */
final class OperationJson {
    private static final long U32 = 0xffff_ffffL;
    private static final long MILLIS = Duration.ofDays(365).toMillis();

    private OperationJson() {}

    static Map<String, Object> write(Operation operation) {
        Map<String, Object> out = new LinkedHashMap<>();
        switch (operation) {
            case Operation.RunCommand o -> {
                out.put("kind", "run-command");
                out.put("arguments", o.arguments());
                out.put("stdin", RecordedBytes.of(o.stdin()));
                out.put("limit_ms", o.timeLimit().toMillis());
            }
            case Operation.ReadFile o -> {
                out.put("kind", "read-file");
                out.put("path", o.path());
                out.put("limit", o.limit());
            }
            case Operation.ReadMatching o -> {
                out.put("kind", "read-matching");
                out.put("pattern", o.pattern());
                out.put("limit", o.limit());
            }
            case Operation.ResolvePath o -> {
                out.put("kind", "resolve-path");
                out.put("path", o.path());
            }
            case Operation.ListProcesses o -> {
                out.put("kind", "list-processes");
                out.put("names", new TreeSet<>(o.names()));
            }
            case SubnetQuery o -> subnetQuery(o, out);
            case AdministrationQuery o -> administrationQuery(o, out);
            case DiscoverFabric o -> {
                out.put("kind", "discover-fabric");
                from(o.from(), out);
                key("m_key", o.mKey(), out);
                timing(o.timing(), out);
                out.put("outstanding", o.outstanding());
                out.put("details", o.details());
            }
            default -> throw new IllegalArgumentException(operation.getClass() + " is no question");
        }
        return out;
    }

    static Operation read(Fields in) throws MalformedRecording {
        String kind = in.text("kind");
        return switch (kind) {
            case "run-command" -> runCommand(in);
            case "read-file" -> new Operation.ReadFile(in.text("path"), in.count("limit"));
            case "read-matching" -> new Operation.ReadMatching(in.text("pattern"), in.count("limit"));
            case "resolve-path" -> new Operation.ResolvePath(in.text("path"));
            case "list-processes" -> new Operation.ListProcesses(Set.copyOf(in.texts("names")));
            case "subnet-query" ->
                new SubnetQuery(
                        from(in),
                        address(in),
                        attribute(in),
                        in.number("modifier", 0, U32),
                        key("m_key", in),
                        timing(in));
            case "administration-query" ->
                new AdministrationQuery(
                        from(in),
                        attribute(in),
                        in.bits("component_mask"),
                        in.bytes("record"),
                        key("sa_key", in),
                        timing(in));
            case "discover-fabric" ->
                new DiscoverFabric(
                        from(in),
                        key("m_key", in),
                        timing(in),
                        (int) in.number("outstanding", 1, 255),
                        in.flag("details"));
            default -> throw in.unknown("kind", kind);
        };
    }

    private static Operation runCommand(Fields in) throws MalformedRecording {
        List<String> arguments = in.texts("arguments");
        if (arguments.isEmpty()) {
            throw new MalformedRecording("a command has no program");
        }
        return new Operation.RunCommand(arguments, in.bytes("stdin"), millis("limit_ms", in));
    }

    private static void subnetQuery(SubnetQuery query, Map<String, Object> out) {
        out.put("kind", "subnet-query");
        from(query.from(), out);
        switch (query.to()) {
            case SmpAddress.ByLid to -> out.put("to", Map.of("lid", to.lid()));
            case SmpAddress.ByRoute to -> out.put("to", Map.of("route", to.ports()));
        }
        out.put("attribute", query.attributeId());
        out.put("modifier", query.attributeModifier());
        key("m_key", query.mKey(), out);
        timing(query.timing(), out);
    }

    private static void administrationQuery(AdministrationQuery query, Map<String, Object> out) {
        out.put("kind", "administration-query");
        from(query.from(), out);
        out.put("attribute", query.attributeId());
        out.put("component_mask", bits(query.componentMask()));
        out.put("record", RecordedBytes.of(query.record()));
        key("sa_key", query.saKey(), out);
        timing(query.timing(), out);
    }

    private static void from(MadPort port, Map<String, Object> out) {
        Map<String, Object> from = new LinkedHashMap<>();
        from.put("adapter", port.adapter());
        from.put("port", port.port());
        out.put("from", from);
    }

    private static MadPort from(Fields in) throws MalformedRecording {
        Fields from = in.object("from");
        return new MadPort(from.text("adapter"), (int) from.number("port", 0, 255));
    }

    private static SmpAddress address(Fields in) throws MalformedRecording {
        Fields to = in.object("to");
        return to.has("lid") ? new SmpAddress.ByLid((int) to.number("lid", 0, 0xffff)) : route(to);
    }

    /** The field {@code route} of an object. */
    static SmpAddress.ByRoute route(Fields in) throws MalformedRecording {
        try {
            return new SmpAddress.ByRoute(in.counts("route"));
        } catch (IllegalArgumentException expected) {
            throw new MalformedRecording("\"route\" is no directed route");
        }
    }

    private static int attribute(Fields in) throws MalformedRecording {
        return (int) in.number("attribute", 0, 0xffff);
    }

    /** No field for no key. */
    private static void key(String name, MadKey key, Map<String, Object> out) {
        if (!key.isNone()) {
            out.put(name, bits(key.reveal()));
        }
    }

    private static MadKey key(String name, Fields in) throws MalformedRecording {
        return in.has(name) ? MadKey.of(in.bits(name)) : MadKey.NONE;
    }

    private static void timing(MadTiming timing, Map<String, Object> out) {
        out.put("timeout_ms", timing.timeout().toMillis());
        out.put("retries", timing.retries());
    }

    private static MadTiming timing(Fields in) throws MalformedRecording {
        return new MadTiming(millis("timeout_ms", in), in.count("retries"));
    }

    private static Duration millis(String name, Fields in) throws MalformedRecording {
        return Duration.ofMillis(in.number(name, 0, MILLIS));
    }

    private static String bits(long value) {
        return "0x%016x".formatted(value);
    }
}
