package dev.ibplay.lab.windows;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What a host answers to the script that asks for its facts: a line for each thing, part by part, as the script asks for them. */
final class FactsAnswer {
    private static final Pattern PART = Pattern.compile("(?m)^Ib-Part '(\\w+)' \\{");
    private static final int INFINIBAND_MEDIUM = 11;
    private static final int ETHERNET_MEDIUM = 14;

    private final WindowsMachine host;
    private final Map<String, String> environment;
    private final List<String> asked;
    private final List<String> lines = new ArrayList<>();

    private FactsAnswer(WindowsMachine host, Invocation call, List<String> asked) {
        this.host = host;
        this.environment = call.environment();
        this.asked = asked;
    }

    /** Nothing for another script. */
    static Optional<FactsAnswer> to(WindowsMachine host, Invocation call, String script) {
        List<String> asked = PART.matcher(script)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        boolean isIt = !asked.isEmpty()
                && script.contains("function Ib-Part(")
                && script.stripTrailing().endsWith("Ib-Say 'end' @()");
        return isIt ? Optional.of(new FactsAnswer(host, call, asked)) : Optional.empty();
    }

    List<String> lines() {
        for (String part : asked) {
            Optional<String> error = tell(part);
            if (error.isPresent()) {
                say("part", "name", part, "error", error.get());
            } else {
                say("part", "name", part);
            }
        }
        say("end");
        return List.copyOf(lines);
    }

    private void say(String kind, Object... pairs) {
        StringBuilder line = new StringBuilder(kind);
        for (int i = 0; i < pairs.length; i += 2) {
            line.append(' ').append(pairs[i]).append('=').append(escaped(String.valueOf(pairs[i + 1])));
        }
        lines.add(line.toString());
    }

    /** As Uri.EscapeDataString: RFC 3986's unreserved characters stay. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            boolean isPlain = c < 128 && (Character.isLetterOrDigit(c) || "-_.~".indexOf(c) >= 0);
            escaped.append(isPlain ? Character.toString(c) : "%%%02X".formatted((int) c));
        }
        return escaped.toString();
    }

    /** What kept a part from being told. */
    private Optional<String> tell(String part) {
        boolean isElder = host.made().release().isElder();
        switch (part) {
            case "system" -> system();
            case "codepage" -> say("codepage", "oem", host.made().language().codePage());
            case "adapters" -> host.network().adapters().forEach(this::adapter);
            case "medium" -> {
                if (isElder) {
                    return Optional.of("Invalid namespace ");
                }
                host.network().adapters().forEach(this::medium);
            }
            case "oldmedium" -> {
                if (!isElder) {
                    return Optional.of("Not supported ");
                }
            }
            case "mtus", "keptmtus" -> {
                if (isElder) {
                    return Optional.of(PowerShellProgram.notRecognized("Get-NetIPInterface"));
                }
                mtus(part.equals("keptmtus"));
            }
            case "addresses" ->
                enabled()
                        .forEach(adapter -> say(
                                "address",
                                "index",
                                adapter.identity().index(),
                                "address",
                                adapter.address(),
                                "mask",
                                adapter.mask()));
            case "services" -> services();
            case "processes" -> processes();
            case "tools" -> tools();
            default -> {
                return Optional.of("the lab cannot tell it");
            }
        }
        return Optional.empty();
    }

    private List<NetAdapter> enabled() {
        return host.network().adapters().stream().filter(NetAdapter::isEnabled).toList();
    }

    private void system() {
        String[] connection = environment.getOrDefault("SSH_CONNECTION", "").split(" ", -1);
        // The address at which the login arrived here, not the one behind which the lab has all its hosts.
        String way = connection.length == 4
                ? "%s %s %s 22"
                        .formatted(
                                connection[0],
                                connection[1],
                                host.network().wayIn().address())
                : "";
        say(
                "system",
                "version",
                host.made().release().version(),
                "name",
                host.made().release().product(),
                "powershell",
                host.made().release().powerShell(),
                "programs",
                "C:\\Program Files",
                "ssh",
                way,
                "elevated",
                host.made().traits().isElevated() ? "True" : "False");
    }

    private void adapter(NetAdapter adapter) {
        NetAdapter.Identity identity = adapter.identity();
        List<Object> pairs = new ArrayList<>(List.of(
                "index",
                identity.index(),
                "name",
                identity.name(),
                "description",
                identity.description(),
                "guid",
                identity.guid(),
                "service",
                identity.service(),
                "status",
                adapter.isConnected() ? 2 : adapter.isEnabled() ? 7 : 0,
                "key",
                identity.key().substring(identity.key().lastIndexOf('\\') + 1)));
        host.registry().text(identity.key(), "*JumboPacket").ifPresent(value -> pairs.addAll(List.of("jumbo", value)));
        host.registry().text(identity.key(), "PayloadMtu").ifPresent(value -> pairs.addAll(List.of("payload", value)));
        say("adapter", pairs.toArray());
    }

    private void medium(NetAdapter adapter) {
        say(
                "medium",
                "index",
                adapter.identity().index(),
                "physical",
                adapter.isIpoib() ? INFINIBAND_MEDIUM : ETHERNET_MEDIUM);
    }

    private void mtus(boolean kept) {
        say(kept ? "keptmtu" : "mtu", "index", 1, "bytes", 4_294_967_295L);
        for (NetAdapter adapter : enabled()) {
            Optional<Integer> bytes = kept ? adapter.keptMtu() : Optional.of(adapter.mtu());
            bytes.ifPresent(value ->
                    say(kept ? "keptmtu" : "mtu", "index", adapter.identity().index(), "bytes", value));
        }
    }

    private void services() {
        for (String name : host.registry().below(Registry.SERVICES)) {
            String key = ServiceManager.key(name);
            String image = host.registry().text(key, "ImagePath").orElse("");
            if (!name.equals("OpenSM") && !image.matches("(?i)(.*[\\\\/\"])?opensm[^\\\\/\"]*\\.exe.*")) {
                continue;
            }
            say(
                    "service",
                    "name",
                    name,
                    "image",
                    Variables.expanded(image, Map.of()),
                    "raw",
                    image,
                    "start",
                    host.registry().text(key, "Start").orElse("4"),
                    "state",
                    host.services().state(name).number(),
                    "process",
                    host.services().process(name).map(SimulatedProcess::pid).orElse(0));
        }
    }

    private void processes() {
        for (SimulatedProcess process : host.machine().processes().all()) {
            String program = process.arguments().getFirst();
            if (!program.matches("(?i)(.*\\\\)?opensm[^\\\\]*\\.exe")) {
                continue;
            }
            long started = host.machine().bootedAtSeconds() + process.startTicks() / 100;
            say(
                    "process",
                    "id",
                    process.pid(),
                    "command",
                    process.arguments().stream()
                            .map(word -> word.contains(" ") ? "\"" + word + "\"" : word)
                            .reduce((one, other) -> one + " " + other)
                            .orElse(""),
                    "image",
                    program,
                    "start",
                    started);
        }
    }

    private void tools() {
        for (String name : List.of("ibv_devinfo", "ibstat", "vstat", "opensm", "smpquery", "sminfo", "saquery")) {
            host.programs().find(name).ifPresent(path -> say("tool", "name", name, "path", path));
        }
    }
}
