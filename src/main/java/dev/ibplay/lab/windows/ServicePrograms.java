package dev.ibplay.lab.windows;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/** {@code sc}, which ends with Windows' own error codes, and {@code net start} and {@code net stop}, which wait. */
final class ServicePrograms {
    private static final int INVALID_COMMAND_LINE = 1639;
    private static final int NET_FAILED = 2;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<String, String> STARTS =
            Map.of("auto", "2", "demand", "3", "disabled", "4", "boot", "0", "system", "1");

    private final WindowsMachine host;

    ServicePrograms(WindowsMachine host) {
        this.host = host;
    }

    private static String word(List<String> words, int at) {
        return at < words.size() ? words.get(at) : "";
    }

    /** {@code sc}. */
    int sc(Invocation call) throws IOException {
        List<String> words = call.arguments();
        Console console = host.console(call);
        String verb = word(words, 1).toLowerCase(Locale.ROOT);
        String service = word(words, 2);
        if (service.isEmpty()) {
            console.say(
                    "DESCRIPTION:",
                    "        SC is a command line program used for communicating with the",
                    "        Service Control Manager and services.");
            return INVALID_COMMAND_LINE;
        }
        ServiceManager services = host.services();
        return switch (verb) {
            case "query", "queryex" ->
                services.exists(service)
                        ? tell(console, service, services.state(service))
                        : fail(console, "EnumQueryServicesStatus:OpenService", ServiceManager.NO_SERVICE);
            case "start" -> changed(console, service, "StartService", () -> services.start(service));
            case "stop" -> changed(console, service, "ControlService", () -> services.stop(service));
            case "control" ->
                word(words, 3).matches("\\d{1,3}")
                        ? changed(
                                console,
                                service,
                                "ControlService",
                                () -> services.control(service, Integer.parseInt(word(words, 3))))
                        : fail(console, "ControlService", ServiceManager.INVALID_CONTROL);
            case "config" -> config(console, service, words.subList(3, words.size()));
            default -> INVALID_COMMAND_LINE;
        };
    }

    /**
     * Changes something.
     *
     * @param change gives an error of Windows, or 0
     */
    private int changed(Console console, String service, String function, IntSupplier change) throws IOException {
        int error =
                host.isAdministrator(console.call().process().uid()) ? change.getAsInt() : ServiceManager.ACCESS_DENIED;
        return error == ServiceManager.DONE
                ? tell(console, service, host.services().state(service))
                : fail(console, error == ServiceManager.NO_SERVICE ? "OpenService" : function, error);
    }

    private int fail(Console console, String function, int error) throws IOException {
        console.say("[SC] %s FAILED %d:".formatted(function, error), "", text(error), "");
        return error;
    }

    private String text(int error) {
        Language language = host.made().language();
        return switch (error) {
            case ServiceManager.ACCESS_DENIED -> language.of("Access is denied.", "アクセスが拒否されました。");
            case ServiceManager.NO_SERVICE ->
                language.of(
                        "The specified service does not exist as an installed service.",
                        "指定されたサービスはインストールされたサービスとして存在しません。");
            case ServiceManager.NOT_STARTED -> language.of("The service has not been started.", "サービスを開始できませんでした。");
            case ServiceManager.RUNS_ALREADY ->
                language.of("An instance of the service is already running.", "サービスのインスタンスは既に実行中です。");
            case ServiceManager.DISABLED ->
                language.of(
                        "The service cannot be started, either because it is disabled or because it has no enabled devices associated with it.",
                        "無効であるか、または有効なデバイスが関連付けられていないため、サービスを開始できません。");
            case ServiceManager.NOT_IN_TIME ->
                language.of(
                        "The service did not respond to the start or control request in a timely fashion.",
                        "そのサービスを指定時間内に開始できませんでした。");
            case ServiceManager.NOT_FOUND ->
                language.of("The system cannot find the file specified.", "指定されたファイルが見つかりません。");
            default -> language.of("The requested control is not valid for this service.", "要求された制御はこのサービスに対して無効です。");
        };
    }

    private static int tell(Console console, String service, ServiceManager.State state) throws IOException {
        console.say(
                "",
                "SERVICE_NAME: " + service,
                "        TYPE               : 10  WIN32_OWN_PROCESS",
                "        STATE              : %d  %s".formatted(state.number(), state),
                "        WIN32_EXIT_CODE    : 0  (0x0)",
                "        SERVICE_EXIT_CODE  : 0  (0x0)",
                "        CHECKPOINT         : 0x0",
                "        WAIT_HINT          : 0x0",
                "");
        return 0;
    }

    /** Each option ends with its equals sign, and its value is a word of its own. */
    private int config(Console console, String service, List<String> options) throws IOException {
        if (!host.services().exists(service)) {
            return fail(console, "OpenService", ServiceManager.NO_SERVICE);
        }
        if (!host.isAdministrator(console.call().process().uid())) {
            return fail(console, "OpenService", ServiceManager.ACCESS_DENIED);
        }
        for (int i = 0; i < options.size(); i += 2) {
            String value = word(options, i + 1);
            Optional<String> start = Optional.ofNullable(STARTS.get(value));
            boolean isStart = options.get(i).equalsIgnoreCase("start=") && start.isPresent();
            if (!isStart && !options.get(i).equalsIgnoreCase("binPath=")) {
                return INVALID_COMMAND_LINE;
            }
            if (isStart) {
                host.registry().set(ServiceManager.key(service), "Start", "REG_DWORD", start.orElseThrow());
            } else {
                host.registry().set(ServiceManager.key(service), "ImagePath", "REG_EXPAND_SZ", value);
            }
        }
        console.say("[SC] ChangeServiceConfig SUCCESS");
        return 0;
    }

    /** {@code net start} and {@code net stop}: whatever the error is, they end with 2. */
    int net(Invocation call) throws InterruptedException, IOException {
        Console console = host.console(call);
        Language language = host.made().language();
        String verb = word(call.arguments(), 1).toLowerCase(Locale.ROOT);
        String service = word(call.arguments(), 2);
        if (service.isEmpty() || !(verb.equals("start") || verb.equals("stop"))) {
            console.complain(language.of("The syntax of this command is:", "このコマンドの構文は次のとおりです:"), "NET START | STOP");
            return 1;
        }
        boolean isStart = verb.equals("start");
        Optional<SimulatedProcess> before = host.services().process(service);
        int error = !host.isAdministrator(call.process().uid())
                ? ServiceManager.ACCESS_DENIED
                : isStart ? host.services().start(service) : host.services().stop(service);
        if (error != ServiceManager.DONE) {
            console.complain(
                    text(error),
                    "",
                    language.of(
                                    "More help is available by typing NET HELPMSG %d.",
                                    "NET HELPMSG %d と入力すると、より詳しい説明が得られます。")
                            .formatted(error),
                    "");
            return NET_FAILED;
        }
        long until = call.machine().clock().nanos() + PATIENCE.toNanos();
        while (!isStart
                && before.filter(SimulatedProcess::isAlive).isPresent()
                && call.machine().clock().nanos() < until) {
            call.machine().clock().sleep(LOOK);
        }
        console.say(
                (isStart
                                ? language.of("The %s service was started successfully.", "%s サービスは正常に開始されました。")
                                : language.of("The %s service was stopped successfully.", "%s サービスは正常に停止されました。"))
                        .formatted(service),
                "");
        return 0;
    }
}
