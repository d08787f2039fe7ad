package dev.ibplay.inventory;

import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.Vault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Files in memory; folders are what the paths of files say. Remembers which files were read. */
public final class MapFiles implements SourceFiles {
    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, String> outputs = new TreeMap<>();
    private final Set<String> executable = new HashSet<>();
    private final List<String> read = new ArrayList<>();
    private Vault vault = Vault.NONE;

    public MapFiles with(String path, String text) {
        files.put(path, text);
        return this;
    }

    /** A script: what it prints for each command line. */
    public MapFiles withScript(String path, Map<String, String> printed) {
        files.put(path, "#!/bin/sh\n");
        executable.add(path);
        printed.forEach((arguments, text) -> outputs.put(path + " " + arguments, text));
        return this;
    }

    public MapFiles withVault(Vault passwords) {
        vault = passwords;
        return this;
    }

    public MapFiles withMode(String path, boolean mayExecute) {
        if (mayExecute) {
            executable.add(path);
        } else {
            executable.remove(path);
        }
        return this;
    }

    public List<String> filesRead() {
        return List.copyOf(read);
    }

    @Override
    public Vault vault() {
        return vault;
    }

    @Override
    public SourceText read(String path) throws IOException {
        String text = files.get(path);
        if (text == null) {
            throw new IOException("no such file: " + path);
        }
        read.add(path);
        return new SourceText(path, text);
    }

    @Override
    public boolean isFile(String path) {
        return files.containsKey(path);
    }

    @Override
    public boolean isDirectory(String path) {
        return files.keySet().stream().anyMatch(file -> file.startsWith(SourceFiles.below(path, "")));
    }

    @Override
    public boolean isExecutable(String path) {
        return executable.contains(path);
    }

    @Override
    public List<String> list(String path) {
        String start = SourceFiles.below(path, "");
        var names = new TreeSet<String>();
        for (String file : files.keySet()) {
            if (file.startsWith(start)) {
                names.add(file.substring(start.length()).split("/", 2)[0]);
            }
        }
        return List.copyOf(names);
    }

    @Override
    public SourceText run(String path, String... arguments) throws IOException {
        String printed = outputs.get(path + " " + String.join(" ", arguments));
        if (printed == null) {
            throw new IOException("ended with status 1: no answer to " + String.join(" ", arguments));
        }
        return new SourceText(path, printed);
    }
}
