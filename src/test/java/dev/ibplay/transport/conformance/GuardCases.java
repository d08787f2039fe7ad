package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ArmGuard;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Signal;
import dev.ibplay.transport.HostSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a guard must do when all goes as it should, and when nobody confirms. */
final class GuardCases {
    private GuardCases() {}

    static List<ConformanceCase> all() {
        return Stream.concat(ofOneSession().stream(), ofTwoSessions().stream()).toList();
    }

    static List<ConformanceCase> ofTwoSessions() {
        return List.of(
                ConformanceCase.of(
                        "a guard fires by itself although its session was killed, processes and all",
                        GuardCases::firesAlone),
                ConformanceCase.of("a new session confirms what another has armed", GuardCases::otherConfirms),
                ConformanceCase.of("a new session has another's guard undo its change", GuardCases::otherFires),
                ConformanceCase.of("a new session names the edit that was in the way", GuardCases::otherFindsEdit));
    }

    private static List<ConformanceCase> ofOneSession() {
        return List.of(
                ConformanceCase.of("an armed guard changes nothing, and its folder says what it is", GuardCases::armed),
                ConformanceCase.of("a fired guard has undone everything, in order", GuardCases::fire),
                ConformanceCase.of("a confirmed guard has given all files their names", GuardCases::confirm),
                ConformanceCase.of("a renewed guard does not fire", GuardCases::renew),
                ConformanceCase.of("an undo may replace and remove files, and signal a process", GuardCases::undoFiles),
                ConformanceCase.of("a guard without files or undo works too", GuardCases::empty),
                ConformanceCase.of("any bytes can be staged, behind links too", GuardCases::bytes));
    }

    private static void armed(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        double before = guard.uptime();
        guard.arm(GuardScene.LONG);
        assertThat(guard.read("state")).isEqualTo("armed");
        assertThat(scene.content(guard.folder() + "/record")).isEqualTo(GuardScene.RECORD);
        assertNamed(scene, guard, before);
        assertThat(scene.content(scene.path("conf"))).isEqualTo(GuardScene.OLD);
        assertThat(scene.content(scene.path(".conf.ibplay-staged"))).isEqualTo(GuardScene.NEW);
        assertThat(scene.mode(scene.path(".conf.ibplay-staged"))).isEqualTo(0640);
        assertThat(scene.mode(guard.folder())).isEqualTo(0700);
        assertThat(scene.mode(scene.path("guards"))).isEqualTo(0700);
        assertThat(guard.running()).isEqualTo("4092");
        assertThat(guard.fire()).isEqualTo(new Outcome.Done());
    }

