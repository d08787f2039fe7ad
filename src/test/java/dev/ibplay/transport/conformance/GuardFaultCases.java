package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ArmGuard;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a guard must do when something is in the way. */
final class GuardFaultCases {
    private GuardFaultCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "a foreign edit is Moved, everything is undone, the edit stays", GuardFaultCases::edit),
                ConformanceCase.of(
                        "a precondition that does not hold arms nothing and leaves nothing", GuardFaultCases::moved),
                ConformanceCase.of("a guard's folder must be new", GuardFaultCases::exists),
                ConformanceCase.of("no guard at all is ENOENT", GuardFaultCases::none),
                ConformanceCase.of("a dead guard is ESRCH, and blocks no new one", GuardFaultCases::dead),
                ConformanceCase.of("a failing undo does not stop the rest of it", GuardFaultCases::failingUndo),
                ConformanceCase.of("on a full disk (ENOSPC) nothing is armed and nothing left", GuardFaultCases::full),
                ConformanceCase.of("a read-only file system is EROFS, and nothing left", GuardFaultCases::readOnly),
                ConformanceCase.of("when a file cannot get its name all are put back", GuardFaultCases::midway),
                ConformanceCase.of("an undo is carried out when the guard's disk is full", GuardFaultCases::fullUndo));
    }

    private static void edit(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        scene.file("second", GuardScene.OLD, 0644);
        ReplaceFile second = new ReplaceFile(scene.path("second"), Optional.of(GuardScene.OLD), GuardScene.NEW, 0644);
        assertThat(scene.ask(new ArmGuard(
                        guard.folder(),
                        GuardScene.RECORD,
                        GuardScene.LONG,
                        List.of(guard.replacement(), second),
                        List.of(guard.setBack()))))
                .isEqualTo(new Outcome.Done());
        scene.write(scene.path("second"), "by hand\n");
        assertThat(Scene.as(Outcome.Moved.class, guard.confirm()).found())
                .contains("undone", "second", "other content");
        guard.assertUndone();
        assertThat(scene.text(scene.path("second"))).isEqualTo("by hand\n");
        assertThat(guard.read("state")).isEqualTo("undone");
    }

    private static void moved(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        List<Operation> stale = List.of(
                new ReplaceFile(scene.path("mtu"), Optional.of(GuardScene.OLD), GuardScene.NEW, 0644),
                new ReplaceFile(scene.path("mtu"), Optional.empty(), GuardScene.NEW, 0644),
                new RemoveFile(scene.path("mtu"), GuardScene.OLD),
                new RemoveFile(scene.path("absent"), GuardScene.OLD));
        for (Operation operation : stale) {
            Outcome outcome = scene.ask(new ArmGuard(
                    guard.folder(),
                    GuardScene.RECORD,
                    GuardScene.LONG,
                    List.of(guard.replacement(), operation),
                    List.of(guard.setBack())));
            assertThat(Scene.as(Outcome.Moved.class, outcome).found())
                    .contains(scene.folder().toString());
            assertThat(scene.exists(guard.folder())).isFalse();
            guard.assertNothingStaged();
        }
        assertThat(guard.running()).isEqualTo("4092");
    }

    private static void exists(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        guard.arm(GuardScene.LONG);
        scene.assertFails(guard.arming(GuardScene.LONG), "EEXIST");
        assertThat(guard.read("state")).isEqualTo("armed");
        assertThat(scene.exists(scene.path(".conf.ibplay-staged"))).isTrue();
        assertThat(guard.confirm()).isEqualTo(new Outcome.Done());
    }

    private static void none(Scene scene) throws Exception {
        String folder = scene.path("none");
        scene.assertFails(new Operation.RenewGuard(folder, GuardScene.LONG), "ENOENT");
        scene.assertFails(new Operation.ConfirmGuard(folder), "ENOENT");
        scene.assertFails(new Operation.FireGuard(folder), "ENOENT");
        assertThat(scene.exists(folder)).isFalse();
    }

    private static void dead(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        guard.arm(GuardScene.LONG);
        guard.kill();
        scene.assertFails(new Operation.RenewGuard(guard.folder(), GuardScene.LONG), "ESRCH");
        scene.assertFails(new Operation.ConfirmGuard(guard.folder()), "ESRCH");
        scene.assertFails(new Operation.FireGuard(guard.folder()), "ESRCH");
        assertThat(scene.exists(scene.path(".conf.ibplay-staged"))).isTrue();
        GuardScene next = new GuardScene(scene, scene.path("guards/two"));
        next.arm(GuardScene.LONG);
        assertThat(next.confirm()).isEqualTo(new Outcome.Done());
        assertThat(scene.content(scene.path("conf"))).isEqualTo(GuardScene.NEW);
        next.assertNothingStaged();
    }

    private static void failingUndo(Scene scene) throws Exception {
        scene.requirePrograms("sh");
        GuardScene guard = GuardScene.of(scene);
        assertThat(scene.ask(new ArmGuard(
                        guard.folder(),
                        GuardScene.RECORD,
                        GuardScene.LONG,
                        List.of(guard.replacement()),
                        List.of(
                                new Operation.SetLinkMtu("ib77", 2044),
                                Operation.RunCommand.of(Scene.LIMIT, "sh", "-c", "echo no such luck >&2; exit 3"),
                                Operation.RunCommand.of(Scene.LIMIT, "/no/such/program"),
                                guard.setBack()))))
                .isEqualTo(new Outcome.Done());
        scene.assertFails(new Operation.FireGuard(guard.folder()), "EIO");
        guard.assertUndone();
        assertThat(guard.read("state")).isEqualTo("failed");
        assertThat(guard.read("log").lines())
                .anyMatch(line -> line.contains("set the MTU of ib77 to 2044: failed"))
                .anyMatch(line -> line.contains("exit status 3") && line.contains("no such luck"))
                .anyMatch(line -> line.contains("/no/such/program: failed"))
                .anyMatch(line -> line.endsWith("mtu: done"));
    }

    private static void full(Scene scene) throws Exception {
        scene.requireRoot("a small file system must be mounted");
        GuardScene guard = GuardScene.of(scene);
        String disk = scene.subfolder("disk");
        scene.mounts().small(disk);
        try {
            String file = scene.file("disk/file", GuardScene.OLD, 0644);
            Bytes much = Bytes.of(new byte[200_000]);
            ReplaceFile large = new ReplaceFile(file, Optional.of(GuardScene.OLD), much, 0644);
            scene.assertFails(
                    new ArmGuard(
                            guard.folder(),
                            GuardScene.RECORD,
                            GuardScene.LONG,
                            List.of(guard.replacement(), large),
                            List.of()),
                    "ENOSPC");
            assertThat(scene.names(disk)).containsExactly("file");
            assertThat(scene.content(file)).isEqualTo(GuardScene.OLD);
            guard.assertNothingStaged();
            assertThat(scene.exists(guard.folder())).isFalse();
            scene.assertFails(
                    new ArmGuard(disk + "/guards/g", much, GuardScene.LONG, List.of(guard.replacement()), List.of()),
                    "ENOSPC");
            assertThat(scene.exists(disk + "/guards/g")).isFalse();
            guard.assertNothingStaged();
        } finally {
            scene.mounts().unmount(disk);
        }
    }

    private static void readOnly(Scene scene) throws Exception {
        scene.requireRoot("something must be mounted");
        GuardScene guard = GuardScene.of(scene);
        String disk = scene.subfolder("disk");
        String file = scene.file("disk/file", GuardScene.OLD, 0644);
        scene.mounts().bind(disk);
        try {
            scene.mounts().makeReadOnly(disk);
            for (Operation operation : List.<Operation>of(
                    new ReplaceFile(file, Optional.of(GuardScene.OLD), GuardScene.NEW, 0644),
                    new RemoveFile(file, GuardScene.OLD))) {
                scene.assertFails(
                        new ArmGuard(
                                guard.folder(),
                                GuardScene.RECORD,
                                GuardScene.LONG,
                                List.of(guard.replacement(), operation),
                                List.of()),
                        "EROFS");
                guard.assertNothingStaged();
                assertThat(scene.exists(guard.folder())).isFalse();
            }
            scene.assertFails(
                    new ArmGuard(disk + "/guards/g", Bytes.EMPTY, GuardScene.LONG, List.of(), List.of()), "EROFS");
            assertThat(scene.names(disk)).containsExactly("file");
        } finally {
            scene.mounts().unmount(disk);
        }
    }

    private static void midway(Scene scene) throws Exception {
        scene.requireRoot("something must be mounted");
        GuardScene guard = GuardScene.of(scene);
        scene.file("away", GuardScene.OLD, 0604);
        String disk = scene.subfolder("disk");
        String last = scene.file("disk/last", GuardScene.OLD, 0644);
        scene.mounts().bind(disk);
        try {
            assertThat(scene.ask(new ArmGuard(
                            guard.folder(),
                            GuardScene.RECORD,
                            GuardScene.LONG,
                            List.of(
                                    guard.replacement(),
                                    new ReplaceFile(scene.path("created"), Optional.empty(), GuardScene.NEW, 0644),
                                    new RemoveFile(scene.path("away"), GuardScene.OLD),
                                    new ReplaceFile(last, Optional.of(GuardScene.OLD), GuardScene.NEW, 0644)),
                            List.of(guard.setBack()))))
                    .isEqualTo(new Outcome.Done());
            scene.mounts().makeReadOnly(disk);
            assertThat(Scene.as(Outcome.Moved.class, guard.confirm()).found()).contains("undone", "last");
        } finally {
            scene.mounts().unmount(disk);
        }
        guard.assertUndone();
        assertThat(scene.content(last)).isEqualTo(GuardScene.OLD);
        assertThat(scene.mode(scene.path("conf"))).isEqualTo(0640);
        assertThat(scene.content(scene.path("away"))).isEqualTo(GuardScene.OLD);
        assertThat(scene.mode(scene.path("away"))).isEqualTo(0604);
        assertThat(scene.exists(scene.path("created"))).isFalse();
    }

    private static void fullUndo(Scene scene) throws Exception {
        scene.requireRoot("a small file system must be mounted");
        GuardScene outside = GuardScene.of(scene);
        String disk = scene.subfolder("disk");
        scene.mounts().small(disk);
        try {
            GuardScene guard = new GuardScene(scene, disk + "/guard");
            guard.arm(GuardScene.LONG);
            assertThat(guard.renew(Duration.ofSeconds(3))).isEqualTo(new Outcome.Done());
            scene.mounts().fill(disk);
            guard.awaitState("undone");
            outside.assertUndone();
        } finally {
            scene.mounts().unmount(disk);
        }
    }
}
