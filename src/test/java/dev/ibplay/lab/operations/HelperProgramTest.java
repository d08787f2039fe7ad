package dev.ibplay.lab.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HelperProgramTest {
    private final ManualClock clock = new ManualClock();
    private final Machine machine = new Machine("node01", new Disk(clock), clock);
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    private int run(byte[] input, String... arguments) {
        List<String> words = new ArrayList<>(List.of("/helper"));
        words.addAll(List.of(arguments));
        SimulatedProcess process = machine.processes().start(1, 0, words);
        Invocation call =
                new Invocation(machine, process, words, Map.of(), "/", new ByteArrayInputStream(input), output, output);
        return machine.processes().runHere(process, () -> new HelperProgram().run(call));
    }

    private String said() {
        return output.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void saysItsMarkerAndEndsWithItsInput() {
        assertThat(run(new byte[0], "one", "two")).isZero();
        assertThat(said()).isEqualTo("onetwo start\n");
    }

    @Test
    void triesOutThatItRuns() {
        assertThat(run(new byte[0], "-t", "17")).isZero();
        assertThat(said()).isEmpty();
        assertThat(run(new byte[0])).isEqualTo(2);
        assertThat(said()).startsWith("usage: /helper");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThat(run(new byte[] {0, 0, 0, 1, 'X'}, "a", "b")).isEqualTo(2);
        assertThat(said()).isEqualTo("ab start\n\0\0\0\u0010E\0\0\0\u000bnot a batch");
    }

    private static String sha256(Bytes content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content.toArray()));
    }

    @Test
    void aMachineKnowsTheHelpersOfThisBuildByTheirBytes() throws Exception {
        HelperProgram program = new HelperProgram();
        Bytes binary = Bytes.ofUtf8("\u007fELF as it was uploaded");
        machine.knows(sha256(binary), program);
        machine.disk().write("/tmp-helper", binary, 0700);
        assertThat(machine.program("/tmp-helper")).contains(program);
        machine.disk().write("/tmp-helper", Bytes.ofUtf8("\u007fELF as it was upload"), 0700);
        assertThat(machine.program("/tmp-helper")).isEmpty();
    }
}
