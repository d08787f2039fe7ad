package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.tools.Recorded;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IpAddressTextTest {
    private static final Map<String, List<InterfaceAddress>> BOTH = Map.of(
            "ib0", List.of(new InterfaceAddress("192.0.2.20", 24), new InterfaceAddress("fe80::211:7500:a1:11", 64)));

    @Test
    void manyLines() {
        assertThat(IpAddressText.parse("""
                        4: ib0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 2044 qdisc mq state UP group default qlen 256
                            link/infiniband 80:00:02:08:fe:80:00:00:00:00:00:00:00:11:75:00:00:a1:00:11 brd 00:ff:ff:ff:ff:12
                            inet 192.0.2.20/24 brd 192.0.2.255 scope global ib0:1
                               valid_lft forever preferred_lft forever
                            inet6 fe80::211:7500:a1:11/64 scope link
                               valid_lft forever preferred_lft forever
                        """.lines().toList())).isEqualTo(BOTH);
    }

    /** iproute2 of RHEL 6 and busybox print the link's line with -o, too. */
    @Test
    void oneLineEach() {
        assertThat(IpAddressText.parse("""
                        4: ib0: <BROADCAST,MULTICAST,UP> mtu 2044 qdisc pfifo_fast state UP qlen 256\\    link/infiniband 80:00 brd 00:ff
                        4: ib0    inet 192.0.2.20/24 brd 192.0.2.255 scope global ib0
                        4: ib0    inet6 fe80::211:7500:a1:11/64 scope link \\       valid_lft forever preferred_lft forever
                        """.lines().toList())).isEqualTo(BOTH);
    }

    @Test
    void aChildAndOddLines() {
        assertThat(IpAddressText.parse("""
                            inet 192.0.2.1/24 scope global nobody
                        7: ib0.8001@ib0    inet 192.0.2.2 peer 192.0.2.3/31 scope global ib0.8001
                        7: ib0.8001    inet many/24
                        """.lines().toList()))
                .isEqualTo(Map.of("ib0.8001", List.of(new InterfaceAddress("192.0.2.2", 31))));
    }

    /** Hardware addresses look much like IPv6. */
    @ParameterizedTest
    @MethodSource("recorded")
    void noAddressIsMadeOfALink(Recorded recorded) {
        assertThat(IpAddressText.parse(recorded.text().lines().toList())).isEmpty();
    }

    static List<Recorded> recorded() {
        return Recorded.ofKind("ip-link").toList();
    }
}
