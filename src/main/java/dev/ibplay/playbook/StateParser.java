package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.InterfaceSelector;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import dev.ibplay.source.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Turns a rendered {@code state} mapping into resources. Before rendering it finds the mistakes that templates don't hide. */
final class StateParser {
    private final StateContext context;
    private final Problems problems;

    private StateParser(StateContext context) {
        this.context = context;
        this.problems = context.problems();
    }

    /** Finds the mistakes that show before templates are rendered and hosts are known. */
    static void check(Node.Mapping state, Problems problems) {
        parse(state, StateContext.unknown(problems));
    }

    /** The resources of one host in the order written; what is wrong is reported and left out. */
    static List<Resource> parse(Node.Mapping state, StateContext context) {
        ShapeCheck.check(state, StateKeys.STATE, "state", context.problems());
        return new StateParser(context).resources(new Fields(state));
    }

    private List<Resource> resources(Fields state) {
        List<Resource> resources = new ArrayList<>();
        state.mapping().entry("opensm").ifPresent(e -> resources.addAll(OpensmStateParser.parse(e, context)));
        state.entries("ipoib").forEach(e -> fields(e).ifPresent(f -> resources.add(ipoib(e.key(), f))));
        state.entries("driver").forEach(e -> fields(e).ifPresent(f -> resources.add(driver(e.key(), f))));
        state.entries("vswitch")
                .forEach(e -> fields(e)
                        .ifPresent(f -> resources.add(new VirtualSwitch(
                                e.key().text(), f.whole("mtu"), e.key().span()))));
        state.entries("vmkernel")
                .forEach(e -> fields(e)
                        .ifPresent(f -> resources.add(new VmkernelInterface(
                                e.key().text(), f.whole("mtu"), e.key().span()))));
        return resources;
    }

    private static Optional<Fields> fields(Node.Entry entry) {
        return entry.value() instanceof Node.Mapping mapping ? Optional.of(new Fields(mapping)) : Optional.empty();
    }

    private IpoibInterface ipoib(Node.Scalar name, Fields fields) {
        checkAbsence(name, fields);
        return new IpoibInterface(
                name.text(),
                new InterfaceSelector(
                        PortChoice.ports(fields, context), fields.read("pkey", PKey::parse), fields.text("parent")),
                fields.read("mtu", Values::wantedMtu),
                fields.read(
                        "mode",
                        word -> Optional.of(word)
                                .filter(w -> w.equals("datagram") || w.equals("connected"))
                                .map(w -> IpoibMode.valueOf(w.toUpperCase(Locale.ROOT)))),
                fields.read("state", Values::presence),
                fields.flag("persist"),
                name.span());
    }

    /** What is to go has no other values, and must be known beyond doubt. */
    private void checkAbsence(Node.Scalar name, Fields fields) {
        Optional<Located<Presence>> absent =
                fields.read("state", Values::presence).filter(p -> p.value() == Presence.ABSENT);
        if (absent.isEmpty()) {
            return;
        }
        for (String key : List.of("mtu", "mode", "port", "fabric")) {
            fields.mapping()
                    .entry(key)
                    .ifPresent(e -> problems.error(
                            Code.VALUE_WRONG,
                            e.key().span(),
                            "\"%s\" says nothing of an interface that is to be absent".formatted(key),
                            "leave it out"));
        }
        boolean hasParent = fields.mapping().entry("parent").isPresent();
        boolean hasPkey = fields.mapping().entry("pkey").isPresent();
        boolean isChildByName = !hasParent
                && !hasPkey
                && (name.isTemplate() || IpoibInterface.childNamed(name.text()).isPresent());
        if (!(hasParent && hasPkey) && !isChildByName) {
            problems.error(
                    Code.KEY_MISSING,
                    absent.get().span(),
                    "which child is to be absent is not said: it takes both parent and pkey",
                    "write them, or name the child like ib0.8001; a port's own interface cannot be removed");
        }
    }

    private static DriverOptions driver(Node.Scalar module, Fields fields) {
        Map<String, Located<String>> options = new LinkedHashMap<>();
        fields.mapping()
                .entries()
                .forEach(e -> fields.text(e.key().text())
                        .ifPresent(v -> options.put(e.key().text(), v)));
        return new DriverOptions(module.text(), options, module.span());
    }
}
