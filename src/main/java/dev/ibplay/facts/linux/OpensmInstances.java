package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.opensm.OpensmArguments;
import dev.ibplay.opensm.OpensmConf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The OpenSMs of a host: each process, and each that is set up and does not run. */
final class OpensmInstances {
    private final OpensmAnswers host;
    private final OpensmLauncher launcher;

    OpensmInstances(OpensmAnswers host, OpensmLauncher launcher) {
        this.host = host;
        this.launcher = launcher;
    }

    List<OpensmInstance> all(List<OpensmSetUp> setUps) {
        List<OpensmInstance> found = new ArrayList<>();
        List<OpensmSetUp> idle = new ArrayList<>(setUps);
        for (OpensmProcess process : host.processes()) {
            OpensmInstance instance = running(process);
            found.add(instance);
            if (instance.launched()) {
                match(instance, process, idle).ifPresent(idle::remove);
            }
        }
        idle.forEach(setUp -> found.add(idle(setUp)));
        if (found.isEmpty()) {
            found.add(idle(OpensmSetUp.of(launcher.unit(), List.of())));
        }
        return List.copyOf(found);
    }

    private OpensmInstance running(OpensmProcess process) {
        Optional<String> unit = host.unitOf(process).map(OpensmUnit::id);
        Optional<String> contained = host.place(process).contained()
                ? Optional.of("process %d runs in a container, where paths mean other files".formatted(process.pid()))
                : Optional.empty();
        return instance(process.arguments(), Optional.of(process), unit, isLaunched(process, unit), contained);
    }

    private OpensmInstance idle(OpensmSetUp setUp) {
        return instance(setUp.arguments(), Optional.empty(), setUp.unit(), true, setUp.unclear());
    }

    private OpensmInstance instance(
            OpensmArguments arguments,
            Optional<OpensmProcess> process,
            Optional<String> unit,
            boolean launched,
            Optional<String> unclear) {
        ProcessPlace place = process.map(host::place).orElse(ProcessPlace.UNKNOWN);
        var files = new InstanceFiles(host.files(), OpensmDefaults.of(host, process), arguments, place, unclear);
        FileObserved conf = files.conf();
        return new OpensmInstance(conf, files.partitions(conf), process, unit, port(arguments, conf), launched);
    }

    /** {@code -g}, which is hexadecimal with or without 0x (main.c), else the conf's guid; 0 is the first Active port. */
    static Optional<PortGuid> port(OpensmArguments arguments, FileObserved conf) {
        long guid = arguments.guid().isPresent()
                ? hexadecimal(arguments.guid().get())
                : conf.content()
                        .ifKnown()
                        .map(Bytes::latin1)
                        .map(text -> OpensmConf.parse(conf.path(), text)
                                .number("guid")
                                .value())
                        .orElse(0L);
        return guid == 0 ? Optional.empty() : Optional.of(new PortGuid(guid));
    }

    private static long hexadecimal(String text) {
        String digits = text.replaceFirst("^0[xX]", "");
        return digits.matches("[0-9a-fA-F]{1,16}") ? Long.parseUnsignedLong(digits, 16) : 0;
    }

    private boolean isLaunched(OpensmProcess process, Optional<String> unit) {
        if (launcher.kind() == OpensmLauncher.Kind.UFM) {
            return host.isUfm(process);
        }
        if (launcher.script().isPresent()) {
            return isScripts(process);
        }
        return unit.isPresent()
                && (unit.equals(launcher.unit())
                        || (launcher.kind() == OpensmLauncher.Kind.TEMPLATE_UNITS
                                && OpensmUnit.instance(unit.get()).isPresent()));
    }

    /** An init script starts a daemon and notes its number; Debian's has a file of another name for each port, and no daemon. */
    private boolean isScripts(OpensmProcess process) {
        List<String> words = process.arguments().all();
        boolean noted = host.files()
                .get(OpensmPlaces.PID_FILE)
                .content()
                .ifKnown()
                .map(text -> text.lossyText().strip())
                .equals(Optional.of(Integer.toString(process.pid())));
        boolean debians = words.contains("-g") && words.stream().anyMatch(w -> w.startsWith("/var/log/opensm."));
        return noted || debians || words.contains("-B") || words.contains("--daemon");
    }

    private static Optional<OpensmSetUp> match(OpensmInstance found, OpensmProcess process, List<OpensmSetUp> setUps) {
        boolean template = found.unit().flatMap(OpensmUnit::instance).isPresent();
        Stream<OpensmSetUp> exact = setUps.stream()
                .filter(setUp -> template
                        ? setUp.unit().equals(found.unit())
                        : sameTarget(setUp.arguments(), process.arguments()));
        // A launcher for one OpenSM has started this one with what it was told then.
        return exact.findFirst()
                .or(() -> setUps.size() == 1 && !template ? Optional.of(setUps.getFirst()) : Optional.empty());
    }

    private static boolean sameTarget(OpensmArguments one, OpensmArguments other) {
        return one.guid().map(OpensmInstances::hexadecimal).equals(other.guid().map(OpensmInstances::hexadecimal))
                && one.config().equals(other.config());
    }
}
