package dev.ibplay.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ShardHostsTest {
    private static DesiredState job(int managers, int nodes, String members) {
        String inventory = "[sms]\nsm[1:%d]\n[nodes]\nn[1:%d]\nn%d ibplay_port_guids=0x0002c90300001234\n"
                .formatted(managers, nodes, nodes + 1);
        String playbook = """
                - hosts: sms
                  state:
                    opensm:
                      partitions:
                        - {name: storage, pkey: 5, members: %s}
                - hosts: all
                  before: [{command: drain}]
                  state: {ipoib: {ib0: {mtu: 1500}}}
                """.formatted(members);
        var problems = new Problems();
        var files = new MapFiles().with("hosts.ini", inventory).with("site.yml", playbook);
        var read = new InventoryReader(files, problems).read(List.of("hosts.ini"));
        var parsed = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        DesiredState state = Resolver.resolve(List.of(parsed), read, Map.of(), Selection.ALL, problems);
        assertThat(problems.hasErrors()).as("%s", problems.sorted()).isFalse();
        return state;
    }

    private static List<String> own(DesiredState share) {
        return share.hosts().stream()
                .filter(DesiredHost::changeable)
                .map(DesiredHost::host)
                .toList();
    }

    private static List<String> read(DesiredState share) {
        return share.hosts().stream()
                .filter(host -> !host.changeable())
                .map(DesiredHost::host)
                .toList();
    }

    @Test
    void subnetManagersBelongToTheFirstAndAllReadThem() {
        DesiredState job = job(2, 5, "{ALL: full}");
        DesiredState first = ShardHosts.of(job, new Shard(1, 3));
        DesiredState second = ShardHosts.of(job, new Shard(2, 3));
        DesiredState third = ShardHosts.of(job, new Shard(3, 3));
        assertThat(own(first)).containsExactly("sm1", "sm2", "n5");
        assertThat(own(second)).containsExactly("n1", "n3", "n6");
        assertThat(own(third)).containsExactly("n2", "n4");
        assertThat(read(first)).isEmpty();
        assertThat(read(second)).containsExactly("sm1", "sm2");
        DesiredHost sm1 = second.hosts().getFirst();
        assertThat(sm1.wanted())
                .as("its subnet manager is planned, its interface is not")
                .allSatisfy(wanted ->
                        assertThat(wanted.changeable()).isEqualTo(wanted.resource() instanceof SubnetManager));
        assertThat(second.plays().get(0).hosts()).isEmpty();
        assertThat(second.plays().get(1).hosts()).containsExactly("n1", "n3", "n6");
        assertThat(second.plays().get(1).commands()).containsOnlyKeys("n1", "n3", "n6");
    }

    @Test
    void membersAreAskedByAllUnlessTheInventoryTellsTheirPorts() {
        DesiredState job = job(1, 3, "{n1: full, n2: full, n4: full}");
        assertThat(own(ShardHosts.of(job, new Shard(2, 2)))).containsExactly("n1", "n3");
        assertThat(read(ShardHosts.of(job, new Shard(2, 2)))).containsExactly("sm1", "n2");
        assertThat(read(ShardHosts.of(job, new Shard(1, 2)))).containsExactly("n1");
    }

    @Test
    void aJobOfOneShardIsTheWhole() {
        DesiredState job = job(1, 3, "{ALL: full}");
        assertThat(ShardHosts.of(job, Shard.ONLY)).isSameAs(job);
    }

    @Test
    void eachHostBelongsToOneShardAndTheyAreEven() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            int managers = 1 + random.nextInt(4);
            int nodes = 1 + random.nextInt(40);
            int shards = 1 + random.nextInt(12);
            String what = "-Dseed=%d round %d: %d, %d in %d".formatted(seed, round, managers, nodes, shards);
            DesiredState job = job(managers, nodes, "{ALL: full}");
            Map<String, Integer> owners = new HashMap<>();
            List<Integer> sizes = new ArrayList<>();
            for (int number = 1; number <= shards; number++) {
                List<String> own = own(ShardHosts.of(job, new Shard(number, shards)));
                for (String host : own) {
                    assertThat(owners.put(host, number)).as(what + ", " + host).isNull();
                }
                sizes.add(own.size());
            }
            assertThat(owners.keySet()).as(what).isEqualTo(own(job).stream().collect(Collectors.toSet()));
            for (int i = 1; i <= managers; i++) {
                assertThat(owners.get("sm" + i)).as(what).isEqualTo(1);
            }
            List<Integer> others = sizes.subList(1, sizes.size());
            for (int size : others) {
                assertThat(size).as(what).isBetween(others.getFirst() - 1, others.getFirst() + 1);
            }
            if (shards > 1 && sizes.getFirst() != managers) {
                assertThat(sizes.getFirst()).as(what).isBetween(others.getLast(), others.getFirst() + 1);
            }
        }
    }

    @Test
    void onlyPossibleShardsAreRead() {
        assertThat(Shard.parse("3/8")).contains(new Shard(3, 8));
        assertThat(Shard.parse("9999/9999")).isPresent();
        assertThat(List.of("0/3", "4/3", "1/0", "1", "a/b", "01/3", "1/10000", "-1/3", "1/3 "))
                .allSatisfy(text -> assertThat(Shard.parse(text)).as(text).isEmpty());
    }
}
