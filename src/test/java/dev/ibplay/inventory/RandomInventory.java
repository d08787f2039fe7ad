package dev.ibplay.inventory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An inventory made by chance, in INI and YAML, of all that Ansible reads: groups within groups, priorities, ranges, ports,
 * variables of all types, hosts in several groups and files, {@code group_vars} and {@code host_vars}.
 */
public final class RandomInventory {
    private static final List<String> GROUPS =
            List.of("web", "db", "rack_1", "rack-2", "grp.a", "\u00dcber", "GPU", "x2", "all", "ungrouped");
    private static final List<String> HOSTS = List.of(
            "n1",
            "n2",
            "n3",
            "n[1:4]",
            "n[01:03]",
            "c[0:8:3]",
            "d[a:c]",
            "e[1:2]-[a:b]",
            "10.0.0.5",
            "s1.example.net",
            "f1:2222",
            "n2:2200",
            "f[1:2]:24",
            "2001:db8::7",
            "UP",
            "under_score",
            "web",
            "localhost");
    private static final List<String> NAMES =
            List.of("a", "b", "c", "ansible_host", "ansible_port", "ansible_user", "mtu", "Deep", "_x1");

    private final Random random;
    private final Path folder;
    private final Map<String, String> written = new LinkedHashMap<>();
    private final RandomValues values;

    /** Writes the files of an inventory below a folder. */
    public RandomInventory(Random random, Path folder) {
        this.random = random;
        this.folder = folder;
        this.values = new RandomValues(random);
    }

