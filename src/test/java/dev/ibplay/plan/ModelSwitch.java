package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchConfiguration;
import dev.ibplay.facts.SwitchPortObserved;
import dev.ibplay.facts.SwitchSmObserved;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.mlnxos.SwitchLists;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A managed switch for plans: lines change it as a switch's manual says, and its OpenSM runs on what they have made. It belongs to a
 * {@link ModelHost}, which has its port and its OpenSM.
 */
final class ModelSwitch {
    /** A partition in the switch's words. */
    static final class Part {
        final String pkey;
        boolean ipoib;
        String mtu = "";
        final Map<String, String> members = new TreeMap<>();

        Part(String pkey) {
            this.pkey = pkey;
        }
    }

    final String name;
    boolean sm;
    boolean node = true;
    /** Whether its configuration has lines about the node. */
    boolean hasNodeLines = true;

    boolean starts = true;
    Fact<Boolean> licensed = Fact.known(true);
    /** What the inventory says of its port. */
    Optional<PortGuid> told = Optional.empty();

    List<SwitchPortObserved> ports = List.of();
    Fact<Boolean> infiniband = Fact.known(true);
    boolean isSavedReadable = true;
    int priority;
    Map<String, Part> partitions = new LinkedHashMap<>();
    List<String> others = List.of();
    List<String> saved = List.of();
    final List<String> typed = new ArrayList<>();

    ModelSwitch(String name) {
        this.name = name;
        Part open = new Part("0x7FFF");
        open.ipoib = true;
        open.members.put("ALL", "full");
        partitions.put("Default", open);
        save();
    }

    void save() {
        saved = lines();
    }

    boolean runs() {
        return sm && node && starts && licensed.equals(Fact.known(true));
    }

    Part part(String of) {
        return Optional.ofNullable(partitions.get(of)).orElseThrow();
    }

    /** Carries out a line, and gives whether its subnet manager has to be looked at. */
    void run(List<String> words) {
        String line = String.join(" ", words);
        typed.add(line);
        boolean no = words.getFirst().equals("no");
        List<String> rest = no ? words.subList(1, words.size()) : words;
        String about = rest.size() > 1 ? rest.get(1) : "";
        switch (about) {
            case "memory" -> save();
            case "sm" -> sm(rest, no);
            case "smnode" -> node(rest);
            case "partition" -> partition(rest, no);
            default -> throw new IllegalArgumentException(line);
        }
    }

    private void sm(List<String> words, boolean no) {
        if (words.size() > 2) {
            priority = Integer.parseInt(words.get(3));
        } else {
            sm = !no;
        }
    }

    private void node(List<String> words) {
        switch (words.get(3)) {
            case "enable" -> node = true;
            case "disable" -> node = false;
            default -> priority = Integer.parseInt(words.get(4));
        }
    }

    private void partition(List<String> words, boolean no) {
        String of = words.get(2);
        String what = words.size() > 3 ? words.get(3) : "";
        switch (what) {
            case "" -> partitions.remove(of);
            case "pkey" -> partitions.put(of, new Part(words.get(4)));
            case "ipoib" -> part(of).ipoib = !no;
            case "mtu" -> part(of).mtu = words.get(4);
            case "member" -> {
                if (no) {
                    part(of).members.remove(words.get(4));
                } else {
                    part(of).members.put(words.get(4), words.get(6));
                }
            }
            default -> throw new IllegalArgumentException(what);
        }
    }

    /** The configuration that is in force. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(others);
        partitions.forEach((of, part) -> {
            String begin = "ib partition " + of + " ";
            lines.add(begin + "pkey " + part.pkey + " force");
            lines.add(begin + "mtu " + part.mtu);
            part.members.forEach((who, type) -> lines.add(begin + "member " + who + " type " + type));
        });
        if (sm) {
            lines.add("ib sm");
        }
        String layer = hasNodeLines ? "ib smnode " + name : "ib sm";
        lines.add(layer + " sm-priority " + priority);
        return lines;
    }

    /** What the switch makes of it for its OpenSM. */
    String partitionsConf() {
        StringBuilder text = new StringBuilder();
        partitions.forEach((of, part) -> text.append(of + "=" + part.pkey)
                .append(part.ipoib ? ", ipoib" : "")
                .append(part.mtu.equals("4K") ? ", mtu=5" : "")
                .append(" : ")
                .append(String.join(
                        ", ",
                        part.members.entrySet().stream()
                                .map(e -> e.getKey() + "=" + e.getValue())
                                .toList()))
                .append(";\n"));
        return text.toString();
    }

    Outcome answer(String question) {
        String[] words = question.split(" ", -1);
        String text = switch (words[words.length - 1]) {
            case "sm" -> sm ? "enable" : "disable";
            case "sm-state" -> node ? "enabled" : "disabled";
            case "sm-running" -> runs() ? "active" : "not active";
            case "sm-priority" -> Integer.toString(priority);
            case "partition" -> shown();
            default -> throw new IllegalArgumentException(question);
        };
        return new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text + "\n"), Bytes.EMPTY);
    }

    private String shown() {
        StringBuilder text = new StringBuilder();
        partitions.forEach((of, part) -> {
            text.append(of + ":\n  PKey : " + part.pkey + "\n  ipoib: " + (part.ipoib ? "yes" : "no") + "\n");
            text.append(part.mtu.isEmpty() ? "" : "  mtu: " + part.mtu + "\n");
            text.append("\n  members:\n");
            part.members.forEach((who, type) -> text.append("    GUID='" + who + "' member='" + type + "'\n"));
        });
        return text.toString();
    }

    HostFacts facts() {
        var manager = new SwitchSmObserved(
                Fact.known(sm),
                Fact.known(node),
                Fact.known(runs()),
                licensed,
                Fact.known(priority),
                Fact.known("master"),
                Fact.known("OpenSM4.8.1"),
                sm && node && !runs() ? List.of("the subnet manager is enabled and does not run") : List.of());
        var observed = new MlnxosObserved(
                Fact.known(name),
                infiniband,
                manager,
                SwitchLists.partitions(answer(SwitchLists.PARTITIONS)),
                Fact.known(ports),
                Fact.known(new SwitchConfiguration(lines())),
                isSavedReadable
                        ? Fact.known(new SwitchConfiguration(saved))
                        : Fact.unreadable("the switch has not answered in time"));
        var system =
                new HostSystem(HostSystem.Kind.MLNXOS, "MLNX-OS 3.6.4006", Fact.known(new SystemVersion(3, 6, 4006)));
        HostFacts facts = HostFacts.ofSwitch(name, system, observed);
        return told.map(guid -> facts.withPorts(
                        List.of(new AdapterPort(new MadPort("port", 1), Optional.of(guid), false, true, false))))
                .orElse(facts);
    }
}
