package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.AnsibleProgram;
import dev.ibplay.diag.Problems;
import dev.ibplay.source.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Host patterns select what {@code ansible PATTERN --list-hosts} does, in the same order. */
@Tag("long")
class HostPatternComparisonTest {
    private static final List<String> FIXED = List.of(
            "all",
            "*",
            "web:db",
            "web,db",
            "web:&east",
            "all:!east",
            "east:!web:!n4",
            "~n[12]",
            "~(n|d)b?1",
            "web[0]",
            "web[-1]",
            "web[1:2]",
            "web[1:]",
            "web[0:0]",
            "n*:&db",
            "!web",
            "&east",
            "n[12]",
            "all[-2]",
            "*.example.net",
            "db1.example.net",
            "site",
            "site:!site",
            "n1:n1",
            "10.0.0.*",
            "ungrouped",
            "web:!~n[23]",
            "n?",
            "web[5:9]");

    private static final List<String> TERMS = List.of(
            "web",
            "db",
            "east",
            "site",
            "all",
            "n1",
            "n3",
            "n*",
            "~n.",
            "*b*",
            "web[0]",
            "web[1:2]",
            "db[0:1]",
            "n[2-3]",
            "10.0.0.5",
            "*.net",
            "ungrouped",
            "east[-1]");

    @TempDir
    private Path folder = Path.of("set by JUnit");

    @TestFactory
    Stream<DynamicTest> patterns() throws IOException {
        AnsibleProgram.require();
        Path hosts = Files.writeString(folder.resolve("hosts"), """
                lone
                10.0.0.5
                [web]
                n1
                n3
                n2
                [db]
                n4
                db1.example.net
                n2
                [east]
                n4
                n1
                [site:children]
                db
                east
                """);
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        List<String> made = IntStream.range(0, Integer.getInteger("patterns", 15))
                .mapToObj(i -> pattern(random))
                .toList();
        return Stream.concat(FIXED.stream(), made.stream())
                .map(pattern -> DynamicTest.dynamicTest(pattern + " -Dseed=" + seed, () -> compare(hosts, pattern)));
    }

    private static String pattern(Random random) {
        var pattern = new StringBuilder();
        String between = random.nextBoolean() ? ":" : ",";
        int terms = 1 + random.nextInt(4);
        for (int i = 0; i < terms; i++) {
            String mark = List.of("", "", "&", "!").get(random.nextInt(4));
            pattern.append(i == 0 ? "" : between).append(mark).append(TERMS.get(random.nextInt(TERMS.size())));
        }
        return pattern.toString();
    }

    private void compare(Path hosts, String pattern) throws IOException, InterruptedException {
        AnsibleProgram theirs =
                AnsibleProgram.run(folder, "ansible", "-i", hosts.toString(), "--list-hosts", "--", pattern);
        var problems = new Problems();
        Inventory inventory = new InventoryReader(new DiskFiles(), problems).read(List.of(hosts.toString()));
        List<String> ours = HostLimit.parse(pattern, new DiskFiles(), problems).select(inventory, problems).stream()
                .map(Host::name)
                .toList();
        if (problems.hasErrors()) {
            // What matches nothing is an error here and a warning there; a number beyond the end ends Ansible.
            assertThat(theirs.status() != 0 || theirs.stderr().contains("Could not match"))
                    .as("%s: %s", problems.sorted(), theirs)
                    .isTrue();
            return;
        }
        assertThat(theirs.status()).as(theirs.stderr()).isZero();
        List<String> listed = theirs.stdout().lines().skip(1).map(String::strip).toList();
        assertThat(ours).as(theirs.stdout() + theirs.stderr()).isEqualTo(listed);
    }
}
