package dev.ibplay.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Span;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.resource.PartitionMember.HostPorts;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of partitions that are hosts of the inventory. */
class PartitionMembersTest {
    private final SiteFiles site = new SiteFiles("""
            all:
              hosts: {sm1: {}, SELF: {}}
              children:
                oss:
                  hosts: {"oss[01:04]": {}}
                web:
                  hosts: {web1: {}, web2: {}, web3: {}}
                storage: {children: {oss: {}}}
                empty: {}
            """);

    private List<String> members(String names) {
        return site.partition("members: {" + names + "}").membership().all().orElseThrow().value().stream()
                .map(m ->
                        m.who() + m.membership().map(word -> "=" + word.word()).orElse(""))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "web1; web1",
                "web; web1 web2 web3",
                "storage; oss01 oss02 oss03 oss04",
                "'web*:!web3'; web1 web2",
                "'web1,web2'; web1 web2",
                "'oss[01:03]'; oss01 oss02 oss03",
                "'oss[01:03]:!oss02'; oss01 oss03",
                "'storage:!oss[02:04]'; oss01",
                "'web[1]'; web2",
                "web1/mlx5_0/1; web1/mlx5_0/1",
                "'web*:!web3/mlx5_1/2'; web1/mlx5_1/2 web2/mlx5_1/2",
                "'oss[03:04]/mlx5_0/1'; oss03/mlx5_0/1 oss04/mlx5_0/1",
                "'~web[12]'; web1 web2",
            })
    void hostsGroupsAndPatterns(String name, String hosts) {
        assertThat(String.join(" ", members("\"" + name + "\": full")))
                .isEqualTo(hosts.replaceAll("(\\S+)", "$1=full"));
        assertThat(site.messages()).isEmpty();
    }

    @Test
    void keywordsAndGuidsAreReadBeforeHosts() {
        assertThat(members("SELF: full, 0x0002c90300fb3481: limited"))
                .containsExactly("SELF=full", "0x0002c90300fb3481=limited");
        assertThat(site.messages())
                .containsExactly("warning: \"SELF\" is OpenSM's word here, not the host of that name");
        assertThat(members("~^SELF$: full")).containsExactly("SELF=full");
    }

    @Test
    void allIsAGroupOfTheInventory() {
        assertThat(members("all: full")).hasSize(9);
        assertThat(site.messages())
                .containsExactly("warning: \"all\" means the hosts of the inventory, not every port of the fabric");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "wep1; no host or group is called \"wep1\"; did you mean \"web1\"?",
                "ALL_CAs; no host or group is called \"ALL_CAs\"; did you mean ALL_CAS?",
                "self; no host or group is called \"self\"; did you mean SELF?",
                "'x*'; \"x*\" matches no host and no group; ''",
                "empty; no host is meant by \"empty\"; ibplay inventory --graph shows the hosts of each group",
                "'web1:!web'; no host is meant by \"web1:!web\"; ibplay inventory --graph shows the hosts of each group",
                "'oss[03:06]'; \"oss[03:06]\" names oss05 (and 1 more), which is no host; write only hosts of the inventory",
                "wep/mlx5_0/1; no host or group is called \"wep\"; did you mean \"web\"?",
            })
    void whatNobodyIsCalled(String name, String message, String hint) {
        members("\"" + name + "\": full");
        assertThat(site.messages()).containsExactly("error: " + message);
        assertThat(site.hints()).containsExactly(hint);
    }

    @Test
    void aRangeThatCouldAlsoCountHostsOfAGroup() {
        var counted =
                new SiteFiles("all: {hosts: {sm1: {}}, children: {oss: {hosts: {oss0: {}, oss1: {}, oss2: {}}}}}");
        assertThat(counted.partition("members: {\"oss[1:2]\": full}")
                        .membership()
                        .named())
                .extracting(Object::toString)
                .containsExactly("oss1", "oss2");
        assertThat(counted.messages())
                .containsExactly(
                        "warning: \"oss[1:2]\" means the hosts oss1 to oss2 here, not hosts of the group oss by number");
    }

    @Test
    void oneMemberHasOneMembership() {
        assertThat(members("web: full, web1: full")).hasSize(3);
        assertThat(site.messages()).isEmpty();
        members("web: full, web1: limited");
        members("web2: full, web2/mlx5_0/1: limited");
        assertThat(site.messages())
                .containsExactly(
                        "error: web1 is named twice with different memberships",
                        "error: web2/mlx5_0/1 is named twice with different memberships");
        assertThat(members("web2/mlx5_1/1: full, web2/mlx5_0/1: limited")).hasSize(2);
        assertThat(site.messages()).hasSize(2);
    }

    @Test
    void membersThatAreAddedAndRemoved() {
        var membership = site.partition("members_add: {web: full, SELF: full}, members_remove: [oss01, 0x5]")
                .membership();
        assertThat(membership.added())
                .extracting(m -> m.value().who().toString())
                .containsExactly("web1", "web2", "web3", "SELF");
        assertThat(membership.removed())
                .extracting(gone -> gone.value().toString())
                .containsExactly("oss01", "0x0000000000000005");
        site.partition("members_add: {web: full}, members_remove: [web2/mlx5_0/1]");
        assertThat(site.messages())
                .contains("error: web2/mlx5_0/1 is to be added and removed")
                .hasSize(2);
    }

    @Test
    void portsThatMayBeLockedOut() {
        assertThat(site.partition("accept_lockout: [web1, \"oss[01:02]/mlx5_0/1\", 0x0002c90300fb3481, web1]")
                        .acceptLockout())
                .extracting(Object::toString)
                .containsExactly("web1", "oss01/mlx5_0/1", "oss02/mlx5_0/1", "0x0002c90300fb3481");
        assertThat(site.messages()).isEmpty();
    }

    private static String read(DesiredState state) {
        return state.hosts().stream()
                .map(host -> host.host() + (host.changeable() ? "" : "!"))
                .collect(Collectors.joining(" "));
    }

    @Test
    void hostsThatPartitionsNameAreReadWhateverIsChosen() {
        String playbook = """
                - hosts: web1
                  state: {ipoib: {ib0: {mtu: 2044}}}
                - hosts: web2
                  remote_user: admin
                  tags: [other]
                  state: {ipoib: {ib0: {mtu: 2044}}}
                - hosts: sm1
                  state: {opensm: {partitions: [{pkey: 5, members_add: {web: full}, accept_lockout: [oss01]}]}}
                """;
        assertThat(read(site.resolve(playbook, Selection.ALL))).isEqualTo("web1 web2 sm1 web3! oss01!");
        var limit = HostPattern.parse("web1", Span.startOf("--limit"), site.problems);
        DesiredState limited = site.resolve(playbook, new Selection(Optional.of(limit), Set.of(), Set.of("other")));
        assertThat(read(limited)).isEqualTo("web1 sm1! web2! web3! oss01!");
        assertThat(limited.hosts().getLast().isOnlyRead()).isTrue();
        assertThat(limited.scopes()).containsOnlyKeys("web1", "web2", "web3", "sm1", "oss01");
        assertThat(limited.plays().get(1).hosts()).isEmpty();
        assertThat(limited.plays().get(1).named()).containsExactly("web2");
        assertThat(site.messages()).isEmpty();
    }

    private List<String> known(String guids, String member) {
        var inventory = new SiteFiles("all: {hosts: {sm1: {}, n1: {ibplay_port_guids: " + guids + "}}}\n");
        List<String> known = inventory
                .partition("members: {" + member + ": full}")
                .membership()
                .named()
                .map(HostPorts.class::cast)
                .flatMap(ports -> ports.known().stream())
                .map(Object::toString)
                .toList();
        inventory.problems.sorted().forEach(site.problems::add);
        return known;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0x0002c90300fb3481; n1; 0x0002c90300fb3481",
                "0002c90300fb3481; n1; 0x0002c90300fb3481",
                "'\"0x1,0x2 , 0x1\"'; n1; 0x0000000000000001 0x0000000000000002",
                "[0x1, \"0002:c903:00fb:3481\"]; n1; 0x0000000000000001 0x0002c90300fb3481",
                "{mlx5_0/1: 0x1, mlx5_1/1: 0x2}; n1; 0x0000000000000001 0x0000000000000002",
                "{mlx5_0/1: 0x1, mlx5_1/1: 0x2}; n1/mlx5_1/1; 0x0000000000000002",
                "{mlx5_0/1: 0x1}; n1/mlx5_1/1; ''",
                "[0x1]; n1/mlx5_1/1; 0x0000000000000001",
                "[0x1, 0x2]; n1/mlx5_1/1; ''",
                "null; n1; ''",
                "[]; n1; ''",
            })
    void guidsOfTheInventory(String guids, String member, String expected) {
        assertThat(String.join(" ", known(guids, member))).isEqualTo(expected);
        assertThat(site.messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "[0x1, n2]", "\"0x1,\"", "{mlx5_0: 0x1}", "{mlx5_0/1: [0x1]}", "0x0"})
    void guidsThatAreNone(String guids) {
        known(guids, "n1");
        assertThat(site.messages()).singleElement().asString().startsWith("error: ibplay_port_guids of n1 h");
    }
}
