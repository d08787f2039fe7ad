package dev.ibplay.lab;

import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabInventory;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.operations.HelperProgram;
import dev.ibplay.transport.helper.CarriedHelpers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The inventory of a lab, with all that is needed to reach its hosts: in Ansible's INI format, or in YAML where the groups and
 * variables are somebody's own, since INI has no place for all that these may hold.
 */
record InventoryText(boolean isYaml, String text) {
    private static final String HEAD = "# A simulated fabric; made anew with each start of the lab.\n";

    /** Groups that the sample playbook names; empty ones are there, too. */
    private static final List<String> SAMPLE_GROUPS =
            List.of("subnet_managers", "linux", "esxi", "windows", "switches");

    /** The group that all hosts are in. */
    private static final String ALL = "all";

    private static final String USER = "ansible_user";
    private static final String ROOT = "root";

    /** Ansible's for those in no other group. */
    private static final String UNGROUPED = "ungrouped";

    /**
     * The text.
     *
     * @param ports of the hosts' SSH servers, by name
     */
    static InventoryText of(LabLayout layout, Map<String, Integer> ports, LabFolder folder) {
        Map<String, String> connection = connection(folder);
        return layout.inventory()
                .map(inventory -> new InventoryText(true, yaml(layout, inventory, ports, connection)))
                .orElseGet(() -> new InventoryText(false, ini(layout.hosts(), ports, connection)));
    }

    /** What is the same for all hosts. */
    private static Map<String, String> connection(LabFolder folder) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("ansible_host", "127.0.0.1");
        variables.put(USER, ROOT);
        variables.put("ansible_ssh_private_key_file", folder.key().toString());
        // nothing of the user's own configuration, which may say of all hosts that they are behind another one
        variables.put(
                "ansible_ssh_common_args",
                "-F none -o UserKnownHostsFile=" + folder.knownHosts() + " -o IdentitiesOnly=yes");
        if (CarriedHelpers.sha256().isEmpty()) {
            variables.put("ibplay_helper", HelperProgram.PATH);
        }
        return variables;
    }

    private static String ini(List<LabHost> hosts, Map<String, Integer> ports, Map<String, String> connection) {
        Map<String, List<LabHost>> groups = new LinkedHashMap<>();
        SAMPLE_GROUPS.forEach(group -> groups.put(group, new ArrayList<>()));
        hosts.forEach(host -> new TreeSet<>(host.groups())
                .forEach(group ->
                        groups.computeIfAbsent(group, g -> new ArrayList<>()).add(host)));
        StringBuilder text = new StringBuilder(HEAD);
        groups.forEach((group, members) -> {
            text.append("\n[").append(group).append("]\n");
            members.forEach(host -> text.append(line(host, ports)).append('\n'));
        });
        text.append("\n[all:vars]\n");
        connection.forEach(
                (name, value) -> text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }

    private static String line(LabHost host, Map<String, Integer> ports) {
        StringBuilder line =
                new StringBuilder(host.name()).append(" ansible_port=").append(ports.get(host.name()));
        Map<String, String> variables = new TreeMap<>(host.variables());
        if (CarriedHelpers.sha256().isEmpty() && host.linux().isEmpty()) {
            // The helper's path in the lab's Linux hosts is asked for where the platform is not known.
            variables.put("ibplay_platform", host.model().platform());
        }
        if (!host.model().user().equals(ROOT)) {
            variables.put(USER, host.model().user());
        }
        variables.forEach(
                (name, value) -> line.append(' ').append(name).append('=').append(value));
        return line.toString();
    }

    /** All variables stand with the hosts, so that nothing of another inventory's precedence is lost. */
    private static String yaml(
            LabLayout layout, LabInventory inventory, Map<String, Integer> ports, Map<String, String> connection) {
        Map<String, LabHost> made = layout.hosts().stream().collect(Collectors.toMap(LabHost::name, host -> host));
        StringBuilder text = new StringBuilder(HEAD).append("all:\n  hosts:\n");
        for (LabInventory.Host host : inventory.hosts()) {
            Map<String, String> variables = new TreeMap<>(host.variables());
            Optional<LabHost> simulated = Optional.ofNullable(made.get(host.name()));
            if (simulated.isPresent()) {
                connection.forEach((name, value) -> variables.put(name, quoted(value)));
                variables.put(USER, quoted(simulated.get().model().user()));
                simulated.get().login().forEach((name, value) -> variables.put(name, quoted(value)));
                variables.put("ansible_port", String.valueOf(ports.get(host.name())));
            }
            text.append("    ").append(quoted(host.name())).append(variables.isEmpty() ? ": {}\n" : ":\n");
            variables.forEach((name, value) -> text.append("      ")
                    .append(quoted(name))
                    .append(": ")
                    .append(value)
                    .append('\n'));
        }
        text.append("  children:\n");
        for (LabInventory.Group group : inventory.groups()) {
            if (!group.name().equals(ALL) && !group.name().equals(UNGROUPED)) {
                text.append("    ").append(quoted(group.name())).append(":\n");
                text.append("      hosts: ").append(keys(group.hosts())).append('\n');
                text.append("      children: ").append(keys(group.children())).append('\n');
            }
        }
        return text.toString();
    }

    private static String keys(List<String> names) {
        StringBuilder keys = new StringBuilder("{");
        names.forEach(name ->
                keys.append(keys.length() > 1 ? ", " : "").append(quoted(name)).append(": {}"));
        return keys.append('}').toString();
    }

    /** A double-quoted scalar. */
    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
