package dev.ibplay.playbook;

import static dev.ibplay.playbook.PlaybookKeys.now;

import dev.ibplay.playbook.Shape.Keys;
import dev.ibplay.playbook.Shape.Named;
import java.util.List;

/** The key table of {@code state}: one entry for each kind of resource. */
final class StateKeys {
    static final Keys IPOIB = new Keys(
            "IPoIB interface",
            List.of(
                    now("mode", Values.word("mode", List.of("datagram", "connected")), "Transport mode."),
                    now(
                            "mtu",
                            Values.interfaceMtu(),
                            "MTU of IP packets in bytes: the group's MTU less 4 in datagram mode, up to 65520 connected;"
                                    + " group for all that the group carries."),
                    now(
                            "port",
                            Values.adapterPort(),
                            "The adapter port that the interface sits on, instead of its name."),
                    now("fabric", Values.text("fabric"), "A fabric of ibplay_fabrics, instead of the name."),
                    now("pkey", Values.pkey(), "The P_Key of the interface, instead of its name."),
                    now("parent", Values.interfaceName(), "The interface that a P_Key child belongs to."),
                    now(
                            "state",
                            Values.PRESENCE,
                            "Whether the P_Key child exists; present by default. absent needs parent and pkey, or a child's name."),
                    now("persist", Values.flag(), "Whether the network stack's file is changed too; yes by default.")));

    static final Keys MTU_ONLY =
            new Keys("ESXi network setting", List.of(now("mtu", Values.whole("mtu", 1280, 9000), "MTU in bytes.")));

    static final Keys STATE = new Keys(
            "state",
            List.of(
                    now(
                            "opensm",
                            OpensmKeys.OPENSM,
                            "The host's subnet manager; a list where several run on it, each with port or fabric."),
                    now("ipoib", new Named("interfaces", Values.interfaceName(), IPOIB), "IPoIB interfaces by name."),
                    now(
                            "driver",
                            new Named(
                                    "modules",
                                    Values.text("module"),
                                    new Named("options", Values.text("option"), Values.text("value"))),
                            "Options of kernel modules."),
                    now(
                            "vswitch",
                            new Named("vSwitches", Values.text("vSwitch"), MTU_ONLY),
                            "ESXi standard vSwitches."),
                    now(
                            "vmkernel",
                            new Named("VMkernel interfaces", Values.text("VMkernel interface"), MTU_ONLY),
                            "ESXi VMkernel interfaces.")));

    private StateKeys() {}
}
