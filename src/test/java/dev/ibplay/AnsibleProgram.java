package dev.ibplay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs of the real Ansible, for comparison. */
public record AnsibleProgram(int status, String stdout, String stderr) {
    private static final int LIMIT_SECONDS = 120;

    /** Goes on only where Debian's ansible-core is installed. */
    public static void require() throws IOException {
        boolean there = false;
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            there |= Files.isExecutable(Path.of(folder, "ansible-inventory"));
        }
        Missing.unless(there, "ansible-inventory (package ansible-core)");
    }

    /** Runs one, with nothing of this user's configuration. */
    public static AnsibleProgram run(Path folder, String... words) throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("ansible-home"));
        Path printed = home.resolve("stdout");
        Path errors = home.resolve("stderr");
        var builder = new ProcessBuilder(new ArrayList<>(List.of(words)))
                .directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(printed.toFile())
                .redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("ANSIBLE_"));
        builder.environment()
                .putAll(Map.of(
                        "HOME", home.toString(),
                        "LC_ALL", "C.UTF-8",
                        "ANSIBLE_CONFIG",
                                Files.writeString(home.resolve("ansible.cfg"), "")
                                        .toString(),
                        "ANSIBLE_NOCOLOR", "1",
                        "ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED", "true"));
        Process process = builder.start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(words[0] + " did not end within " + LIMIT_SECONDS + " s");
        }
        return new AnsibleProgram(
                process.exitValue(),
                Files.readString(printed, StandardCharsets.UTF_8),
                Files.readString(errors, StandardCharsets.UTF_8));
    }
}
