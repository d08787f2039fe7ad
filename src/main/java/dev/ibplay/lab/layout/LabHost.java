package dev.ibplay.lab.layout;

import dev.ibplay.exec.Secret;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.mlnxos.SwitchHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A host of a lab, and what its inventory says of it.
 *
 * @param groups of the inventory
 * @param variables of the host, besides those that say how to reach it
 */
public record LabHost(HostModel model, List<String> groups, Map<String, String> variables) {
    /** The variable with the password of who logs in. A host that has it takes no key. */
    static final String PASSWORD = "ansible_password";

    public LabHost {
        groups = List.copyOf(groups);
        variables = Map.copyOf(new TreeMap<>(variables));
    }

    /** A Linux host. */
    public LabHost(LinuxHost host, List<String> groups, Map<String, String> variables) {
        this(new HostModel.Linux(host), groups, variables);
    }

    /** An ESXi host. */
    public LabHost(EsxiHost host, List<String> groups, Map<String, String> variables) {
        this(new HostModel.Esxi(host), groups, variables);
    }

    /** A managed switch. */
    public LabHost(SwitchHost host, List<String> groups, Map<String, String> variables) {
        this(new HostModel.Switch(host), groups, variables);
    }

    public String name() {
        return model.name();
    }

    /** The password that is logged in with; empty where that is done by key. */
    public Optional<Secret> password() {
        return Optional.ofNullable(variables.get(PASSWORD)).map(Secret::of);
    }

    /** Those of its variables that say how to log in. */
    public Map<String, String> login() {
        return variables.entrySet().stream()
                .filter(each ->
                        each.getKey().startsWith("ansible_") || each.getKey().startsWith("ibplay_ssh_"))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** What it is made of where it runs Linux. */
    public Optional<LinuxHost> linux() {
        return model instanceof HostModel.Linux linux ? Optional.of(linux.host()) : Optional.empty();
    }
}
