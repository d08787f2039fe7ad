package dev.ibplay.facts.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A text in the registry, as {@code reg.exe} shows and sets it. Names of values and of types are not translated.
 *
 * @param key below a root, for example {@code HKLM\SYSTEM\CurrentControlSet\Services\OpenSM}
 * @param name of the value
 * @param type {@code REG_SZ}, or {@code REG_EXPAND_SZ} for a text with variables in it
 */
public record RegistryValue(String key, String name, String type) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Network adapters, each in a key of four digits (devguid.h: GUID_DEVCLASS_NET). */
    private static final String ADAPTERS =
            "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e972-e325-11ce-bfc1-08002be10318}\\";

    private static final String SERVICES = "HKLM\\SYSTEM\\CurrentControlSet\\Services\\";

    private static final Pattern LINE = Pattern.compile("\\s+(\\S+)\\s+REG_(?:EXPAND_)?SZ(?:\\s+(.*?))?\\s*");

    /** What a driver is told of one adapter; {@code key} is the adapter's four digits. */
    public static RegistryValue ofAdapter(String key, String keyword) {
        return new RegistryValue(ADAPTERS + key, keyword, "REG_SZ");
    }

    /** How the service manager starts a service. */
    public static RegistryValue commandLine(String service) {
        return new RegistryValue(SERVICES + service, "ImagePath", "REG_EXPAND_SZ");
    }

    /** Asks for it. */
    public Operation query() {
        return RunCommand.of(LIMIT, "reg.exe", "query", key, "/v", name);
    }

    /** Sets it, without a question. */
    public Operation set(String text) {
        return RunCommand.of(LIMIT, "reg.exe", "add", key, "/v", name, "/t", type, "/d", text, "/f");
    }

    /**
     * The text by the answer to {@link #query}, not expanded; unreadable where there is none, since reg.exe says no more than that
     * it failed.
     */
    public Fact<String> text(Outcome answer, Optional<Integer> codePage) {
        return switch (answer) {
            case Outcome.CommandEnded ended ->
                ended.succeeded() ? found(ended, codePage) : Fact.unreadable("reg.exe does not show " + name);
            case Outcome.OperationFailed failed -> Fact.unreadable("reg.exe: " + failed.message());
            default -> Fact.unreadable("unexpected answer");
        };
    }

    private Fact<String> found(Outcome.CommandEnded ended, Optional<Integer> codePage) {
        return ConsoleText.decode(ended.stdout(), codePage)
                .lines()
                .map(LINE::matcher)
                .filter(line -> line.matches() && line.group(1).equalsIgnoreCase(name))
                .findFirst()
                .map(line -> Fact.known(Optional.ofNullable(line.group(2)).orElse("")))
                .orElseGet(() -> Fact.unreadable("reg.exe does not show " + name));
    }
}
