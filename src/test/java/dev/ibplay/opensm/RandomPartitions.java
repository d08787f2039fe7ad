package dev.ibplay.opensm;

import java.util.List;
import java.util.Random;

/** Makes partitions.conf files: right ones, nearly right ones, and with {@code nasty} some that nobody should write. */
final class RandomPartitions {
    private static final List<String> NAMES = List.of("Default", "stor", "A", "b_2", "", "node x", "0x2", "7");
    private static final List<String> PKEYS = List.of(
            "0x7fff",
            "0x8005",
            "5",
            "3",
            "0x18003",
            "0",
            "0xffff",
            "2",
            "010",
            "0xZZ",
            "",
            "-1",
            "99999999999999999999");
    private static final List<String> FLAGS = List.of(
            "ipoib",
            "ipoib",
            "ipoib",
            "mtu=5",
            "mtu=4",
            "mtu=1",
            "rate=3",
            "rate=12",
            "sl=2",
            "scope=5",
            "Q_Key=0x123",
            "defmember=full",
            "defmember=limited",
            "indx0",
            "TClass=7",
            "FlowLabel=0x12345",
            "defmember=both");
    private static final List<String> GROUP_FLAGS = List.of(
            "mtu=5",
            "mtu=4",
            "mtu=2",
            "rate=3",
            "rate=7",
            "rate=19",
            "sl=1",
            "sl=15",
            "scope=2",
            "scope=5",
            "scope=8",
            "Q_Key=0x123",
            "Q_Key=0xffffffff",
            "TClass=7",
            "TClass=255",
            "FlowLabel=0x12345",
            "FlowLabel=0xfffff");
    private static final List<String> ODD_FLAGS = List.of(
            "ipo",
            "m=5",
            "r=7",
            "s=3",
            "MTU=5",
            "mtu=4k",
            "mtu=4096",
            "mtu=64",
            "mtu=260",
            "mtu",
            "mtu=",
            "rate=99",
            "rate=1",
            "rate=22",
            "rate=23",
            "sl=16",
            "sl=2x",
            "sl",
            "scope=16",
            "defmember=member",
            "defmember=",
            "foo=1",
            "",
            "=5",
            "Q_Key=abc",
            "Q_Key=0",
            "Q_Key=0x1ffffffff",
            "Q",
            "TClass=300",
            "T=9",
            "TClass",
            "FlowLabel=0x100000",
            "FlowLabel=7x",
            "F=3",
            "indx",
            "indx0=no",
            "ipoib=no",
            "defmember=b",
            "scope=0",
            "mtu=0",
            "mtu=0x44",
            "rate=0",
            "rate=0x43",
            "d=f",
            "Default");
    private static final List<String> PORTS = List.of(
            "ALL=full",
            "ALL",
            "SELF=full",
            "0x100001=full",
            "0x100003=limited",
            "0x100005",
            "0x100007=both",
            "ALL=both",
            "SELF=limited",
            "ALL_CAS=full",
            "ALL_SWITCHES=limited",
            "ALL_ROUTERS=full",
            "NONE",
            "0xdeadbeef=full");
    private static final List<String> ODD_PORTS = List.of(
            "A=f",
            "1048583=full",
            "100001=full",
            "ALL=foo",
            "ALL=",
            "ALL=FULL",
            "S",
            "N",
            "",
            "",
            "ALL_",
            "04000003=full",
            "all",
            "0x0=full",
            "node1",
            "0x100001 0x100003",
            "=full",
            "ALL_VCAS",
            "mgid");
    private static final List<String> MGIDS = List.of(
            "ff12:401b::707",
            "ff12:601b::16",
            "ff12::1",
            "ff15::2",
            "fe80::1",
            "ff12:401b:3::9",
            "ff12:401b:8003::9",
            "ff12:a01b::1",
            "ff32::1",
            "ff12:401b:ffff::ffff:ffff",
            "ff12::1.2.3.4",
            "ff1e::77",
            "FF12:601B:8005::1:2",
            "ff15:401b::99",
            "zz");

    private final Random random;
    private final boolean nasty;

    RandomPartitions(long seed, boolean nasty) {
        this.random = new Random(seed);
        this.nasty = nasty;
    }

    String file() {
        var text = new StringBuilder();
        int statements = 1 + random.nextInt(4);
        for (int i = 0; i < statements; i++) {
            if (chance(4)) {
                text.append("# ")
                        .append(pick(List.of("comment", "ALL=full;", "a, mtu=1, b", "x : y;")))
                        .append('\n');
            }
            statement(text);
            text.append(i + 1 == statements && chance(5) ? "" : end());
        }
        return text.toString();
    }

    private String end() {
        if (nasty && chance(12)) {
            return pick(List.of("", "\n", "\n;\n", ";\r\n", " ; ;\n"));
        }
        return pick(List.of(";\n", " ;\n", "; # done\n", "; ", ";\n\n"));
    }

    private void statement(StringBuilder text) {
        String name = pick(NAMES);
        String pkey = pick(nasty && chance(6) ? PKEYS : PKEYS.subList(0, 9));
        text.append(name).append(chance(6) ? "" : pick(List.of("=", " = ")) + pkey);
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(pick(List.of(",", ", ", " , "))).append(pick(nasty && chance(3) ? ODD_FLAGS : FLAGS));
        }
        text.append(nasty && chance(25) ? "\n" : "")
                .append(nasty && chance(30) ? "::" : pick(List.of(":", " : ", ":\n  ", ": # c\n")));
        int items = random.nextInt(5);
        for (int i = 0; i < items; i++) {
            if (chance(5)) {
                group(text);
            } else {
                text.append(pick(nasty && chance(4) ? ODD_PORTS : PORTS));
                text.append(i + 1 == items ? "" : pick(List.of(",", ", ", ",\n    ", ", # x\n", "\n ")));
            }
        }
    }

    private void group(StringBuilder text) {
        text.append(nasty && chance(3) ? "" : "\n  ").append("mgid=").append(pick(MGIDS));
        int flags = nasty ? random.nextInt(4) : 1 + random.nextInt(3);
        for (int i = 0; i < flags; i++) {
            text.append(',').append(pick(nasty && chance(3) ? ODD_FLAGS : chance(5) ? FLAGS : GROUP_FLAGS));
        }
        text.append(nasty && chance(6) ? " # note, rate=6\n" : pick(List.of("\n", "\n  ", nasty ? "" : "\n")));
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
