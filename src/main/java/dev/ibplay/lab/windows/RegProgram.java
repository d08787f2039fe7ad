package dev.ibplay.lab.windows;

import dev.ibplay.lab.machine.Invocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code reg query}, {@code add} and {@code delete}: whole keys are not deleted here. */
final class RegProgram {
    private static final int FAILED = 1;
    private static final Set<String> SWITCHES = Set.of("/f", "/ve", "/va", "/s");
    private static final Set<String> TYPES =
            Set.of("REG_SZ", "REG_EXPAND_SZ", "REG_MULTI_SZ", "REG_DWORD", "REG_QWORD", "REG_BINARY");
    private static final Map<String, String> ROOTS = Map.of(
            "HKLM", "HKEY_LOCAL_MACHINE",
            "HKCU", "HKEY_CURRENT_USER",
            "HKEY_LOCAL_MACHINE", "HKEY_LOCAL_MACHINE");

    private final WindowsMachine host;
    private final Language language;

    RegProgram(WindowsMachine host) {
        this.host = host;
        this.language = host.made().language();
    }

    int run(Invocation call) throws IOException {
        List<String> words = call.arguments().subList(1, call.arguments().size());
        Console console = host.console(call);
        Optional<Map<String, String>> options =
                words.size() < 2 ? Optional.empty() : options(words.subList(2, words.size()));
        Optional<String> key = words.size() < 2 ? Optional.empty() : key(words.get(1));
        if (options.isEmpty() || key.isEmpty()) {
            return invalid(console);
        }
        return switch (words.getFirst().toLowerCase(Locale.ROOT)) {
            case "query" -> query(console, key.get(), options.get());
            case "add" -> add(console, key.get(), options.get());
            case "delete" -> delete(console, key.get(), options.get());
            default -> invalid(console);
        };
    }

    private int invalid(Console console) throws IOException {
        return fail(
                console,
                "Invalid syntax.\r\nType \"REG /?\" for usage.",
                "構文が正しくありません。\r\n\"REG /?\" と入力すると使用法が表示されます。");
    }

    private int fail(Console console, String english, String japanese) throws IOException {
        console.complain(language.of("ERROR: " + english, "エラー: " + japanese));
        return FAILED;
    }

    private static Optional<String> key(String text) {
        String[] parts = text.replaceFirst("\\\\$", "").split("\\\\", 2);
        return parts.length < 2
                ? Optional.empty()
                : Optional.ofNullable(ROOTS.get(parts[0].toUpperCase(Locale.ROOT)))
                        .map(root -> root + "\\" + parts[1]);
    }

    /** Nothing where one is not known, or has no value. */
    private static Optional<Map<String, String>> options(List<String> words) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < words.size(); i++) {
            String option = words.get(i).toLowerCase(Locale.ROOT);
            boolean takesValue = Set.of("/v", "/t", "/d").contains(option);
            if (!SWITCHES.contains(option) && (!takesValue || i + 1 >= words.size())) {
                return Optional.empty();
            }
            options.put(option, takesValue ? words.get(++i) : "");
        }
        return Optional.of(options);
    }

    private int query(Console console, String key, Map<String, String> options) throws IOException {
        List<Registry.Value> found = new ArrayList<>();
        if (options.containsKey("/v")) {
            host.registry().value(key, options.get("/v")).ifPresent(found::add);
        } else {
            found.addAll(host.registry().values(key));
        }
        boolean isThere =
                host.registry().has(key) || !host.registry().below(key).isEmpty();
        if (!isThere || (options.containsKey("/v") && found.isEmpty())) {
            return fail(
                    console,
                    "The system was unable to find the specified registry key or value.",
                    "指定されたレジストリ キーまたは値が見つかりませんでした。");
        }
        List<String> lines =
                new ArrayList<>(List.of("", host.registry().path(key).orElse(key)));
        found.forEach(value -> lines.add("    %s    %s    %s".formatted(value.name(), value.type(), shown(value))));
        lines.add("");
        if (!options.containsKey("/v")) {
            host.registry().below(key).forEach(name -> lines.add(key + "\\" + name));
        }
        console.say(lines.toArray(String[]::new));
        return 0;
    }

    private static String shown(Registry.Value value) {
        return value.type().equals("REG_DWORD") ? "0x" + Long.toHexString(Long.parseLong(value.data())) : value.data();
    }

    private int denied(Console console) throws IOException {
        return fail(console, "Access is denied.", "アクセスが拒否されました。");
    }

    private int add(Console console, String key, Map<String, String> options) throws IOException {
        String type = options.getOrDefault("/t", "REG_SZ").toUpperCase(Locale.ROOT);
        String data = options.getOrDefault("/d", "");
        boolean isNumber = type.equals("REG_DWORD") || type.equals("REG_QWORD");
        if (!options.containsKey("/v") || !TYPES.contains(type)) {
            return invalid(console);
        }
        if (isNumber && !data.matches("(0x[0-9a-fA-F]{1,8}|\\d{1,10})")) {
            return fail(console, "The data is not valid.", "データが無効です。");
        }
        if (!host.isAdministrator(console.call().process().uid())) {
            return denied(console);
        }
        String name = options.get("/v");
        if (!options.containsKey("/f") && host.registry().value(key, name).isPresent()) {
            // It asks, and takes the end of its input for a no.
            console.say(language.of(
                            "Value %s exists, overwrite(Yes/No)? The operation was cancelled by the user.",
                            "値 %s は存在します。上書きしますか (Yes/No)? 操作はユーザーによって取り消されました。")
                    .formatted(name));
            return FAILED;
        }
        host.registry().set(key, name, type, isNumber ? Long.toString(Long.decode(data)) : data);
        return done(console);
    }

    private int done(Console console) throws IOException {
        console.say(language.of("The operation completed successfully.", "この操作を正しく終了しました。"), "");
        return 0;
    }

    private int delete(Console console, String key, Map<String, String> options) throws IOException {
        if (!options.containsKey("/v") || !options.containsKey("/f")) {
            return invalid(console);
        }
        if (!host.isAdministrator(console.call().process().uid())) {
            return denied(console);
        }
        return host.registry().remove(key, options.get("/v"))
                ? done(console)
                : fail(
                        console,
                        "The system was unable to find the specified registry key or value.",
                        "指定されたレジストリ キーまたは値が見つかりませんでした。");
    }
}
