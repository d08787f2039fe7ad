package dev.ibplay.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.WantedMtu;
import dev.ibplay.source.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ResolverTest {
    private static final String HOSTS = """
            [sms]
            sm1 prio=10
            sm2 prio=5
            [nodes]
            n1 size=1000
            n2
            [all:vars]
            size=1500
            """;
    private static final String BOTH = """
            - hosts: sms
              tags: [fabric]
              state: {opensm: {priority: "{{ prio }}"}}
            - hosts: all
              tags: [hosts]
              state: {ipoib: {ib0: {mtu: "{{ size }}"}}}
            """;

    private final Problems problems = new Problems();
    private Map<String, Node> extra = Map.of();

    private DesiredState resolve(String playbook, Selection selection) {
        var files = new MapFiles().with("hosts.ini", HOSTS).with("site.yml", playbook);
        var inventory = new InventoryReader(files, problems).read(List.of("hosts.ini"));
        Playbook parsed = new PlaybookParser(files, extra, problems).parse("site.yml");
        return Resolver.resolve(List.of(parsed), inventory, extra, selection, problems);
    }

    private Selection limit(String pattern) {
        return new Selection(
                Optional.of(HostPattern.parse(pattern, Span.startOf("--limit"), problems)), Set.of(), Set.of());
    }

    private static Selection tags(String... tags) {
        return new Selection(Optional.empty(), Set.of(tags), Set.of());
    }

    private static String changeable(DesiredState state) {
        return state.hosts().stream().map(h -> h.host() + "=" + h.changeable()).collect(Collectors.joining(" "));
    }

    private static DesiredHost host(DesiredState state, String name) {
        return state.hosts().stream()
                .filter(h -> h.host().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Optional<Integer> mtu(DesiredState state, String host) {
        return host(state, host).all(IpoibInterface.class).stream()
                .flatMap(i -> i.mtu().stream())
                .map(m -> ((WantedMtu.Bytes) m.value()).bytes())
                .findFirst();
    }

    @Test
    void variablesOfHostsWinOverThoseOfGroups() {
        DesiredState state = resolve(BOTH, Selection.ALL);

        assertThat(problems.sorted()).isEmpty();
        assertThat(mtu(state, "n1")).contains(1000);
        assertThat(mtu(state, "n2")).contains(1500);
        assertThat(host(state, "sm1")
                        .all(SubnetManager.class)
                        .getFirst()
                        .priority()
                        .orElseThrow()
                        .value())
                .isEqualTo(10);
    }

    @Test
    void playsWinOverTheInventoryAndTheCommandLineOverAll() {
        String play = "- hosts: n1\n  vars: {size: 1200}\n  state: {ipoib: {ib0: {mtu: \"{{ size }}\"}}}\n";
        assertThat(mtu(resolve(play, Selection.ALL), "n1")).contains(1200);

        extra = Map.of("size", new Node.Scalar("1300", true, Span.startOf("-e")));
        assertThat(mtu(resolve(play, Selection.ALL), "n1")).contains(1300);
    }

    @Test
    void theLimitKeepsSubnetManagersToBeRead() {
        DesiredState state = resolve(BOTH, limit("n1"));

        assertThat(changeable(state)).isEqualTo("sm1=false sm2=false n1=true");
        assertThat(state.plays().get(0).hosts()).isEmpty();
        assertThat(state.plays().get(1).hosts()).containsExactly("n1");
    }

    @Test
    void tagsChooseWhatOfAHostMayBeChanged() {
        DesiredState state = resolve(BOTH, tags("hosts"));

        assertThat(host(state, "sm1").wanted())
                .extracting(w -> w.resource().key() + " " + w.changeable())
                .containsExactly("opensm false", "ipoib ib0 true");
    }

    @Test
    void aPlayThatTheTagsLeaveOutWantsNothingOfOtherHosts() {
        assertThat(changeable(resolve(BOTH, tags("fabric")))).isEqualTo("sm1=true sm2=true");
        assertThat(host(resolve(BOTH, tags("fabric")), "sm1").all(IpoibInterface.class))
                .isEmpty();
    }

    @Test
    void ansiblesSpecialTags() {
        assertThat(Selection.ALL.takes(List.of())).isTrue();
        assertThat(Selection.ALL.takes(List.of("never"))).isFalse();
        assertThat(tags("a").takes(List.of("b"))).isFalse();
        assertThat(tags("a").takes(List.of("always"))).isTrue();
        assertThat(tags("a").takes(List.of("never", "a"))).isTrue();
        assertThat(tags("all").takes(List.of("b"))).isTrue();
        assertThat(new Selection(Optional.empty(), Set.of("a"), Set.of("b")).takes(List.of("a", "b")))
                .isFalse();
        assertThat(new Selection(Optional.empty(), Set.of(), Set.of("always")).takes(List.of("always")))
                .isFalse();
    }

    @Test
    void whenChoosesHosts() {
        DesiredState state = resolve(
                "- hosts: nodes\n  when: inventory_hostname == 'n2'\n  state: {ipoib: {ib0: {mtu: 1500}}}\n",
                Selection.ALL);
        assertThat(changeable(state)).isEqualTo("n2=true");
        assertThat(state.plays().getFirst().hosts()).containsExactly("n2");
    }

    @Test
    void twoPlaysThatDisagreeAreNamedWithBothPlaces() {
        resolve("""
                - hosts: nodes
                  state: {ipoib: {ib0: {mtu: 1500}}}
                - hosts: n2
                  state: {ipoib: {ib0: {mtu: 2000}}}
                """, Selection.ALL);

        Diagnostic conflict = problems.sorted().getFirst();
        assertThat(problems.sorted()).hasSize(1);
        assertThat(conflict.code()).isEqualTo(Code.STATE_CONFLICT);
        assertThat(conflict.message()).isEqualTo("two plays give ipoib ib0 mtu of n2 different values");
        assertThat(conflict.location().toString()).contains("site.yml:4:30");
        assertThat(conflict.hint()).contains("the other one stands at site.yml:2:30");
    }

    @Test
    void twoPlaysThatAgreeAreFine() {
        resolve("""
                - hosts: nodes
                  state: {ipoib: {ib0: {mtu: 1500}}}
                - hosts: n2
                  state: {ipoib: {ib0: {mtu: 1500, mode: datagram}}}
                """, Selection.ALL);
        assertThat(problems.sorted()).isEmpty();
    }

    @Test
    void whatSeveralPlaysWantOfOneThingIsPlannedAsOne() {
        DesiredState state = resolve("""
                - hosts: n2
                  state: {ipoib: {ib0: {mtu: 1500}}}
                - hosts: sm1
                  state: {opensm: {priority: 7, partitions: [{pkey: 5, mtu: 2048}]}}
                - hosts: all
                  state: {ipoib: {ib0: {mode: datagram}}}
                - hosts: sm1
                  state: {opensm: {partitions: [{pkey: 0x8005, ipoib: true}, {pkey: 6}]}}
                """, Selection.ALL);
        IpoibInterface ib0 = host(state, "n2").all(IpoibInterface.class).getFirst();
        assertThat(host(state, "n2").wanted()).hasSize(1);
        assertThat(ib0.mtu()).map(Located::value).contains(new WantedMtu.Bytes(1500));
        assertThat(ib0.mode()).map(Located::value).contains(IpoibMode.DATAGRAM);
        List<SubnetManager> opensm = host(state, "sm1").all(SubnetManager.class);
        assertThat(opensm).hasSize(1);
        assertThat(opensm.getFirst().priority()).map(Located::value).contains(7);
        assertThat(opensm.getFirst().partitions()).hasSize(2);
        Partition five = opensm.getFirst().partitions().getFirst();
        assertThat(five.group().mtu()).map(Located::value).contains(Mtu.MTU_2048);
        assertThat(five.ipoib()).map(Located::value).contains(true);
    }

    @Test
    void anUndefinedVariableIsAnError() {
        resolve("- hosts: n2\n  state: {ipoib: {ib0: {mtu: \"{{ nowhere }}\"}}}\n", Selection.ALL);
        assertThat(problems.sorted()).extracting(Diagnostic::code).containsExactly(Code.TEMPLATE_UNDEFINED);
    }

    @Test
    void aChildIsOneThingUnderAnyLabel() {
        DesiredState state = resolve("""
                - hosts: n2
                  state: {ipoib: {storage: {parent: ib0, pkey: 0x8001, mtu: 2044}, ib0.8005: {state: absent}}}
                """, Selection.ALL);
        assertThat(problems.sorted()).isEmpty();
        List<IpoibInterface> wanted = host(state, "n2").all(IpoibInterface.class);
        assertThat(wanted.getFirst().child()).contains(new IpoibInterface.Child("ib0", new PKey(0x8001)));
        assertThat(wanted.getFirst().isUnwanted()).isFalse();
        assertThat(wanted.getLast().child()).contains(new IpoibInterface.Child("ib0", new PKey(0x8005)));
        assertThat(wanted.getLast().isUnwanted()).isTrue();

        resolve("""
                - hosts: nodes
                  state: {ipoib: {storage: {parent: ib0, pkey: 0x8001}}}
                - hosts: n2
                  state: {ipoib: {ib0.0001: {state: absent}}}
                """, Selection.ALL);
        assertThat(problems.sorted())
                .singleElement()
                .satisfies(d -> assertThat(d.message())
                        .isEqualTo("two plays give ipoib child 0x8001 of ib0 state of n2 different values"));
    }
}
