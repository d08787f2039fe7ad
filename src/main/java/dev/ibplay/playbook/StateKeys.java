package dev.ibplay.playbook;

import static dev.ibplay.playbook.PlaybookKeys.foreign;
import static dev.ibplay.playbook.PlaybookKeys.notYet;
import static dev.ibplay.playbook.PlaybookKeys.now;
import static dev.ibplay.playbook.PlaybookKeys.required;

import dev.ibplay.playbook.Shape.Keys;
import dev.ibplay.playbook.Shape.ListOf;
import dev.ibplay.playbook.Shape.Named;
import dev.ibplay.resource.SubnetManager;
import java.util.List;

/** The key table of {@code state}: one entry for each kind of resource. */
final class StateKeys {
    static final List<String> MEMBERSHIPS = List.of("full", "limited", "both");

    static final Keys PARTITION = new Keys(
            "partition",
            List.of(
                    required("pkey", Values.pkey(), "P_Key; the low 15 bits identify the partition."),
                    now("name", MemberNames.PARTITION_NAME, "Label in partitions.conf."),
                    now("ipoib", Values.flag(), "Whether OpenSM makes the IPoIB broadcast group."),
                    now("mtu", Values.fabricMtu(), "MTU of the IPoIB group in bytes."),
                    now("rate", MemberNames.RATE, "Rate of the IPoIB group in Gb/s."),
                    now("sl", Values.whole("sl", 0, 15), "Service level."),
                    now(
                            "default_membership",
                            Values.word("membership", MEMBERSHIPS),
                            "Membership of members that do not say."),
                    now(
                            "members",
                            new Named("members", MemberNames.MEMBER, Values.word("membership", MEMBERSHIPS)),
                            "The whole membership: ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS, SELF and port GUIDs."),
                    notYet("members_add", "Entries to add."),
                    notYet("members_remove", "Entries to remove."),
                    notYet("scope", "Scope of the multicast groups."),
                    notYet("qkey", "Q_Key of the groups."),
                    notYet("tclass", "Traffic class of the groups."),
                    notYet("flow_label", "Flow label of the groups."),
                    notYet("indx0", "P_Key at index 0 of the tables."),
                    notYet("both", "Both memberships for every member."),
                    notYet("groups", "Further multicast groups."),
                    notYet("state", "Whether the partition exists."),
                    notYet("accept_lockout", "Ports that may be locked out of the group.")));

    static final Keys OPENSM = new Keys(
            "opensm",
            List.of(
                    now(
                            "priority",
                            Values.whole("priority", 0, SubnetManager.MAX_PRIORITY),
                            "SM priority; the highest wins."),
                    now("partitions", new ListOf(PARTITION), "Partitions of partitions.conf; others are left alone."),
                    notYet("port", "The port of one of several instances."),
                    notYet("fabric", "The fabric of one of several instances."),
                    notYet("enabled", "Whether OpenSM runs, now and after a reboot."),
                    notYet("partitions_exclusive", "Whether partitions not named here are removed."),
                    notYet("options", "Any option of opensm.conf."),
                    foreign("sm_priority", "the key is called \"priority\" here", "write priority")));

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
                            Values.word("state", List.of("present", "absent")),
                            "Whether the P_Key child exists; present by default. absent needs parent and pkey, or a child's name."),
                    now("persist", Values.flag(), "Whether the network stack's file is changed too; yes by default.")));

    static final Keys MTU_ONLY =
            new Keys("ESXi network setting", List.of(now("mtu", Values.whole("mtu", 1280, 9000), "MTU in bytes.")));

    static final Keys STATE = new Keys(
            "state",
            List.of(
                    now("opensm", OPENSM, "The host's subnet manager."),
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
