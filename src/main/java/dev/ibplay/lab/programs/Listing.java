package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code ls}: one name a line. The number of names of a file, which disks do not tell, is 1, that of a folder 2. */
final class Listing {
    private static final DateTimeFormatter RECENT = DateTimeFormatter.ofPattern("MMM ppd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter OLD = DateTimeFormatter.ofPattern("MMM ppd  yyyy", Locale.ROOT);
    private static final long HALF_A_YEAR = 15_778_476;

    private final ToolCall call;
    private final Options options;
    private final Accounts accounts;

    private Listing(ToolCall call, Options options) {
        this.call = call;
        this.options = options;
        accounts = new Accounts(call.disk());
    }

    static int ls(ToolCall call) throws ToolFailure, IOException {
        Options options =
                Options.of(call.arguments(), "ldnaA1iLhtrF", Map.of("all", 'a', "directory", 'd', "almost-all", 'A'));
        return new Listing(call, options).all(options.operandsOr("."));
    }

    private int all(List<String> operands) throws IOException {
        int status = 0;
        List<String> folders = new ArrayList<>();
        for (String operand : operands.stream().sorted().toList()) {
            try {
                boolean link = options.has('l') && !options.has('L');
                boolean folder = call.disk().stat(call.path(operand), !link).isFolder();
                if (folder && !options.has('d')) {
                    folders.add(operand);
                } else {
                    show(operand, call.path(operand));
                }
            } catch (Errno error) {
                status = call.say(2, "cannot access '" + operand + "': " + error.text());
            }
        }
        for (String folder : folders) {
            if (operands.size() > 1) {
                call.print((folder.equals(folders.getFirst()) && folders.size() == operands.size() ? "" : "\n") + folder
                        + ":\n");
            }
            folder(folder);
        }
        return status;
    }

    private void folder(String operand) throws IOException {
        String path = call.path(operand);
        List<String> names = new ArrayList<>(options.has('a') ? List.of(".", "..") : List.of());
        names.addAll(call.disk().list(path));
        if (options.has('l')) {
            call.print("total 0\n");
        }
        for (String name : names) {
            if (!name.startsWith(".") || options.has('a') || options.has('A')) {
                show(ByteText.bytes(name), path + "/" + name);
            }
        }
    }

    private void show(String name, String path) throws IOException {
        Stat stat = call.disk().stat(path, options.has('L'));
        String inode = options.has('i') ? stat.inode() + " " : "";
        if (!options.has('l') && !options.has('n')) {
            call.print(inode + name + "\n");
            return;
        }
        String owner = options.has('n') ? Long.toString(stat.uid()) : accounts.userName(stat.uid());
        String group = options.has('n') ? Long.toString(stat.gid()) : accounts.groupName(stat.gid());
        String target = stat.isLink() ? " -> " + ByteText.bytes(call.disk().readlink(path)) : "";
        call.print(inode + FileModes.shown(stat, Devices.is(path)) + " " + (stat.isFolder() ? 2 : 1) + " "
                + owner + " " + group + " " + stat.size() + " " + time(stat.modifiedSeconds()) + " " + name + target
                + "\n");
    }

    private String time(long seconds) {
        ZonedDateTime time = Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC);
        long age = call.invocation().machine().clock().epochSeconds() - seconds;
        return (age >= 0 && age < HALF_A_YEAR ? RECENT : OLD).format(time);
    }
}
