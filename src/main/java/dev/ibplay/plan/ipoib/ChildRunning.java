package dev.ibplay.plan.ipoib;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.netstack.ChildLink;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.Step;
import dev.ibplay.plan.interfaces.InterfaceChange;
import dev.ibplay.plan.whole.GuardFindings;
import dev.ibplay.resource.IpoibInterface;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The operations that make and unmake a P_Key child in the running kernel (ipoib_vlan.c: ipoib_vlan_add, ipoib_vlan_delete). The
 * kernel makes every child a full member and names it accordingly. Known from the kernel's source and recorded attributes; never
 * run on an adapter.
 */
final class ChildRunning {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String NET = "/sys/class/net/";

    /** ARPHRD_INFINIBAND. */
    private static final String INFINIBAND = "32";

    private final String parent;
    private final PKey pkey;
    private final String name;
    private final List<Fingerprint> restsOn = new ArrayList<>();
    private final List<Operation> set = new ArrayList<>();
    private final List<Operation> undo = new ArrayList<>();
    private final List<Step.Awaited> answers = new ArrayList<>();

    private ChildRunning(String parent, PKey pkey, String name) {
        this.parent = parent;
        this.pkey = pkey.asFullMember();
        this.name = name;
    }

    /** Makes a child that does not exist: then its mode, then its MTU, then up, as the kernel wants it. */
    static InterfaceChange creation(int play, ChosenInterface chosen, IpoibFiles.Part files) {
        IpoibInterface.Child child = chosen.wanted().child().orElseThrow();
        var running = new ChildRunning(child.parent(), child.pkey(), chosen.name());
        Optional<IpoibMode> mode = chosen.wanted().mode().map(m -> m.value());
        Optional<Integer> mtu = chosen.mtu().map(m -> m.value());
        running.set.add(running.attribute("create_child"));
        running.comes("pkey", running.pkey.toString());
        running.answers.add(new Step.Awaited(
                running.name + " type", read(running.name, "type"), new Expectation.ValueIs(INFINIBAND)));
        // A kernel without connected mode has no such attribute, and makes datagram interfaces.
        boolean hasMode = chosen.facts()
                .ipoib(child.parent())
                .flatMap(p -> p.mode().ifKnown())
                .isPresent();
        mode.filter(m -> hasMode || m == IpoibMode.CONNECTED).ifPresent(m -> {
            running.set.add(running.mode(m));
            running.comes("mode", m.word());
        });
        mtu.ifPresent(bytes -> {
            running.set.add(new Operation.SetLinkMtu(running.name, bytes));
            running.comes("mtu", bytes.toString());
        });
        running.set.add(running.up());
        running.undo.add(running.attribute("delete_child"));
        String what = "create " + chosen.wanted().key()
                + (running.name.equals(chosen.wanted().name()) ? "" : " (" + running.name + ")")
                + " with P_Key " + running.pkey + " on " + running.parent
                + mode.map(m -> " mode " + m.word()).orElse("")
                + mtu.map(m -> " mtu " + m).orElse("");
        return running.change(play, chosen.facts(), what, false, files);
    }

    /**
     * Removes a child that exists, or only what files say of it.
     *
     * @param found empty where it does not exist
     */
    static InterfaceChange removal(
            int play,
            HostFacts host,
            String label,
            IpoibInterface.Child child,
            Optional<IpoibObserved> found,
            IpoibFiles.Part files) {
        String name = found.map(IpoibObserved::name).orElse(ChildLink.name(child.parent(), child.pkey()));
        var running = new ChildRunning(child.parent(), child.pkey(), name);
        found.ifPresent(now -> running.remove(host, now));
        String what = found.isEmpty()
                ? ""
                : "remove " + label + (name.equals(label.replaceFirst("^ipoib ", "")) ? "" : " (" + name + ")")
                        + " with P_Key " + running.pkey + " from " + running.parent;
        return running.change(play, host, what, true, files);
    }

    private void remove(HostFacts host, IpoibObserved now) {
        String proof = now.isBare() ? "mtu" : "pkey";
        String is = now.isBare()
                ? now.mtu().ifKnown().map(Object::toString).orElse("unreadable")
                : now.pkey().ifKnown().map(PKey::toString).orElse("unreadable");
        restsOn.add(new Fingerprint(name + " " + proof, read(name, proof), List.of(is), Reading.ABSENT));
        answers.add(new Step.Awaited(name + " type", read(name, "type"), new Expectation.Absent()));
        if (now.isBare()) {
            // delete_child knows no children that were made by netlink.
            set.add(RunCommand.of(LIMIT, "ip", "link", "delete", "dev", name));
            List<String> again = new ArrayList<>(List.of(
                    "ip", "link", "add", "link", parent, "name", name, "type", "ipoib", "pkey", pkey.toString()));
            now.mode().ifKnown().ifPresent(m -> again.addAll(List.of("mode", m.word())));
            undo.add(RunCommand.of(LIMIT, again.toArray(String[]::new)));
        } else {
            set.add(attribute("delete_child"));
            undo.add(attribute("create_child"));
            String made = ChildLink.name(parent, pkey);
            if (!made.equals(name)) {
                undo.add(RunCommand.of(LIMIT, "ip", "link", "set", "dev", made, "name", name));
            }
            now.mode().ifKnown().ifPresent(m -> undo.add(mode(m)));
        }
        now.mtu().ifKnown().ifPresent(mtu -> undo.add(new Operation.SetLinkMtu(name, mtu)));
        boolean wasUp = now.carrier()
                || host.network()
                        .links()
                        .link(name)
                        .map(IpoibLink::operstate)
                        .filter(state -> !state.equals("down"))
                        .isPresent();
        if (wasUp) {
            undo.add(up());
        }
    }

    private InterfaceChange change(int play, HostFacts host, String what, boolean shrinks, IpoibFiles.Part files) {
        return new InterfaceChange(
                play,
                host.host(),
                GuardFindings.removal(host),
                what,
                1,
                shrinks,
                restsOn,
                set,
                undo,
                answers,
                files.changes(),
                files.afterwards());
    }

    /** A value that is not there now, and must be afterwards. */
    private void comes(String attribute, String value) {
        ReadFile read = read(name, attribute);
        restsOn.add(new Fingerprint(name + " " + attribute, read, List.of(Reading.ABSENT), value));
        answers.add(new Step.Awaited(name + " " + attribute, read, new Expectation.ValueIs(value)));
    }

    private static ReadFile read(String name, String attribute) {
        return ReadFile.of(NET + name + "/" + attribute);
    }

    private Operation attribute(String file) {
        return new Operation.WriteAttribute(NET + parent + "/" + file, Bytes.ofUtf8(pkey + "\n"));
    }

    private Operation mode(IpoibMode mode) {
        return new Operation.WriteAttribute(NET + name + "/mode", Bytes.ofUtf8(mode.word() + "\n"));
    }

    private Operation up() {
        return RunCommand.of(LIMIT, "ip", "link", "set", "dev", name, "up");
    }
}
