package dev.ibplay.cli;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.plan.FileState;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.Vault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files that remember what was read from them, for the journal. */
final class InputFiles implements SourceFiles {
    private final SourceFiles files;
    private final Map<String, String> read = new LinkedHashMap<>();

    InputFiles(SourceFiles files) {
        this.files = files;
    }

    List<JournalEvent.Input> inputs() {
        return read.entrySet().stream()
                .map(e -> new JournalEvent.Input(e.getKey(), e.getValue()))
                .toList();
    }

    @Override
    public Vault vault() {
        return files.vault();
    }

    @Override
    public SourceText read(String path) throws IOException {
        return remembered(path, files.read(path));
    }

    @Override
    public SourceText run(String path, String... arguments) throws IOException {
        return remembered(path, files.run(path, arguments));
    }

    private SourceText remembered(String path, SourceText text) {
        read.putIfAbsent(path, FileState.sha256(text.text().getBytes(StandardCharsets.UTF_8)));
        return text;
    }

    @Override
    public boolean isFile(String path) {
        return files.isFile(path);
    }

    @Override
    public boolean isDirectory(String path) {
        return files.isDirectory(path);
    }

    @Override
    public boolean isExecutable(String path) {
        return files.isExecutable(path);
    }

    @Override
    public List<String> list(String path) throws IOException {
        return files.list(path);
    }
}
