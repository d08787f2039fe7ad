package dev.ibplay.lab.windows;

import dev.ibplay.lab.machine.Invocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code netsh}: the tables of interfaces, the MTU of IP, and adapters switched off and on. */
final class NetshProgram {
    private static final long NO_LIMIT = 4_294_967_295L;
    private static final int FAILED = 1;
    private static final int MOST_IP = 65_535;

    private final WindowsMachine host;
    private final Language language;

    NetshProgram(WindowsMachine host) {
        this.host = host;
        this.language = host.made().language();
    }

    int run(Invocation call) throws IOException {
        List<String> words = call.arguments().subList(1, call.arguments().size());
        Console console = host.console(call);
        boolean isInterface = words.size() > 2 && NetshWords.is(words.getFirst(), "interface");
        if (isInterface && isIpv4(words.get(1)) && words.size() > 3) {
            return ipv4(console, words.get(2), words.get(3), words.subList(4, words.size()));
        }
        if (isInterface && words.size() > 3 && words.get(1).equalsIgnoreCase("set") && isInterfaces(words.get(2))) {
            return setInterface(console, words.subList(3, words.size()));
        }
        return unknown(console, words);
    }

    private static boolean isIpv4(String word) {
        return NetshWords.is(word, "ipv4");
    }

    private static boolean isInterfaces(String word) {
        return NetshWords.is(word, "interfaces");
    }

    private int unknown(Console console, List<String> words) throws IOException {
        console.say(
                language.of("The following command was not found: %s.", "次のコマンドは見つかりませんでした: %s。")
                        .formatted(String.join(" ", words)),
                "");
        return FAILED;
    }

    private int refuse(Console console, String english, String japanese) throws IOException {
        console.say(language.of(english, japanese), "");
        return FAILED;
    }

    private int ipv4(Console console, String verb, String what, List<String> rest) throws IOException {
        boolean isShown = NetshWords.is(verb, "show");
        if (isShown && isInterfaces(what)) {
            return show(console, rest, false);
        }
        if (isShown && NetshWords.is(what, "subinterfaces")) {
            return show(console, rest, true);
        }
        if (verb.equalsIgnoreCase("set") && NetshWords.is(what, "subinterfaces")) {
            return setSubinterface(console, rest);
        }
        return unknown(console, List.of("interface", "ipv4", verb, what));
    }

    private int show(Console console, List<String> rest, boolean isSub) throws IOException {
        Optional<NetshWords> words = NetshWords.of(rest, List.of("interface", "level", "store"));
        Optional<String> store = words.flatMap(given -> given.value("store"));
        boolean isKept =
                store.filter(given -> NetshWords.is(given, "persistent")).isPresent();
        boolean isKnown =
                isKept || store.map(given -> NetshWords.is(given, "active")).orElse(true);
        if (words.isEmpty() || !isKnown) {
            return syntax(console);
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(
                isSub
                        ? List.of(
                                language.of(
                                        "   MTU  MediaSenseState   Bytes In  Bytes Out  Interface",
                                        "   MTU  MediaSenseState   受信バイト数  送信バイト数  インターフェイス"),
                                "------  ---------------  ---------  ---------  -------------")
                        : List.of(
                                language.of(
                                        "Idx     Met         MTU          State                Name",
                                        "Idx     Met         MTU          状態                 名前"),
                                "---  ----------  ----------  ------------  ---------------------------"));
        lines.add(row(isSub, 1, NO_LIMIT, true, "Loopback Pseudo-Interface 1"));
        for (NetAdapter adapter : host.network().adapters()) {
            if (adapter.isEnabled() && (!isKept || adapter.keptMtu().isPresent())) {
                long bytes = isKept ? adapter.keptMtu().orElseThrow() : adapter.mtu();
                lines.add(row(isSub, adapter.identity().index(), bytes, adapter.isConnected(), adapter.name()));
            }
        }
        lines.add("");
        console.say(lines.toArray(String[]::new));
        return 0;
    }

    private static String row(boolean isSub, int index, long bytes, boolean isConnected, String name) {
        return isSub
                ? "%6d  %15d  %9d  %9d  %s".formatted(bytes, isConnected ? 1 : 5, index * 1000L, index * 700L, name)
                : "%3d  %10d  %10d  %-12s  %s"
                        .formatted(
                                index, index == 1 ? 50 : 10, bytes, isConnected ? "connected" : "disconnected", name);
    }

    private int syntax(Console console) throws IOException {
        return refuse(
                console,
                "The syntax supplied for this command is not valid. Check help for the correct syntax.",
                "このコマンドに指定された構文が無効です。正しい構文をヘルプで確認してください。");
    }

    private boolean mayChange(Invocation call) {
        return host.isAdministrator(call.process().uid());
    }

    private int elevate(Console console) throws IOException {
        return refuse(
                console,
                "The requested operation requires elevation (Run as administrator).",
                "要求された操作には管理者特権が必要です (管理者として実行してください)。");
    }

    private int setSubinterface(Console console, List<String> rest) throws IOException {
        Optional<NetshWords> words = NetshWords.of(rest, List.of("interface", "mtu", "subinterface", "store"));
        Optional<Integer> bytes = words.flatMap(given -> given.value("mtu"))
                .filter(text -> text.matches("\\d{1,5}"))
                .map(Integer::parseInt)
                .filter(number -> number <= MOST_IP);
        // The persistent store is the usual one, and what goes there counts at once, too.
        boolean isActiveOnly = words.flatMap(given -> given.value("store"))
                .filter(store -> NetshWords.is(store, "active"))
                .isPresent();
        if (words.isEmpty() || bytes.isEmpty()) {
            return syntax(console);
        }
        if (!mayChange(console.call())) {
            return elevate(console);
        }
        Optional<NetAdapter> adapter =
                words.get().value("interface").flatMap(host.network()::find).filter(NetAdapter::isEnabled);
        if (adapter.isEmpty()) {
            return refuse(
                    console,
                    "The filename, directory name, or volume label syntax is incorrect.",
                    "ファイル名、ディレクトリ名、またはボリューム ラベルの構文が間違っています。");
        }
        if (!adapter.get().changeMtu(bytes.get(), !isActiveOnly)) {
            return refuse(console, "The parameter is incorrect.", "パラメーターが間違っています。");
        }
        console.say(language.of("Ok.", "OK"), "");
        return 0;
    }

    private int setInterface(Console console, List<String> rest) throws IOException {
        Optional<NetshWords> words = NetshWords.of(rest, List.of("name", "admin", "connect", "newname"));
        Optional<String> admin = words.flatMap(given -> given.value("admin"))
                .filter(text -> NetshWords.is(text, "enabled") || NetshWords.is(text, "disabled"));
        if (words.isEmpty() || admin.isEmpty()) {
            return syntax(console);
        }
        if (!mayChange(console.call())) {
            return elevate(console);
        }
        Optional<NetAdapter> adapter = words.get().value("name").flatMap(host.network()::find);
        if (adapter.isEmpty()) {
            return refuse(
                    console,
                    "An interface with this name is not registered with the router.",
                    "この名前のインターフェイスはルーターに登録されていません。");
        }
        host.enable(adapter.get(), NetshWords.is(admin.get(), "enabled"));
        console.say("");
        return 0;
    }
}
