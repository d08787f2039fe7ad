package dev.ibplay.lab;

import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.operations.HelperProgram;
import dev.ibplay.transport.helper.CarriedHelpers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The inventory of a lab, in Ansible's INI format, with all that is needed to reach its hosts. */
final class InventoryText {
    /** Groups that the sample playbook names; empty ones are there, too. */
    private static final List<String> SAMPLE_GROUPS = List.of("subnet_managers", "linux", "esxi", "windows");

    private InventoryText() {}

    /**
     * The text.
     *
     * @param ports of the hosts' SSH servers, by name
     */
    static String of(List<LabHost> hosts, Map<String, Integer> ports, LabFolder folder) {
        Map<String, List<LabHost>> groups = new LinkedHashMap<>();
        SAMPLE_GROUPS.forEach(group -> groups.put(group, new ArrayList<>()));
        hosts.forEach(host -> new TreeSet<>(host.groups())
                .forEach(group ->
                        groups.computeIfAbsent(group, g -> new ArrayList<>()).add(host)));
        StringBuilder text = new StringBuilder("# A simulated fabric; made anew with each start of the lab.\n");
        groups.forEach((group, members) -> {
            text.append("\n[").append(group).append("]\n");
            members.forEach(host -> text.append(line(host, ports)).append('\n'));
        });
        return text.append("""

                [all:vars]
                ansible_host=127.0.0.1
                ansible_user=root
                ansible_ssh_private_key_file=%s
                ansible_ssh_common_args=-o UserKnownHostsFile=%s -o IdentitiesOnly=yes
                """.formatted(folder.key(), folder.knownHosts()))
                .append(CarriedHelpers.sha256().isEmpty() ? "ibplay_helper=" + HelperProgram.PATH + "\n" : "")
                .toString();
    }

    private static String line(LabHost host, Map<String, Integer> ports) {
        StringBuilder line =
                new StringBuilder(host.name()).append(" ansible_port=").append(ports.get(host.name()));
        new TreeMap<>(host.variables())
                .forEach((name, value) ->
                        line.append(' ').append(name).append('=').append(value));
        return line.toString();
    }
}
