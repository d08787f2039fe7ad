package dev.ibplay.source;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The files of this machine. */
public final class DiskFiles implements SourceFiles {
    private static final int SCRIPT_LIMIT_SECONDS = 120;

    private final Vault vault;

    /** Files of which none is encrypted. */
    public DiskFiles() {
        this(Vault.NONE);
    }

    /** Files that may be encrypted. */
    public DiskFiles(Vault vault) {
        this.vault = vault;
    }

    @Override
    public Vault vault() {
        return vault;
    }

    @Override
    public SourceText read(String path) throws IOException {
        return new SourceText(path, decode(path, Files.readAllBytes(Path.of(path))));
    }

    @Override
    public boolean isFile(String path) {
        return Files.isRegularFile(Path.of(path));
    }

    @Override
    public boolean isDirectory(String path) {
        return Files.isDirectory(Path.of(path));
    }

    @Override
    public boolean isExecutable(String path) {
        return isFile(path) && Files.isExecutable(Path.of(path));
    }

    @Override
    public List<String> list(String path) throws IOException {
        try (var names = Files.list(Path.of(path))) {
            return names.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public SourceText run(String path, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(path).toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        Path printed = Files.createTempFile("ibplay-inventory-", ".stdout");
        Path errors = Files.createTempFile("ibplay-inventory-", ".stderr");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(printed.toFile())
                    .redirectError(errors.toFile())
                    .start();
            if (!process.waitFor(SCRIPT_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("did not end within " + SCRIPT_LIMIT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException("ended with status " + process.exitValue() + ": "
                        + Files.readString(errors, StandardCharsets.UTF_8).strip());
            }
            return new SourceText(path, decode(path, Files.readAllBytes(printed)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        } finally {
            Files.deleteIfExists(printed);
            Files.deleteIfExists(errors);
        }
    }

    private static String decode(String path, byte[] bytes) throws IOException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException broken) {
            throw new IOException("not UTF-8 text: " + path, broken);
        }
    }
}