    private static void assertNamed(Scene scene, GuardScene guard, double before) throws Exception {
        String[] process = guard.read("process").split(" ", -1);
        assertThat(process).hasSize(3);
        assertThat(scene.host().lives(Long.parseLong(process[0]))).isTrue();
        if (scene.host().isVmkernel()) {
            assertThat(guard.deadline()).isEqualTo((double) GuardScene.LONG.toSeconds());
            assertThat(process[1]).isEqualTo("0");
            assertThat(scene.sh("cat /var/run/ibplay-boot").stdout().lossyText().strip())
                    .hasSizeGreaterThan(32)
                    .isEqualTo(process[2]);
            return;
        }
        assertThat(guard.deadline()).isBetween(before + 299, guard.uptime() + GuardScene.LONG.toSeconds() + 1);
        assertThat(process[2])
                .isEqualTo(scene.text("/proc/sys/kernel/random/boot_id").strip());
        String stat = scene.text("/proc/" + process[0] + "/stat");
        assertThat(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]).isEqualTo(process[1]);
    }

    private static void fire(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        scene.requirePrograms("sh", "cat");
        Operation.RunCommand append = new Operation.RunCommand(
                List.of("sh", "-c", "cat >>\"$1\"", "sh", scene.path("mtu")),
                Bytes.ofUtf8("by a command\n"),
                Scene.LIMIT);
        assertThat(scene.ask(new ArmGuard(
                        guard.folder(),
                        GuardScene.RECORD,
                        GuardScene.LONG,
                        List.of(guard.replacement()),
                        List.of(guard.setBack(), append))))
                .isEqualTo(new Outcome.Done());
        assertThat(guard.fire()).isEqualTo(new Outcome.Done());
        assertThat(guard.running()).isEqualTo("2044\nby a command");
        assertThat(scene.content(scene.path("conf"))).isEqualTo(GuardScene.OLD);
        guard.assertNothingStaged();
        assertThat(guard.read("state")).isEqualTo("undone");
        assertThat(guard.read("log").lines())
                .anyMatch(line -> line.matches(".*Z write 2044 to .*/mtu: done"))
                .anyMatch(line -> line.matches(".*Z run sh .*: done"));
        assertThat(guard.fire()).isEqualTo(new Outcome.Done());
        assertThat(Scene.as(Outcome.Moved.class, guard.confirm()).found()).startsWith("undone");
        assertThat(Scene.as(Outcome.Moved.class, guard.renew(GuardScene.LONG)).found())
                .startsWith("undone");
    }

    private static void confirm(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        scene.file("away", GuardScene.OLD, 0644);
        ReplaceFile created = new ReplaceFile(scene.path("created"), Optional.empty(), GuardScene.NEW, 0604);
        RemoveFile removed = new RemoveFile(scene.path("away"), GuardScene.OLD);
        assertThat(scene.ask(new ArmGuard(
                        guard.folder(),
                        GuardScene.RECORD,
                        GuardScene.LONG,
                        List.of(guard.replacement(), created, removed),
                        List.of(guard.setBack()))))
                .isEqualTo(new Outcome.Done());
        assertThat(scene.names(scene.folder())).contains("away").doesNotContain("created");
        int pid = guard.pid();
        assertThat(guard.confirm()).isEqualTo(new Outcome.Done());
        assertThat(scene.content(scene.path("conf"))).isEqualTo(GuardScene.NEW);
        assertThat(scene.mode(scene.path("conf"))).isEqualTo(0640);
        assertThat(scene.content(scene.path("created"))).isEqualTo(GuardScene.NEW);
        assertThat(scene.mode(scene.path("created"))).isEqualTo(0604);
        assertThat(scene.names(scene.folder())).containsExactly("conf", "created", "guards", "mtu");
        assertThat(guard.running()).isEqualTo("4092");
        assertThat(guard.read("state")).isEqualTo("confirmed");
        assertThat(scene.names(guard.folder()))
                .contains("record", "undo", "process", "deadline", "state", "log")
                .doesNotContain("guard.sh");
        assertThat(GuardScene.await(() -> !scene.host().lives(pid))).isTrue();
        assertThat(guard.confirm()).isEqualTo(new Outcome.Done());
        assertThat(guard.renew(GuardScene.LONG)).isEqualTo(new Outcome.Moved("confirmed"));
        assertThat(guard.fire()).isEqualTo(new Outcome.Moved("confirmed"));
    }

    private static void firesAlone(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        guard.arm(Duration.ofSeconds(2));
        scene.host().killSession(scene.session());
        assertThat(guard.read("state")).isEqualTo("armed");
        guard.awaitState("undone");
        guard.assertUndone();
        assertThat(guard.read("reason")).isEqualTo("it was not confirmed in time");
        try (HostSession session = scene.opener().open()) {
            Scene later = scene.with(session);
            assertThat(later.ask(new Operation.ConfirmGuard(guard.folder())))
                    .isEqualTo(new Outcome.Moved("undone: it was not confirmed in time"));
        }
    }

    private static void renew(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        guard.arm(Duration.ofSeconds(2));
        double first = guard.deadline();
        double due = scene.host().isVmkernel() ? guard.uptime() + first : first;
        assertThat(guard.renew(GuardScene.LONG)).isEqualTo(new Outcome.Done());
        assertThat(guard.deadline()).isGreaterThan(first + 200);
        assertThat(GuardScene.await(() -> guard.uptime() > due + 1.5)).isTrue();
        assertThat(guard.read("state")).isEqualTo("armed");
        assertThat(guard.running()).isEqualTo("4092");
        assertThat(guard.renew(GuardScene.SHORT)).isEqualTo(new Outcome.Done());
        guard.awaitState("undone");
        guard.assertUndone();
    }

    private static void otherConfirms(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        guard.arm(GuardScene.LONG);
        scene.session().close();
        try (HostSession session = scene.opener().open()) {
            Scene later = scene.with(session);
            assertThat(later.askAll(
                            true,
                            new Operation.RenewGuard(guard.folder(), Duration.ofMinutes(9)),
                            new Operation.ConfirmGuard(guard.folder())))
                    .containsOnly(new Outcome.Done());
        }
        assertThat(scene.content(scene.path("conf"))).isEqualTo(GuardScene.NEW);
        assertThat(guard.running()).isEqualTo("4092");
        guard.assertNothingStaged();
    }

    private static void otherFires(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        guard.arm(GuardScene.LONG);
        try (HostSession session = scene.opener().open()) {
            Scene later = scene.with(session);
            assertThat(later.ask(new Operation.FireGuard(guard.folder()))).isEqualTo(new Outcome.Done());
        }
        guard.assertUndone();
        assertThat(guard.confirm()).isEqualTo(new Outcome.Moved("undone: it was asked to"));
    }

    private static void otherFindsEdit(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        guard.arm(GuardScene.LONG);
        scene.write(scene.path("conf"), "by hand\n");
        try (HostSession session = scene.opener().open()) {
            Scene later = scene.with(session);
            Outcome outcome = later.ask(new Operation.ConfirmGuard(guard.folder()));
            assertThat(Scene.as(Outcome.Moved.class, outcome).found()).contains("undone: ", "conf", "other content");
        }
        assertThat(guard.running()).isEqualTo("2044");
        assertThat(scene.text(scene.path("conf"))).isEqualTo("by hand\n");
        guard.assertNothingStaged();
    }

    private static void undoFiles(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        scene.file("written", GuardScene.NEW, 0604);
        scene.file("made", Scene.everyByte(), 0644);
        scene.file("edited", "by hand\n", 0644);
        assertThat(scene.ask(new ArmGuard(
                        guard.folder(),
                        GuardScene.RECORD,
                        GuardScene.LONG,
                        List.of(),
                        List.of(
                                new RemoveFile(scene.path("edited"), GuardScene.NEW),
                                new ReplaceFile(
                                        scene.path("written"), Optional.of(GuardScene.NEW), Scene.everyByte(), 0644),
                                new RemoveFile(scene.path("made"), Scene.everyByte()),
                                new Operation.SendSignal(1 << 22, 1, Signal.TERM)))))
                .isEqualTo(new Outcome.Done());
        scene.assertFails(new Operation.FireGuard(guard.folder()), "EIO");
        assertThat(scene.names(scene.folder())).containsExactly("conf", "edited", "guards", "mtu", "written");
        assertThat(scene.content(scene.path("written"))).isEqualTo(Scene.everyByte());
        assertThat(scene.mode(scene.path("written"))).isEqualTo(0604);
        assertThat(guard.read("log").lines())
                .anyMatch(line -> line.matches(".*remove .*/edited: not done: .*other content"))
                .anyMatch(line -> line.matches(".*replace .*/written: done"))
                .anyMatch(line -> line.matches(".*remove .*/made: done"))
                .anyMatch(line -> line.matches(".*signal 15 to process 4194304: not done: .*"));
    }

    private static void empty(Scene scene) throws Exception {
        for (String name : List.of("a", "b")) {
            String folder = scene.path(name);
            assertThat(scene.ask(new ArmGuard(folder, Bytes.EMPTY, GuardScene.LONG, List.of(), List.of())))
                    .isEqualTo(new Outcome.Done());
            assertThat(scene.ask(
                            name.equals("a") ? new Operation.ConfirmGuard(folder) : new Operation.FireGuard(folder)))
                    .isEqualTo(new Outcome.Done());
        }
    }

    private static void bytes(Scene scene) throws Exception {
        GuardScene guard = GuardScene.of(scene);
        scene.subfolder("real");
        String target = scene.file("real/it's", Scene.everyByte(), 0600);
        scene.symlink("real/it's", "link");
        Bytes content = Bytes.ofLatin1("\0" + Scene.everyByte().lossyText().repeat(40) + "'%s\\n");
        ReplaceFile replace = new ReplaceFile(scene.path("link"), Optional.of(Scene.everyByte()), content, 0644);
        assertThat(scene.ask(
                        new ArmGuard(guard.folder(), Scene.everyByte(), GuardScene.LONG, List.of(replace), List.of())))
                .isEqualTo(new Outcome.Done());
        assertThat(scene.names(scene.path("real"))).containsExactly(".it's.ibplay-staged", "it's");
        assertThat(scene.content(guard.folder() + "/record")).isEqualTo(Scene.everyByte());
        assertThat(guard.confirm()).isEqualTo(new Outcome.Done());
        assertThat(scene.host().isLink(scene.path("link"))).isTrue();
        assertThat(scene.content(target)).isEqualTo(content);
        assertThat(scene.names(scene.path("real"))).containsExactly("it's");
    }
}
