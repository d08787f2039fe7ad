package dev.ibplay.lab.windows;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Processes;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** {@code cmd}, as far as somebody gives it one command, {@code chcp} and {@code whoami}. */
final class SystemPrograms {
    private final WindowsMachine host;

    SystemPrograms(WindowsMachine host) {
        this.host = host;
    }

    /** {@code cmd /c}: the line is taken as it is, but for one pair of quotes around all of it. */
    int cmd(Invocation call) throws InterruptedException, IOException {
        List<String> words = call.arguments();
        int at = 1;
        boolean isCommand = false;
        while (at < words.size() && words.get(at).matches("/[A-Za-z](:\\w+)?") && !isCommand) {
            isCommand = words.get(at).equalsIgnoreCase("/c");
            at++;
        }
        String line = String.join(" ", words.subList(at, words.size()));
        String bare = line.length() > 1
                        && line.startsWith("\"")
                        && line.endsWith("\"")
                        && line.indexOf('"', 1) == line.length() - 1
                ? line.substring(1, line.length() - 1)
                : line;
        if (!isCommand) {
            // Without a command it would read its input; it has none.
            return 0;
        }
        return command(call, Variables.expanded(bare, call.environment()));
    }

    private int command(Invocation call, String line) throws InterruptedException, IOException {
        List<String> words = ArgumentWords.of(line);
        String name = words.isEmpty() ? "" : words.getFirst().toLowerCase(Locale.ROOT);
        Console console = host.console(call);
        return switch (name) {
            case "" -> 0;
            case "echo" -> {
                console.say(line.strip().substring("echo".length()).stripLeading());
                yield 0;
            }
            case "exit" ->
                words.size() > 1 && words.getLast().matches("-?\\d{1,9}") ? Integer.parseInt(words.getLast()) : 0;
            case "ver" -> {
                console.say(
                        "",
                        "Microsoft Windows [Version %s]"
                                .formatted(host.made().release().version()));
                yield 0;
            }
            default -> run(call, words);
        };
    }

    /** A program, which takes over what this one reads and writes. */
    int run(Invocation call, List<String> words) throws InterruptedException, IOException {
        Optional<String> program = host.programs().find(words.getFirst());
        if (program.isEmpty()) {
            host.console(call)
                    .complain(host.made()
                            .language()
                            .of(
                                    "'%s' is not recognized as an internal or external command,\r\noperable program or batch file.",
                                    "'%s' は、内部コマンドまたは外部コマンド、\r\n操作可能なプログラムまたはバッチ ファイルとして認識されていません。")
                            .formatted(words.getFirst()));
            return 1;
        }
        try {
            SimulatedProcess process = host.programs()
                    .start(call.process(), words, call.environment(), call.stdin(), call.stdout(), call.stderr());
            return Processes.status(process.ended().get());
        } catch (Errno noProgram) {
            return 1;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    int chcp(Invocation call) throws IOException {
        Language language = host.made().language();
        host.console(call)
                .say(language.of("Active code page: %d", "現在のコード ページ: %d").formatted(language.codePage()));
        return 0;
    }

    /** {@code whoami /groups /fo csv /nh}: names are in the host's language, what they stand for is not. */
    int whoami(Invocation call) throws IOException {
        List<String> words = call.arguments().stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        Language language = host.made().language();
        if (!words.contains("/groups")) {
            host.console(call).say(host.made().name().toLowerCase(Locale.ROOT) + "\\administrator");
            return 0;
        }
        boolean isHigh = host.isAdministrator(call.process().uid());
        host.console(call)
                .say(
                        "\"BUILTIN\\Administrators\",\"%s\",\"S-1-5-32-544\",\"%s\""
                                .formatted(
                                        language.of("Alias", "エイリアス"),
                                        isHigh
                                                ? language.of("Enabled group, Group owner", "有効なグループ, グループの所有者")
                                                : language.of("Group used for deny only", "拒否のみに使用するグループ")),
                        isHigh
                                ? "\"Mandatory Label\\High Mandatory Level\",\"%s\",\"S-1-16-12288\",\"\""
                                        .formatted(language.of("Label", "ラベル"))
                                : "\"Mandatory Label\\Medium Mandatory Level\",\"%s\",\"S-1-16-8192\",\"\""
                                        .formatted(language.of("Label", "ラベル")));
        return 0;
    }
}
