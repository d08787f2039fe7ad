package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation.TakeLock;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import java.util.List;

/** Two runs never have one host at the same time. */
final class LockCases {
    private LockCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("a lock that another run holds is Held, with run and owner", LockCases::held),
                ConformanceCase.of("a lock goes with its session", LockCases::released),
                ConformanceCase.of("the same run takes its lock over", LockCases::sameRun),
                ConformanceCase.of("a lock whose holder was killed is taken over", LockCases::stale),
                ConformanceCase.of(
                        "a lock of another boot, or of a process number used again, is stale", LockCases::old),
                ConformanceCase.of("a lock that cannot be made fails", LockCases::impossible));
    }

    private static TakeLock lock(Scene scene, String run) {
        return new TakeLock(scene.path("locks/host"), run, "anna@control as root, run " + run);
    }

    private static void held(Scene scene) throws Exception {
        assertThat(scene.ask(lock(scene, "r-1"))).isEqualTo(new Outcome.Done());
        try (HostSession session = scene.opener().open()) {
            Scene other = scene.with(session);
            for (int i = 0; i < 2; i++) {
                Outcome.Held held = Scene.as(Outcome.Held.class, other.ask(lock(scene, "r-2")));
                assertThat(held.run()).isEqualTo("r-1");
                assertThat(held.owner()).isEqualTo("anna@control as root, run r-1");
                assertThat(held.seconds()).isBetween(0L, 60L);
            }
            assertThat(other.askAll(true, lock(scene, "r-2"), lock(scene, "r-2"))
                            .get(1))
                    .isEqualTo(new Outcome.Skipped());
        }
        assertThat(scene.names(scene.path("locks"))).containsExactly("host");
        assertThat(scene.mode(scene.path("locks"))).isEqualTo(0700);
    }

    private static void released(Scene scene) throws Exception {
        HostSession first = scene.opener().open();
        Scene other = scene.with(first);
        assertThat(other.ask(lock(scene, "r-1"))).isEqualTo(new Outcome.Done());
        first.close();
        assertThat(GuardScene.await(() -> scene.ask(lock(scene, "r-2")).equals(new Outcome.Done())))
                .isTrue();
    }

    private static void sameRun(Scene scene) throws Exception {
        HostSession first = scene.opener().open();
        Scene other = scene.with(first);
        assertThat(other.ask(lock(scene, "r-1"))).isEqualTo(new Outcome.Done());
        assertThat(other.ask(lock(scene, "r-1"))).isEqualTo(new Outcome.Done());
        assertThat(scene.ask(lock(scene, "r-1"))).isEqualTo(new Outcome.Done());
        String mine = scene.text(scene.path("locks/host"));
        assertThat(mine).contains("run r-1\n");
        first.close();
        try (HostSession third = scene.opener().open()) {
            Scene later = scene.with(third);
            assertThat(later.ask(lock(scene, "r-2"))).isInstanceOf(Outcome.Held.class);
        }
        assertThat(scene.text(scene.path("locks/host"))).isEqualTo(mine);
    }

    private static void stale(Scene scene) throws Exception {
        try (HostSession first = scene.opener().open()) {
            Scene other = scene.with(first);
            assertThat(other.ask(lock(scene, "r-1"))).isEqualTo(new Outcome.Done());
            scene.host().killSession(first);
        }
        assertThat(scene.exists(scene.path("locks/host"))).isTrue();
        assertThat(scene.ask(lock(scene, "r-2"))).isEqualTo(new Outcome.Done());
        assertThat(scene.names(scene.path("locks"))).containsExactly("host");
    }

    private static void old(Scene scene) throws Exception {
        assertThat(scene.ask(lock(scene, "r-1"))).isEqualTo(new Outcome.Done());
        String file = scene.path("locks/host");
        String mine = scene.text(file);
        for (String changed : List.of(
                mine.replaceAll("boot .*", "boot 00000000-0000-4000-8000-000000000000"),
                mine.replaceAll("start .*", "start 1"),
                mine.replaceAll("pid .*", "pid 4194305"),
                "",
                "half a li")) {
            scene.write(file, changed);
            try (HostSession session = scene.opener().open()) {
                Scene other = scene.with(session);
                assertThat(other.ask(lock(scene, "r-2"))).as(changed).isEqualTo(new Outcome.Done());
                assertThat(scene.text(file)).contains("run r-2\n");
            }
        }
    }

    private static void impossible(Scene scene) throws Exception {
        scene.file("plain", "x", 0644);
        scene.assertFails(new TakeLock(scene.path("plain/host"), "r-1", "anna"), "ENOTDIR", "EEXIST");
        scene.subfolder("folder");
        Outcome outcome = scene.ask(new TakeLock(scene.path("folder"), "r-1", "anna"));
        assertThat(outcome).isInstanceOf(Outcome.OperationFailed.class);
        assertThat(scene.host().isFolder(scene.path("folder"))).isTrue();
    }
}
