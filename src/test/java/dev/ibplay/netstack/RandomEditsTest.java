package dev.ibplay.netstack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RandomEditsTest {
    private static final int FILES = 1500;
    /** Always the same files, so that a build says the same twice; {@code -Dseed=} explores others. */
    private final long seed = Long.getLong("seed", 4092);

    /** A stack's files: a beginning, lines to draw from, and lines that an edit may change. */
    enum Stack {
        KEYFILE(
                "[connection]\ntype=infiniband\ninterface-name=ib0\n",
                "(mtu|transport-mode)\\s*=.*",
                "[infiniband]",
                "[ipv4]",
                "mtu=2044",
                "mtu = 4092 ",
                "transport-mode=connected",
                "# mtu=1",
                "",
                "method=auto",
                "password=x=y",
                "mac-address=00:11:22",
                "  # note",
                "mtu=") {
            @Override
            Optional<InterfaceFile> open(String text) {
                return of(Keyfile.parse("/etc/NetworkManager/system-connections/a", text));
            }
        },
        NETWORKD(
                "[Match]\nName=ib0\n",
                "\\s*(MTUBytes|Mode)\\s*=.*",
                "[Link]",
                "[IPoIB]",
                "[Network]",
                "MTUBytes=2K",
                "MTUBytes = 4092",
                "Mode=datagram",
                "MTUBytes=",
                "; x",
                "# x \\",
                "DHCP=yes",
                "",
                "Description=a \\",
                "stray",
                " Mode=connected ") {
            @Override
            Optional<InterfaceFile> open(String text) {
                return of(NetworkdFile.parse("/etc/systemd/network/a.network", text));
            }
        },
        IFCFG(
                "TYPE=InfiniBand\n",
                ".*(MTU|CONNECTED_MODE)=.*",
                "MTU=2044",
                "MTU='4092' # x",
                "export MTU=65520",
                "CONNECTED_MODE=yes",
                "CONNECTED_MODE=\"no\"",
                "# MTU=1",
                "",
                "NAME=\"a b\"",
                "DEVICE=ib0",
                " A=1 MTU=1 ",
                "A='x\nMTU=1'",
                "B=c; MTU=2",
                "MTU=") {
            @Override
            Optional<InterfaceFile> open(String text) {
                return of(IfcfgFile.parse("/etc/sysconfig/network-scripts/ifcfg-ib0", text));
            }
        },
        WICKED(
                "",
                "(MTU|IPOIB_MODE)=.*",
                "MTU=2044",
                "MTU=''",
                "IPOIB_MODE='connected'",
                "IPOIB_MODE=datagram",
                "STARTMODE=auto",
                "# x",
                "",
                "IPADDR=10.0.0.1/24") {
            @Override
            Optional<InterfaceFile> open(String text) {
                return of(IfcfgFile.parse("/etc/sysconfig/network/ifcfg-ib0", text));
            }
        },
        NETPLAN(
                "network:\n  ethernets:\n    ib0:\n      dhcp4: true\n",
                ".*(mtu|infiniband-mode).*",
                "      mtu: 2044",
                "      mtu: '4092' # x",
                "      infiniband-mode: connected",
                "      # mtu: 1",
                "",
                "      optional: true",
                "      nameservers: {addresses: [10.0.0.1]}",
                "      addresses:\n      - 10.0.0.2/24",
                "    ib1:\n      mtu: 9000",
                "    eth0: {mtu: 1500}",
                "      accept-ra: \"no\"") {
            @Override
            Optional<InterfaceFile> open(String text) {
                return NetplanFile.parse("/etc/netplan/a.yaml", text) instanceof Parsed.Document<NetplanFile> d
                        ? d.document().settings("ib0")
                        : Optional.empty();
            }
        },
        IFUPDOWN(
                "iface ib0 inet static\n",
                ".*(mtu|mode).*",
                "  mtu 2044",
                "  address 10.0.0.1/24",
                "  pre-up echo connected > /sys/class/net/ib0/mode",
                "  post-up echo datagram > /sys/class/net/$IFACE/mode",
                "  up ip link set $IFACE mtu 4092",
                "# mtu 1",
                "",
                "iface ib0 inet6 auto",
                "iface eth0 inet dhcp",
                "auto ib0",
                "  dns-search a \\\n b",
                "  pre-up modprobe ib_ipoib") {
            @Override
            Optional<InterfaceFile> open(String text) {
                var files = new InterfacesFiles(List.of(new ConfigFile(InterfacesFiles.MAIN, text)));
                return files.find(NetworkLink.named("ib0")) instanceof Placement.InFile in
                        ? Optional.of(in.file())
                        : Optional.empty();
            }
        };

        private final String head;
        private final String changeable;

        @SuppressWarnings("ImmutableEnumChecker")
        private final List<String> lines;

        Stack(String head, String changeable, String... lines) {
            this.head = head;
            this.changeable = changeable;
            this.lines = List.of(lines);
        }

        abstract Optional<InterfaceFile> open(String text);

        private static Optional<InterfaceFile> of(Parsed<? extends InterfaceFile> parsed) {
            return parsed instanceof Parsed.Document<? extends InterfaceFile> d
                    ? Optional.of(d.document())
                    : Optional.empty();
        }

        String file(Random random) {
            String body = random.ints(random.nextInt(9), 0, lines.size())
                    .mapToObj(lines::get)
                    .collect(Collectors.joining("\n"));
            String text = head + body + (random.nextBoolean() ? "\n" : "");
            return random.nextInt(4) == 0 && this != IFUPDOWN ? text.replace("\n", "\r\n") : text;
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyOtherLineIsUntouched(Stack stack) {
        int done = 0;
        for (int i = 0; i < FILES; i++) {
            var random = new Random(seed + i);
            String before = stack.file(random);
            Optional<Integer> mtu =
                    random.nextInt(4) == 0 ? Optional.empty() : Optional.of(1000 + random.nextInt(9000));
            Optional<IpoibMode> mode = random.nextInt(4) == 0
                    ? Optional.empty()
                    : Optional.of(random.nextBoolean() ? IpoibMode.DATAGRAM : IpoibMode.CONNECTED);
            Optional<InterfaceFile> file = stack.open(before);
            if (file.isEmpty() || !(file.get().with(mtu, mode) instanceof Rewrite.Done edit)) {
                continue;
            }
            done++;
            check(
                    stack,
                    before,
                    edit.text(),
                    mtu,
                    mode,
                    "seed %d%n%s%n-->%n%s".formatted(seed + i, before, edit.text()));
        }
        assertThat(done).as("edits that were possible").isGreaterThan(FILES / 4);
    }

    private static void check(
            Stack stack, String before, String after, Optional<Integer> mtu, Optional<IpoibMode> mode, String as) {
        InterfaceFile old = stack.open(before).orElseThrow();
        InterfaceFile again = stack.open(after).orElseThrow();
        assertThat(again.mtu()).as(as).isEqualTo(mtu.or(old::mtu));
        assertThat(again.mode()).as(as).isEqualTo(mode.or(old::mode));
        assertThat(again.with(mtu, mode)).as(as).isEqualTo(new Rewrite.Done(after));
        assertThat(unlike(before, after)).as(as).allMatch(line -> line.matches("(?s)" + stack.changeable));
        assertThat(after.replace("\r\n", "").contains("\n"))
                .as(as)
                .isEqualTo(!before.contains("\r\n") && after.contains("\n"));
        assertThat(after.endsWith("\n"))
                .as(as)
                .isEqualTo(before.endsWith("\n") || (before.isEmpty() && !after.isEmpty()));
    }

    @ParameterizedTest
    @EnumSource
    void noTextIsTooStrange(Stack stack) {
        String alphabet = "[]=:#;\n\n\n \\\"'$mtuMTU{}&*-|>\r\t\0\u00e9\u2028iface";
        for (int i = 0; i < FILES; i++) {
            var random = new Random(seed + i);
            String noise = random.ints(random.nextInt(60), 0, alphabet.length())
                    .mapToObj(c -> alphabet.substring(c, c + 1))
                    .collect(Collectors.joining());
            String text = random.nextBoolean() ? noise : stack.file(random) + noise;
            Optional<InterfaceFile> file = stack.open(text);
            if (file.isPresent() && file.get().with(Optional.of(4092), Optional.empty()) instanceof Rewrite.Done done) {
                assertThat(stack.open(done.text()).flatMap(InterfaceFile::mtu))
                        .as("seed %d", seed + i)
                        .contains(4092);
            }
            ModprobeConf.parse(text).with("a", "b", "1");
        }
    }

    /** The lines of the first text that are not in the second, in the order of both (a longest common subsequence). */
    static List<String> unlike(String before, String after) {
        List<String> a = before.lines().toList();
        List<String> b = after.lines().toList();
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        var gone = new ArrayList<String>();
        int j = 0;
        for (int i = 0; i < a.size(); i++) {
            while (j < b.size() && !a.get(i).equals(b.get(j)) && common[i][j + 1] == common[i][j]) {
                j++;
            }
            if (j < b.size() && a.get(i).equals(b.get(j))) {
                j++;
            } else {
                gone.add(a.get(i));
            }
        }
        return gone;
    }
}
