package dev.ibplay.facts.esxi;

import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.PortGuid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folders under /scratch/opensm, which ports and processes they belong to. Their names are not documented: a port GUID, an
 * adapter, and an adapter with a port's number are understood; of others the port is not known.
 */
final class OpensmFolders {
    private static final Pattern GUID =
            Pattern.compile("(?:.*[^0-9a-fA-F])?(?:0[xX])?([0-9a-fA-F]{16})(?:[^0-9a-fA-F].*)?");
    private static final Pattern HEXADECIMAL = Pattern.compile("(?:0[xX])?([0-9a-fA-F]{1,16})");
    private static final Pattern PORT_NUMBER = Pattern.compile("(?:[_.-]?[pP](?:ort)?[_.-]?|[_.:-])(\\d{1,3})");

    private final List<String> folders;
    private final List<AdapterPort> ports;

    OpensmFolders(List<String> folders, List<AdapterPort> ports) {
        this.folders = folders;
        this.ports = ports;
    }

    /** A GUID as an argument has it, hexadecimal with or without 0x; nothing for 0, which means any port. */
    static Optional<PortGuid> guid(String text) {
        Matcher matcher = HEXADECIMAL.matcher(text);
        return matcher.matches()
                ? Optional.of(Long.parseUnsignedLong(matcher.group(1), 16))
                        .filter(guid -> guid != 0)
                        .map(PortGuid::new)
                : Optional.empty();
    }

    /** The port that a folder's name means, as far as it does. */
    Optional<PortGuid> port(String folder) {
        String name = name(folder);
        Matcher guid = GUID.matcher(name);
        if (guid.matches()) {
            return guid(guid.group(1));
        }
        List<AdapterPort> named = ports.stream()
                .filter(port -> name.startsWith(port.port().adapter()))
                .filter(port -> isPort(name.substring(port.port().adapter().length()), port))
                .toList();
        return named.size() == 1 ? named.getFirst().guid() : Optional.empty();
    }

    private static boolean isPort(String rest, AdapterPort port) {
        Matcher number = PORT_NUMBER.matcher(rest);
        return rest.isEmpty()
                || (number.matches()
                        && Integer.parseInt(number.group(1)) == port.port().port());
    }

    /** The process of each folder that has one: it names the folder or its port, or is the only one where there is one folder. */
    Map<String, OpensmProcess> running(List<OpensmProcess> processes) {
        Map<String, OpensmProcess> running = new LinkedHashMap<>();
        for (String folder : folders) {
            only(processes, process -> names(process, name(folder)))
                    .or(() -> port(folder)
                            .flatMap(port -> only(
                                    processes,
                                    process -> process.arguments()
                                            .guid()
                                            .flatMap(OpensmFolders::guid)
                                            .equals(Optional.of(port)))))
                    .filter(process -> !running.containsValue(process))
                    .ifPresent(process -> running.put(folder, process));
        }
        if (running.isEmpty() && folders.size() == 1 && processes.size() == 1) {
            Optional<PortGuid> own = port(folders.getFirst());
            Optional<PortGuid> told = processes.getFirst().arguments().guid().flatMap(OpensmFolders::guid);
            if (own.isEmpty() || told.isEmpty() || own.equals(told)) {
                running.put(folders.getFirst(), processes.getFirst());
            }
        }
        return Map.copyOf(running);
    }

    private static Optional<OpensmProcess> only(List<OpensmProcess> processes, Predicate<OpensmProcess> sought) {
        List<OpensmProcess> found = processes.stream().filter(sought).toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** By /scratch or by the folder that it leads to. */
    private static boolean names(OpensmProcess process, String name) {
        return process.arguments().all().stream().anyMatch(word -> (word + "/").contains("/opensm/" + name + "/"));
    }

    private static String name(String folder) {
        return folder.substring(folder.lastIndexOf('/') + 1);
    }
}
