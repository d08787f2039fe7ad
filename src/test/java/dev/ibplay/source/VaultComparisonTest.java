package dev.ibplay.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Secret;
import dev.ibplay.source.vault.VaultPassword;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the real ansible-vault encrypts is what is decrypted: random texts, passwords and labels. */
class VaultComparisonTest {
    private static final int TEXTS = 30;
    private static final String LETTERS = "aZ09 \n\t\\\"'{}%$;:#äß\u20ac\ud83d\udd11";

    @TempDir
    private Path folder = Path.of("set by JUnit");

    @Test
    void randomTexts() throws IOException, InterruptedException {
        Missing.unless(ansibleVault("--version") == 0, "ansible-vault (package ansible-core)");
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        System.err.println("VaultComparisonTest: -Dseed=" + seed);
        for (String label : List.of("default", "rack-7")) {
            // Ansible strips a password's file.
            String password = "p" + text(random, 1 + random.nextInt(70)) + "w";
            Path file = Files.writeString(folder.resolve("pw-" + label), password + "\n");
            List<String> plain = new ArrayList<>();
            List<String> command =
                    new ArrayList<>(List.of("encrypt", "--vault-id", label + "@" + file, "--encrypt-vault-id", label));
            for (int i = 0; i < TEXTS; i++) {
                plain.add(text(random, i));
                command.add(Files.writeString(folder.resolve(label + i), plain.get(i))
                        .toString());
            }
            assertThat(ansibleVault(command.toArray(String[]::new))).isZero();
            var problems = new Problems();
            var vault = new Vault(List.of(new VaultPassword(label, Secret.of(password), "the test")));
            for (int i = 0; i < TEXTS; i++) {
                SourceText encrypted =
                        new DiskFiles().read(folder.resolve(label + i).toString());
                assertThat(encrypted.text()).startsWith("$ANSIBLE_VAULT;1.");
                assertThat(vault.open(encrypted, problems).map(SourceText::text))
                        .as("seed %d, text %d", seed, i)
                        .contains(plain.get(i));
            }
            assertThat(problems.isEmpty()).isTrue();
        }
    }

    private static String text(Random random, int length) {
        int[] points = LETTERS.codePoints().toArray();
        var text = new StringBuilder();
        random.ints(length, 0, points.length).forEach(i -> text.appendCodePoint(points[i]));
        return text.toString();
    }

    /** The exit status; -1 where there is no such program. */
    private static int ansibleVault(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("ansible-vault"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError("ansible-vault did not end");
            }
            return process.exitValue();
        } catch (IOException missing) {
            return -1;
        }
    }
}