    /** Makes one and gives its sources, in the order of {@code -i}; nothing else may lie in the folder. */
    public List<String> write() {
        List<String> sources = new ArrayList<>();
        int count = 1 + (random.nextInt(3) == 0 ? 1 : 0) + (random.nextInt(6) == 0 ? 1 : 0);
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    sources.add(folder.resolve("dir" + i).toString());
                    file("dir" + i + "/01-first", ini());
                    file("dir" + i + "/b.yml", yaml());
                    file("dir" + i + "/sub/hosts", ini());
                    file("dir" + i + "/left.cfg", "out of it\n");
                    variableFiles("dir" + i);
                }
                case 1, 2 -> {
                    file("i" + i + "/hosts.yml", yaml());
                    sources.add(folder.resolve("i" + i + "/hosts.yml").toString());
                    variableFiles("i" + i);
                }
                default -> {
                    file("i" + i + "/hosts", ini());
                    sources.add(folder.resolve("i" + i + "/hosts").toString());
                    variableFiles("i" + i);
                }
            }
        }
        return sources;
    }

    /** All files with their texts, for the message about what went wrong. */
    public String text() {
        return written.entrySet().stream()
                .map(e -> "--- " + e.getKey() + "\n" + e.getValue())
                .collect(Collectors.joining());
    }

    private void file(String name, String text) {
        try {
            Path path = folder.resolve(name);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            written.put(name, text);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private Set<String> groups(int most) {
        Set<String> groups = new LinkedHashSet<>();
        int count = random.nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            groups.add(one(GROUPS));
        }
        return groups;
    }

    private String ini() {
        var text = new StringBuilder();
        int loose = random.nextInt(3);
        for (int i = 0; i < loose; i++) {
            text.append(hostLine());
        }
        List<String> groups = List.copyOf(groups(6));
        for (int i = 0; i < groups.size(); i++) {
            String group = groups.get(i);
            text.append(chance(20) ? "\n" : "")
                    .append("[")
                    .append(group)
                    .append("]")
                    .append(chance(10) ? " # c\n" : "\n");
            int hosts = random.nextInt(4);
            for (int h = 0; h < hosts; h++) {
                text.append(hostLine());
            }
            if (chance(40) && i + 1 < groups.size() && !group.equals("ungrouped")) {
                text.append("[").append(group).append(":children]\n");
                List<String> below = new ArrayList<>(groups.subList(i + 1, groups.size()));
                below.removeAll(List.of("all", "ungrouped"));
                below.stream()
                        .filter(child -> chance(50))
                        .forEach(child -> text.append(child).append("\n"));
            }
            if (chance(50)) {
                text.append("[").append(group).append(":vars]\n");
                variables()
                        .forEach(name -> text.append(name)
                                .append(one(List.of("=", " = ", "= ")))
                                .append(values.iniVariable(name))
                                .append("\n"));
                priority()
                        .ifPresent(p ->
                                text.append("ansible_group_priority=").append(p).append("\n"));
            }
            text.append(one(List.of("", "", "# note\n", "; note\n", "   \n")));
        }
        return text.toString();
    }

    private java.util.Optional<Integer> priority() {
        return chance(30) ? java.util.Optional.of(random.nextInt(20) - 5) : java.util.Optional.empty();
    }

    private String hostLine() {
        var line = new StringBuilder(one(HOSTS));
        if (chance(50)) {
            variables()
                    .forEach(name -> line.append(one(List.of(" ", "  ", "\t")))
                            .append(name)
                            .append("=")
                            .append(values.iniWord(name)));
        }
        return line + (chance(10) ? " # comment\n" : "\n");
    }

    private Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            names.add(one(NAMES));
        }
        return names;
    }

    private String yaml() {
        var text = new StringBuilder(chance(50) ? "---\n" : "");
        Set<String> groups = groups(4);
        if (groups.isEmpty()) {
            groups.add("all");
        }
        groups.forEach(group -> yamlGroup(group, 0, text));
        return text.toString();
    }

    private void yamlGroup(String group, int depth, StringBuilder text) {
        String indent = "    ".repeat(depth);
        text.append(indent).append(group).append(":\n");
        if (chance(70)) {
            text.append(indent).append("  hosts:\n");
            Set<String> hosts = new LinkedHashSet<>();
            int count = random.nextInt(4);
            for (int i = 0; i < count; i++) {
                hosts.add(one(HOSTS));
            }
            hosts.forEach(host -> {
                text.append(indent).append("    ").append('"').append(host).append("\":\n");
                if (chance(50)) {
                    yamlVariables(indent + "      ", text);
                }
            });
        }
        if (chance(50)) {
            text.append(indent).append("  vars:\n");
            yamlVariables(indent + "    ", text);
            priority()
                    .ifPresent(p -> text.append(indent)
                            .append("    ansible_group_priority: ")
                            .append(p)
                            .append("\n"));
        }
        if (depth < 2 && chance(40) && !group.equals("ungrouped")) {
            text.append(indent).append("  children:\n");
            // Deeper names are of their own, so that no loop is closed.
            yamlGroup("sub" + depth + "_" + random.nextInt(3), depth + 1, text);
        }
    }

    private void yamlVariables(String indent, StringBuilder text) {
        variables()
                .forEach(name -> text.append(indent)
                        .append(name)
                        .append(": ")
                        .append(values.yaml(name))
                        .append("\n"));
    }

    private void variableFiles(String below) {
        for (String group : groups(3)) {
            String name = below + "/group_vars/" + group;
            switch (random.nextInt(4)) {
                case 0 -> file(name, yamlFile());
                case 1 -> file(name + ".json", values.json(variables()));
                case 2 -> {
                    file(name + "/10.yml", yamlFile());
                    file(name + "/20.yaml", yamlFile());
                    file(name + "/README.txt", "not read");
                    file(name + "/.hidden.yml", "not: read");
                }
                default -> file(name + ".yml", yamlFile());
            }
        }
        if (chance(50)) {
            file(below + "/host_vars/" + one(List.of("n1", "n2.yml", "n3.yaml", "c3.json", "web")), yamlFile());
        }
    }

    private String yamlFile() {
        var text = new StringBuilder(one(List.of("", "---\n", "# variables\n")));
        yamlVariables("", text);
        return text.toString();
    }
}
