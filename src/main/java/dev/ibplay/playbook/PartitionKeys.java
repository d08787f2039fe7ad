package dev.ibplay.playbook;

import static dev.ibplay.playbook.PlaybookKeys.now;
import static dev.ibplay.playbook.PlaybookKeys.required;

import dev.ibplay.playbook.Shape.Keys;
import dev.ibplay.playbook.Shape.Keyword;
import dev.ibplay.playbook.Shape.ListOf;
import dev.ibplay.playbook.Shape.Named;
import dev.ibplay.playbook.Shape.Value;
import java.util.List;
import java.util.stream.Stream;

/** The key table of a partition. */
final class PartitionKeys {
    static final List<String> MEMBERSHIPS = List.of("full", "limited", "both");

    /** What may be said of a partition that is to be absent. */
    static final List<String> OF_ABSENT = List.of("pkey", "name", "state");

    private static final Value MEMBERSHIP = Values.word("membership", MEMBERSHIPS);

    private static final List<Keyword> GROUP_PARAMETERS = List.of(
            now("mtu", Values.fabricMtu(), "MTU of the group in bytes."),
            now("rate", PartitionValues.RATE, "Rate of the group in Gb/s."),
            now("sl", Values.whole("sl", 0, 15), "Service level."),
            now("scope", Values.whole("scope", 1, 15), "Scope of multicast groups; 2 is the subnet."),
            now("qkey", PartitionValues.QKEY, "Q_Key of the group."),
            now("tclass", Values.whole("tclass", 0, 255), "Traffic class of the group."),
            now("flow_label", Values.whole("flow_label", 0, 0xfffff), "Flow label of the group."));

    static final Keys GROUP = new Keys(
            "group",
            Stream.concat(
                            Stream.of(required(
                                    "mgid", PartitionValues.MGID, "The group's address, as IPv6 multicast address.")),
                            GROUP_PARAMETERS.stream())
                    .toList());

    static final Keys PARTITION = new Keys(
            "partition",
            Stream.of(
                            Stream.of(
                                    required("pkey", Values.pkey(), "P_Key; the low 15 bits identify the partition."),
                                    now("name", PartitionValues.NAME, "Label in partitions.conf."),
                                    now(
                                            "state",
                                            Values.PRESENCE,
                                            "Whether partitions.conf defines it; present by default."),
                                    now("ipoib", Values.flag(), "Whether OpenSM makes the IPoIB broadcast group.")),
                            GROUP_PARAMETERS.stream(),
                            membership(),
                            Stream.of(
                                    now("groups", new ListOf(GROUP), "All further multicast groups of the partition."),
                                    now(
                                            "accept_lockout",
                                            new ListOf(MemberNames.PORTS),
                                            "Port GUIDs, or hosts like those of members, that the group may lock out:"
                                                    + " a warning instead of a refusal.")))
                    .flatMap(keys -> keys)
                    .toList());

    private PartitionKeys() {}

    private static Stream<Keyword> membership() {
        return Stream.of(
                now("default_membership", MEMBERSHIP, "Membership of members that do not say."),
                now("both", Values.flag(), "Whether every member gets the full and the limited P_Key."),
                now("indx0", Values.flag(), "Whether members have the P_Key at index 0 of their tables."),
                now(
                        "members",
                        new Named("members", MemberNames.MEMBER, MEMBERSHIP),
                        "The whole membership: ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS, SELF, port GUIDs, and hosts,"
                                + " groups and patterns of the inventory, also with a port behind them:"
                                + " storage, oss[01:08], web*:!web3, node1/mlx5_0/1."),
                now(
                        "members_add",
                        new Named("members", MemberNames.MEMBER, MEMBERSHIP),
                        "Members that are to be there, whatever others are."),
                now(
                        "members_remove",
                        new ListOf(MemberNames.MEMBER),
                        "Members that are not to be there, whatever others are."));
    }
}
