package dev.ibplay.facts.windows;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.facts.WindowsServiceObserved.Start;
import dev.ibplay.facts.WindowsServiceObserved.State;
import dev.ibplay.opensm.OpensmArguments;
import dev.ibplay.opensm.ServiceCommandLine;
import java.util.List;
import java.util.Optional;

/** The services and processes of OpenSM, from the lines of the script. */
final class WindowsServices {
    private static final Start[] STARTS = Start.values();
    private static final State[] STATES = State.values();

    private WindowsServices() {}

    static Fact<List<WindowsServiceObserved>> services(FactLines told) {
        return told.of("services", "service")
                .map(lines -> lines.stream()
                        .flatMap(line -> line.text("name").map(name -> service(line, name)).stream())
                        .toList());
    }

    private static WindowsServiceObserved service(FactLine line, String name) {
        return new WindowsServiceObserved(
                name,
                line.text("image").orElse(""),
                line.text("raw").or(() -> line.text("image")).orElse(""),
                number(line.count("start"), STARTS, 0, "start"),
                number(line.count("state"), STATES, 1, "state"),
                line.count("process").filter(id -> id != 0));
    }

    /** The constants stand in the order of Windows' numbers. */
    private static <E> Fact<E> number(Optional<Integer> told, E[] of, int first, String what) {
        return told.filter(number -> number >= first && number < first + of.length)
                .map(number -> Fact.known(of[number - first]))
                .orElseGet(() -> Fact.unreadable(
                        told.map(number -> what + " is " + number).orElse("Windows does not tell its " + what)));
    }

    /** A process of somebody else does not show its command line: the program is then all that is known of it. */
    static Fact<List<OpensmProcess>> processes(FactLines told) {
        return told.of("processes", "process")
                .map(lines -> lines.stream()
                        .flatMap(line -> line.count("id").map(id -> process(line, id)).stream())
                        .toList());
    }

    private static OpensmProcess process(FactLine line, int id) {
        List<String> words = line.text("command")
                .map(ServiceCommandLine::split)
                .orElseGet(() -> List.of(line.text("image").orElse("opensm.exe")));
        return new OpensmProcess(
                id, new OpensmArguments(words), 0, line.number("start").orElse(0L));
    }
}
