package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the inventory of a run: files, scripts, folders of them and host lists, as {@code -i} names them. */
public final class InventoryReader {
    /** What is read without {@code -i}. */
    public static final String DEFAULT_SOURCE = "inventory";

    private static final int MAX_NESTING = 20;

    /** What Ansible skips in a folder (manager.IGNORED and INVENTORY_IGNORE_EXTS of ansible-core 2.19, which reads .ini). */
    private static final Pattern IGNORED = Pattern.compile(
            "\\..*|host_vars|group_vars|vars_plugins|.*(?:\\.pyc|\\.pyo|\\.swp|\\.bak|~|\\.rpm|\\.md|\\.txt|\\.rst|\\.orig|\\.cfg|\\.retry)");

    private final SourceFiles files;
    private final Problems problems;

    public InventoryReader(SourceFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
    }

    /**
     * Reads all sources, the later ones overriding the earlier ones, and {@code group_vars} and {@code host_vars} beside them.
     * The result is usable only if {@code problems} has no errors.
     */
    public Inventory read(List<String> sources) {
        var builder = new InventoryBuilder(files.vault(), problems);
        var folders = new LinkedHashSet<String>();
        for (String source : sources) {
            if (isHostList(source)) {
                hostList(source, builder);
            } else {
                readSource(source, builder, 0);
                String folder = files.isDirectory(source) ? source : SourceFiles.folderOf(source);
                folders.remove(folder);
                folders.add(folder);
            }
        }
        Inventory inventory = builder.build();
        return inventory.withFilesBesideSources(
                folders.stream().map(folder -> variableFiles(inventory, folder)).toList());
    }

    /** The inventory with the {@code group_vars} and {@code host_vars} of a playbook's folder in place of another's. */
    public Inventory withPlaybookFolder(Inventory inventory, String folder) {
        return inventory.withFilesBesidePlaybook(variableFiles(inventory, folder));
    }

    private VariableLayer variableFiles(Inventory inventory, String folder) {
        return new VariableFiles(files, problems).read(folder, inventory.groupNames(), inventory.hostNames());
    }

    private boolean isHostList(String source) {
        return source.contains(",") && !files.isFile(source) && !files.isDirectory(source);
    }

    /** Ranges are written out as Ansible's advanced_host_list does; its host_list takes them for names. */
    private void hostList(String list, InventoryBuilder builder) {
        int start = 0;
        for (String entry : list.split(",", -1)) {
            String name = entry.strip();
            if (!name.isEmpty()) {
                int column = 1 + list.codePointCount(0, list.indexOf(name, start));
                var span = new Span(list, 1, column, 1, column + name.codePointCount(0, name.length()));
                HostNames.parse(name, span, problems)
                        .ifPresent(hosts -> hosts.names()
                                .forEach(host -> builder.addHost(host, hosts.port(), Group.UNGROUPED, span)));
            }
            start += entry.length() + 1;
        }
    }

    private void readSource(String path, InventoryBuilder builder, int nesting) {
        if (nesting > MAX_NESTING) {
            problems.error(
                    Code.INVENTORY_SOURCE,
                    Span.startOf(path),
                    "folders are nested too deeply: a link that leads back?");
        } else if (files.isDirectory(path)) {
            list(path).stream()
                    .filter(name -> !IGNORED.matcher(name).matches())
                    .forEach(name -> readSource(SourceFiles.below(path, name), builder, nesting + 1));
        } else if (files.isFile(path)) {
            readFile(path, builder);
        } else {
            problems.error(
                    Code.INVENTORY_SOURCE,
                    Span.startOf(path),
                    "there is no inventory \"" + path + "\"",
                    "name it with -i FILE; a list of hosts has a comma: -i node01,");
        }
    }

    private List<String> list(String folder) {
        try {
            return files.list(folder);
        } catch (IOException failed) {
            problems.error(
                    Code.FILE_UNREADABLE, Span.startOf(folder), "cannot list the folder: " + failed.getMessage());
            return List.of();
        }
    }

    /**
     * An executable file is run if it is a script or a program. Text without {@code #!} is read although it may be run: a file
     * system without modes shows every file as executable, and Ansible too goes on to read what the kernel will not run.
     */
    private void readFile(String path, InventoryBuilder builder) {
        boolean executable = files.isExecutable(path);
        Optional<SourceText> text = text(path, executable);
        boolean script = text.map(source -> source.text().startsWith("#!")).orElse(executable);
        if (script && executable) {
            ScriptReader.read(path, files, builder, problems);
        } else if (script) {
            problems.error(
                    Code.INVENTORY_SOURCE,
                    Span.startOf(path),
                    "this inventory script may not be executed",
                    "make it executable: chmod +x " + path);
        } else {
            text.ifPresent(source -> readText(source, builder));
        }
    }

    private Optional<SourceText> text(String path, boolean mayBeProgram) {
        try {
            return Optional.of(files.read(path));
        } catch (IOException failed) {
            if (!mayBeProgram) {
                problems.error(
                        Code.FILE_UNREADABLE, Span.startOf(path), "cannot read the file: " + failed.getMessage());
            }
            return Optional.empty();
        }
    }

    private void readText(SourceText source, InventoryBuilder builder) {
        files.vault().open(source, problems).ifPresent(text -> readDecrypted(text, builder));
    }

    private void readDecrypted(SourceText source, InventoryBuilder builder) {
        if (SourceKind.ending(source.name()).equals(".toml")) {
            problems.error(
                    Code.INVENTORY_SOURCE,
                    Span.startOf(source.name()),
                    "TOML inventories are not supported",
                    "write it as YAML or INI");
            return;
        }
        switch (SourceKind.of(source.name(), source.text())) {
            case INI -> IniReader.read(source, builder, problems);
            case YAML -> YamlInventoryReader.read(source, files.vault(), builder, problems);
        }
    }
}
