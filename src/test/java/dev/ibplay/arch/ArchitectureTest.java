package dev.ibplay.arch;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

@AnalyzeClasses(packages = ArchitectureTest.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    static final String ROOT = "dev.ibplay";

    /** Packages of immutable values, which reports and the journal may show. */
    private static final Set<String> VALUES =
            Set.of("diag", "ib", "exec", "inventory", "resource", "facts", "fabric", "plan", "verify");

    private static final Set<String> PHASES = Set.of("source", "playbook", "gather", "apply");

    /** Package -> the project's packages that it may use. This table is the architecture; ARCHITECTURE.md shows the same one. */
    static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("diag", Set.of()),
            Map.entry("ib", Set.of()),
            Map.entry("exec", Set.of()),
            Map.entry("text", Set.of()),
            Map.entry("source", Set.of("diag", "exec")),
            Map.entry("inventory", Set.of("diag", "exec", "source")),
            Map.entry("opensm", Set.of("diag", "ib", "text")),
            Map.entry("netstack", Set.of("diag", "ib", "source", "text")),
            Map.entry("fabric", Set.of("diag", "ib")),
            Map.entry("resource", Set.of("diag", "ib")),
            Map.entry("playbook", Set.of("diag", "ib", "source", "inventory", "resource", "opensm")),
            Map.entry("facts", Set.of("diag", "ib", "exec", "text", "opensm", "netstack", "fabric")),
            Map.entry("transport", Set.of("diag", "exec")),
            Map.entry("gather", Set.of("diag", "ib", "exec", "facts", "opensm", "fabric", "transport")),
            Map.entry(
                    "plan", Set.of("diag", "ib", "exec", "text", "resource", "facts", "opensm", "netstack", "fabric")),
            Map.entry("apply", Set.of("plan", "exec", "transport")),
            Map.entry("verify", Set.of("ib", "exec", "facts", "fabric", "plan")),
            Map.entry("journal", VALUES),
            Map.entry("shard", Set.of("ib", "journal", "plan", "playbook")),
            Map.entry("run", union(VALUES, PHASES, Set.of("transport", "journal", "shard"))),
            Map.entry("report", union(VALUES, Set.of("source", "journal"))),
            Map.entry("rehearsal", union(VALUES, Set.of("opensm", "netstack", "lab", "journal"))),
            Map.entry("lab", Set.of("diag", "ib", "exec", "text", "opensm", "netstack", "fabric", "transport")),
            Map.entry("cli", Set.of("*")));

    @ArchTest
    static void everyPackageUsesOnlyWhatTheTableAllows(JavaClasses all) {
        Set<String> seen = new TreeSet<>();
        Set<String> broken = new TreeSet<>();
        for (var type : all) {
            String from = top(type.getPackageName());
            seen.add(from);
            for (var dependency : type.getDirectDependenciesFromSelf()) {
                var target = dependency.getTargetClass();
                if (!target.getPackageName().startsWith(ROOT)) {
                    continue;
                }
                String to = top(target.getPackageName());
                Set<String> allowed = MAY_USE.getOrDefault(from, Set.of());
                if (!from.equals(to) && !allowed.contains("*") && !allowed.contains(to)) {
                    broken.add(from + " -> " + to + ": " + dependency.getDescription());
                }
            }
        }
        assertThat(MAY_USE.keySet()).as("packages listed").containsAll(seen);
        assertThat(broken).as("forbidden imports").isEmpty();
    }

    @ArchTest
    static final ArchRule NO_PACKAGE_CYCLES =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PURE_CORE = noClasses()
            .that()
            .resideInAnyPackage(
                    "..diag..",
                    "..ib..",
                    "..exec..",
                    "..text..",
                    "..resource..",
                    "..inventory..",
                    "..playbook..",
                    "..opensm..",
                    "..netstack..",
                    "..fabric..",
                    "..facts..",
                    "..plan..",
                    "..report..",
                    ROOT + ".journal")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net..", "java.nio.file..", "java.lang.foreign..", "java.util.concurrent..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(ProcessBuilder.class, Thread.class, Clock.class)
            .orShould()
            .callMethod(Instant.class, "now");

    @ArchTest
    static final ArchRule YAML_ONLY_IN_SOURCE = only("org.yaml.snakeyaml..", "..source..");

    @ArchTest
    static final ArchRule JINJAVA_ONLY_IN_SOURCE = only("com.hubspot..", "..source..");

    @ArchTest
    static final ArchRule SSHD_ONLY_IN_ITS_ADAPTER = only("org.apache.sshd..", "..transport.ssh..", "..lab..");

    @ArchTest
    static final ArchRule BOUNCY_CASTLE_ONLY_IN_ITS_ADAPTER =
            only("org.bouncycastle..", "..transport.ssh..", "..lab..");

    @ArchTest
    static final ArchRule JNA_ONLY_IN_ITS_ADAPTER = only("com.sun.jna..", "..transport.umad..");

    @ArchTest
    static final ArchRule PICOCLI_ONLY_IN_CLI = only("picocli..", "..cli..");

    @ArchTest
    static final ArchRule JACKSON_ONLY_WHERE_JSON_IS =
            only("com.fasterxml.jackson..", "..report..", "..journal..", "..facts..", "..source..", "..shard..");

    @ArchTest
    static final ArchRule NO_LOGGING_OF_OURS = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.slf4j..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule ONLY_CLI_TALKS_TO_THE_CONSOLE = noClasses()
            .that()
            .resideOutsideOfPackage("..cli..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class);

    @ArchTest
    static final ArchRule ADAPTERS_KNOW_ONLY_THEIR_PORT = classes()
            .that()
            .resideInAnyPackage("..transport.ssh..", "..transport.local..", "..transport.umad..")
            .should(onlyDependOnClassesThat(not(resideInAPackage(ROOT + ".."))
                    .or(resideInAPackage("..transport.."))
                    .or(resideInAnyPackage("..diag..", "..exec.."))))
            .allowEmptyShould(true);

    @SafeVarargs
    private static Set<String> union(Set<String>... parts) {
        Set<String> all = new TreeSet<>();
        for (Set<String> part : parts) {
            all.addAll(part);
        }
        return Set.copyOf(all);
    }

    private static ArchRule only(String library, String... homes) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(homes)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .allowEmptyShould(true);
    }

    private static String top(String packageName) {
        String rest = packageName.substring(ROOT.length() + 1);
        return rest.contains(".") ? rest.substring(0, rest.indexOf('.')) : rest;
    }
}
