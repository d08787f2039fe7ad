package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** {@code mkdir}, {@code rmdir}, {@code rm} and {@code touch}. */
final class Folders {
    private static final int WRITE_AND_SEARCH = 0300;

    private Folders() {}

    static int mkdir(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "pm:v", Map.of("parents", 'p', "mode", 'm'));
        int status = 0;
        for (String operand : options.atLeast(1)) {
            try {
                make(call, operand, options);
            } catch (Errno error) {
                status = call.say(1, "cannot create directory '" + operand + "': " + error.text());
            }
        }
        return status;
    }

    private static void make(ToolCall call, String operand, Options options) throws Errno, ToolFailure {
        if (operand.isEmpty()) {
            throw new Errno("ENOENT", operand);
        }
        int normal = 0777 & ~call.invocation().process().umask();
        Optional<String> wanted = options.argument('m');
        int mode = wanted.isPresent() ? ModeChange.of(wanted.get(), 0).applied(0777, true) : normal;
        String path = call.path(operand).replaceFirst("(?<=.)/+$", "");
        if (!options.has('p')) {
            call.disk().mkdir(path, mode);
            call.own(path);
            return;
        }
        for (int at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
            makeMissing(call, path.substring(0, at), normal | WRITE_AND_SEARCH);
        }
        makeMissing(call, path, mode);
    }

    private static void makeMissing(ToolCall call, String path, int mode) throws Errno {
        if (isFolder(call, path)) {
            return;
        }
        try {
            call.disk().mkdir(path, mode);
            call.own(path);
        } catch (Errno error) {
            if (!error.name().equals("EEXIST") || !isFolder(call, path)) {
                throw error;
            }
        }
    }

    static boolean isFolder(ToolCall call, String path) {
        try {
            return call.disk().stat(path, true).isFolder();
        } catch (Errno absent) {
            return false;
        }
    }

    static int rmdir(ToolCall call) throws ToolFailure, IOException {
        int status = 0;
        for (String operand : Options.of(call.arguments(), "pv").atLeast(1)) {
            try {
                call.disk().rmdir(call.path(operand));
            } catch (Errno error) {
                status = call.say(1, "failed to remove '" + operand + "': " + error.text());
            }
        }
        return status;
    }

    static int rm(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "rRfiv", Map.of("recursive", 'r', "force", 'f'));
        boolean recursive = options.has('r') || options.has('R');
        int status = 0;
        for (String operand : options.has('f') ? options.operands() : options.atLeast(1)) {
            try {
                remove(call, call.path(operand), recursive);
            } catch (Errno error) {
                if (!options.has('f') || !error.isAbsent()) {
                    status = call.say(1, "cannot remove '" + operand + "': " + error.text());
                }
            }
        }
        return status;
    }

    private static void remove(ToolCall call, String path, boolean recursive) throws Errno {
        Stat stat = call.disk().stat(path, false);
        if (!stat.isFolder()) {
            call.disk().unlink(path);
            return;
        }
        if (!recursive) {
            throw new Errno("EISDIR", path);
        }
        for (String name : call.disk().list(path)) {
            remove(call, path + "/" + name, true);
        }
        call.disk().rmdir(path);
    }

    static int touch(ToolCall call) throws ToolFailure, IOException {
        Options options =
                Options.of(call.arguments(), "acmd:r:", Map.of("date", 'd', "reference", 'r', "no-create", 'c'));
        long time = time(call, options);
        int status = 0;
        for (String operand : options.atLeast(1)) {
            String path = call.path(operand);
            try {
                if (!call.disk().exists(path)) {
                    if (options.has('c')) {
                        continue;
                    }
                    NewFile.put(call, path, new byte[0], false);
                }
                call.disk().modified(path, time);
            } catch (Errno error) {
                status = call.say(1, "cannot touch '" + operand + "': " + error.text());
            }
        }
        return status;
    }

    private static long time(ToolCall call, Options options) throws ToolFailure, Errno {
        Optional<String> reference = options.argument('r');
        if (reference.isPresent()) {
            return call.disk().stat(call.path(reference.get()), true).modifiedSeconds();
        }
        String date = options.argument('d')
                .orElse("@" + call.invocation().machine().clock().epochSeconds());
        if (!date.matches("@[0-9]{1,12}")) {
            throw new ToolFailure("invalid date format '" + date + "'");
        }
        return Long.parseLong(date.substring(1));
    }
}
