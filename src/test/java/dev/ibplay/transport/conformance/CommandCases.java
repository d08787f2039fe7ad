package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What running a command must answer, and how a batch goes on. */
final class CommandCases {
    private CommandCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("every byte passes through standard input and output", CommandCases::everyByte),
                ConformanceCase.of("megabytes pass in both directions at once", CommandCases::megabytes),
                ConformanceCase.of("output, errors and exit status are told apart", CommandCases::streams),
                ConformanceCase.of("a command ended by a signal is Signalled", CommandCases::signal),
                ConformanceCase.of(
                        "a command over its limit is TimedOut, with what it wrote before", CommandCases::timeOut),
                ConformanceCase.of(
                        "a program that is not there is ENOENT, one that is no program EACCES",
                        CommandCases::noProgram),
                ConformanceCase.of("LC_ALL is C, the folder is /", CommandCases::environment),
                ConformanceCase.of("arguments arrive as they are, without a shell", CommandCases::arguments),
                ConformanceCase.of("input that nobody reads is no error", CommandCases::unreadInput),
                ConformanceCase.of("a process left in the background is not waited for", CommandCases::background),
                ConformanceCase.of("outcomes come in order, one for each operation", CommandCases::order),
                ConformanceCase.of("an empty batch has no outcomes", CommandCases::emptyBatch),
                ConformanceCase.of("a failure stops the batch only where it says so", CommandCases::stopAtFailure),
                ConformanceCase.of(
                        "standard input does not leak into the next command", CommandCases::inputStaysApart));
    }

    private static RunCommand cat(Bytes input) {
        return new RunCommand(List.of("cat"), input, Scene.LIMIT);
    }

    private static void everyByte(Scene scene) throws Exception {
        var ended = scene.command(cat(Scene.everyByte()));
        assertThat(ended.stdout()).isEqualTo(Scene.everyByte());
        assertThat(ended.stderr()).isEqualTo(Bytes.EMPTY);
        assertThat(ended.succeeded()).isTrue();
    }

    private static void megabytes(Scene scene) throws Exception {
        byte[] much = new byte[3 << 20];
        new Random(7).nextBytes(much);
        assertThat(scene.command(cat(Bytes.of(much))).stdout()).isEqualTo(Bytes.of(much));
        String file = scene.file("much", Bytes.of(much), 0644);
        var both = scene.sh("head -c 1500000 \"$1\" >&2; head -c 2500000 \"$1\"", file);
        assertThat(both.stdout().size()).isEqualTo(2_500_000);
        assertThat(both.stderr().size()).isEqualTo(1_500_000);
    }

    private static void streams(Scene scene) throws Exception {
        var ended = scene.sh("echo out; echo err >&2; printf end; exit 3");
        assertThat(ended)
                .isEqualTo(new Outcome.CommandEnded(
                        new CommandEnd.Exited(3), Bytes.ofUtf8("out\nend"), Bytes.ofUtf8("err\n")));
        assertThat(ended.succeeded()).isFalse();
    }

    private static void signal(Scene scene) throws Exception {
        assertThat(scene.sh("printf said; kill -9 $$"))
                .isEqualTo(new Outcome.CommandEnded(new CommandEnd.Signalled(9), Bytes.ofUtf8("said"), Bytes.EMPTY));
    }

    private static void timeOut(Scene scene) throws Exception {
        long start = System.nanoTime();
        var ended =
                scene.command(RunCommand.of(Duration.ofSeconds(1), "sh", "-c", "echo before; sleep 50; echo after"));
        assertThat(ended.end()).isEqualTo(new CommandEnd.TimedOut());
        assertThat(ended.stdout()).isEqualTo(Bytes.ofUtf8("before\n"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }

    private static void noProgram(Scene scene) throws Exception {
        scene.assertFails(RunCommand.of(Scene.LIMIT, "ibplay-no-such-program"), "ENOENT");
        scene.assertFails(RunCommand.of(Scene.LIMIT, scene.path("nothing")), "ENOENT");
        scene.file("data", "not a program", 0644);
        scene.assertFails(RunCommand.of(Scene.LIMIT, scene.path("data")), "EACCES");
    }

    private static void environment(Scene scene) throws Exception {
        assertThat(scene.sh("echo $LC_ALL; pwd").stdout()).isEqualTo(Bytes.ofUtf8("C\n/\n"));
    }

    private static void arguments(Scene scene) throws Exception {
        String[] odd = {
            "", "a b", "it's", "\"q\"", "$HOME", "`id`", "*", "-n", "back\\slash", "line\nbreak", "\u00fc", "!!"
        };
        var ended = scene.sh("printf '<%s>' \"$@\"", odd);
        assertThat(ended.stdout()).isEqualTo(Bytes.ofUtf8("<" + String.join("><", odd) + ">"));
    }

    private static void unreadInput(Scene scene) throws Exception {
        var ended = scene.command(new RunCommand(List.of("true"), Bytes.of(new byte[1 << 20]), Scene.LIMIT));
        assertThat(ended.end()).isEqualTo(new CommandEnd.Exited(0));
    }

    private static void background(Scene scene) throws Exception {
        long start = System.nanoTime();
        var ended = scene.sh("sleep 40 & echo $!");
        assertThat(ended.end()).isEqualTo(new CommandEnd.Exited(0));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        long pid = Long.parseLong(ended.stdout().lossyText().strip());
        scene.host().kill(pid);
    }

    private static void order(Scene scene) throws Exception {
        scene.requirePrograms("echo");
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            operations.add(RunCommand.of(Scene.LIMIT, "echo", Integer.toString(i)));
        }
        List<Outcome> outcomes = scene.session().run(Batch.of(operations), Scene.LIMIT);
        assertThat(outcomes)
                .hasSize(60)
                .extracting(
                        o -> Scene.as(Outcome.CommandEnded.class, o).stdout().lossyText())
                .startsWith("0\n", "1\n")
                .endsWith("58\n", "59\n");
    }

    private static void emptyBatch(Scene scene) throws Exception {
        assertThat(scene.askAll(true)).isEmpty();
    }

    private static void stopAtFailure(Scene scene) throws Exception {
        Operation good = RunCommand.of(Scene.LIMIT, "true");
        Operation bad = RunCommand.of(Scene.LIMIT, "false");
        Operation absent = Operation.ReadFile.of(scene.path("absent"));
        scene.requirePrograms("true", "false");
        assertThat(scene.askAll(false, good, bad, good)).noneMatch(Outcome.Skipped.class::isInstance);
        // That a file is absent is an answer, no failure.
        assertThat(scene.askAll(true, absent, good, bad, good, absent))
                .extracting(o -> o instanceof Outcome.Skipped)
                .containsExactly(false, false, false, true, true);
        Operation moved = new Operation.RemoveFile(scene.path("absent"), Bytes.EMPTY);
        assertThat(scene.askAll(true, moved, good).getLast()).isEqualTo(new Outcome.Skipped());
        Operation failing = new Operation.WriteAttribute(scene.path("absent"), Bytes.EMPTY);
        assertThat(scene.askAll(true, failing, good).getLast()).isEqualTo(new Outcome.Skipped());
    }

    private static void inputStaysApart(Scene scene) throws Exception {
        scene.requirePrograms("true", "cat");
        List<Outcome> outcomes = scene.askAll(
                false,
                new RunCommand(List.of("true"), Bytes.ofUtf8("unread\n"), Scene.LIMIT),
                cat(Bytes.EMPTY),
                cat(Bytes.ofUtf8("mine")));
        assertThat(outcomes)
                .extracting(
                        o -> Scene.as(Outcome.CommandEnded.class, o).stdout().lossyText())
                .containsExactly("", "", "mine");
    }
}
