package dev.ibplay.plan.opensm;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.facts.WindowsServiceObserved.Start;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What the service manager does with an OpenSM of a Windows host. net.exe waits until a service is stopped or runs, where sc.exe
 * only asks for it; the exit status tells, whatever the language.
 */
final class WindowsService {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** OpenSM's own (opensm/main.c of the OpenFabrics stack for Windows): what SIGHUP is elsewhere. */
    private static final String READ_AGAIN = "129";

    private WindowsService() {}

    /** Makes it read opensm.conf and partitions.conf again. */
    static Operation readAgain(WindowsServiceObserved service) {
        return run("sc.exe", "control", service.name(), READ_AGAIN);
    }

    static SmRestart restart(WindowsServiceObserved service) {
        return way(List.of(stopping(service), starting(service)));
    }

    static SmRestart start(WindowsServiceObserved service) {
        return way(List.of(starting(service)));
    }

    static SmRestart stop(WindowsServiceObserved service) {
        return way(List.of(stopping(service)));
    }

    /** A process now, if it has none, and after each start of the host. */
    static SmRestart enable(WindowsServiceObserved service, boolean runs) {
        List<Operation> operations = new ArrayList<>(List.of(startType(service, "auto")));
        if (!runs) {
            operations.add(starting(service));
        }
        return way(operations);
    }

    /** No process now, and none after a start of the host. */
    static SmRestart disable(WindowsServiceObserved service, boolean runs) {
        List<Operation> operations = new ArrayList<>(List.of(startType(service, "disabled")));
        if (runs) {
            operations.add(stopping(service));
        }
        return way(operations);
    }

    /** What brings it back to when it was started before, and to what it did. */
    static List<Operation> takenBack(WindowsServiceObserved service, boolean runsThen) {
        List<Operation> operations = new ArrayList<>();
        service.start().ifKnown().map(WindowsService::word).ifPresent(word -> operations.add(startType(service, word)));
        if (service.runs() && !runsThen) {
            operations.add(starting(service));
        } else if (!service.runs() && runsThen) {
            operations.add(stopping(service));
        }
        return operations;
    }

    private static String word(Start start) {
        return switch (start) {
            case BOOT -> "boot";
            case SYSTEM -> "system";
            case AUTOMATIC -> "auto";
            case MANUAL -> "demand";
            case DISABLED -> "disabled";
        };
    }

    /** sc.exe wants the blank between the sign and the word. */
    private static Operation startType(WindowsServiceObserved service, String word) {
        return run("sc.exe", "config", service.name(), "start=", word);
    }

    private static Operation starting(WindowsServiceObserved service) {
        return run("net.exe", "start", service.name());
    }

    /** What depends on it is stopped with it, without a question. */
    private static Operation stopping(WindowsServiceObserved service) {
        return run("net.exe", "stop", service.name(), "/y");
    }

    private static SmRestart way(List<Operation> operations) {
        return new SmRestart(operations, Duration.ZERO);
    }

    private static Operation run(String... words) {
        return RunCommand.of(LIMIT, words);
    }
}
