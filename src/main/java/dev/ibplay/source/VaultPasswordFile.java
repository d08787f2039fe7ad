package dev.ibplay.source;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Secret;
import dev.ibplay.source.vault.VaultPassword;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * Reads a password of Ansible Vault from a file, or from what an executable file prints. As in Ansible one that is called
 * {@code NAME-client} (any ending) is told the vault id: {@code --vault-id LABEL}.
 */
public final class VaultPasswordFile {
    private final SourceFiles files;
    private final Problems problems;

    public VaultPasswordFile(SourceFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
    }

    /** The password; nothing when there is none, then {@code problems} says why. */
    public Optional<VaultPassword> read(String label, String written) {
        String path = written.startsWith("~/") ? System.getProperty("user.home") + written.substring(1) : written;
        try {
            String text = files.isExecutable(path)
                    ? stripLineEnds(printed(path, label))
                    : files.read(path).text().strip();
            if (!text.isEmpty()) {
                return Optional.of(new VaultPassword(label, Secret.of(text), path));
            }
            error(path, "holds no password", "write the password on its first line, or print it");
        } catch (IOException failed) {
            error(
                    path,
                    "gives no password: " + reason(failed),
                    files.isExecutable(path)
                            ? "it is executable, and so it is run; remove the executable bit if it is no program"
                            : "name the file with --vault-password-file");
        }
        return Optional.empty();
    }

    private String printed(String path, String label) throws IOException {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        boolean client = (dot > 0 ? name.substring(0, dot) : name).endsWith("-client");
        return (client ? files.run(path, "--vault-id", label) : files.run(path)).text();
    }

    private void error(String path, String what, String hint) {
        problems.error(Code.INVENTORY_VAULT, Span.startOf(path), "the vault password file " + what, hint);
    }

    private static String reason(IOException failed) {
        return switch (failed) {
            case NoSuchFileException ignored -> "no such file";
            case AccessDeniedException ignored -> "permission denied";
            default -> String.valueOf(failed.getMessage());
        };
    }

    private static String stripLineEnds(String text) {
        return text.replaceAll("^[\r\n]+|[\r\n]+$", "");
    }
}
