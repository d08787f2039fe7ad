package dev.ibplay.lab.programs;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** {@code mv}, {@code cp} and {@code ln}. */
final class Moving {
    private static final Map<String, Character> NAMES = Map.ofEntries(
            Map.entry("force", 'f'),
            Map.entry("no-target-directory", 'T'),
            Map.entry("no-clobber", 'n'),
            Map.entry("recursive", 'r'),
            Map.entry("archive", 'a'),
            Map.entry("preserve", 'p'),
            Map.entry("symbolic", 's'),
            Map.entry("no-dereference", 'd'));

    private final ToolCall call;
    private final Options options;

    /** One file to its new place. */
    private interface Step {
        void apply(String shown, String operand, String to) throws Errno, ToolFailure;
    }

    private Moving(ToolCall call, Options options) {
        this.call = call;
        this.options = options;
    }

    static int mv(ToolCall call) throws ToolFailure, IOException {
        Moving moving = new Moving(call, Options.of(call.arguments(), "fniTv", NAMES));
        return moving.each(moving::move);
    }

    static int cp(ToolCall call) throws ToolFailure, IOException {
        Moving moving = new Moving(call, Options.of(call.arguments(), "fnirRapdPLTv", NAMES));
        return moving.each(moving::copy);
    }

    static int ln(ToolCall call) throws ToolFailure, IOException {
        Moving moving = new Moving(call, Options.of(call.arguments(), "sfnTiv", NAMES));
        return moving.each(moving::link);
    }

    private int each(Step step) throws ToolFailure {
        List<String> words = options.atLeast(1);
        if (words.size() < 2 && !options.has('s')) {
            throw new ToolFailure("missing destination file operand after '" + words.getFirst() + "'");
        }
        String last = words.size() < 2 ? "." : words.getLast();
        boolean linkItself = call.name().equals("ln") && options.has('n') && isLink(call.path(last));
        boolean into = !options.has('T') && !linkItself && Folders.isFolder(call, call.path(last));
        List<String> sources = words.size() < 2 ? words : words.subList(0, words.size() - 1);
        if (sources.size() > 1 && !into) {
            throw new ToolFailure("target '" + last + "' is not a directory");
        }
        int status = 0;
        for (String source : sources) {
            String shown = into ? last.replaceFirst("/+$", "") + "/" + Paths.base(source) : last;
            try {
                step.apply(shown, source, call.path(shown));
            } catch (ToolFailure failure) {
                status = call.say(failure.status(), String.valueOf(failure.getMessage()));
            } catch (Errno error) {
                status = call.say(1, describe(source, shown, error));
            }
        }
        return status;
    }

    private String describe(String source, String target, Errno error) {
        return switch (call.name()) {
            case "mv" -> "cannot move '" + source + "' to '" + target + "': " + error.text();
            case "cp" -> "cannot create regular file '" + target + "': " + error.text();
            default ->
                "failed to create " + (options.has('s') ? "symbolic" : "hard") + " link '" + target + "': "
                        + error.text();
        };
    }

    private boolean isLink(String path) {
        try {
            return call.disk().stat(path, false).isLink();
        } catch (Errno absent) {
            return false;
        }
    }

    private Stat source(String what, String operand, boolean follow) throws ToolFailure {
        try {
            return call.disk().stat(call.path(operand), follow);
        } catch (Errno error) {
            throw ToolCall.cannot(what, operand, error);
        }
    }

    private void move(String shown, String operand, String to) throws Errno, ToolFailure {
        Stat stat = source("cannot stat", operand, false);
        if (options.has('n') && call.disk().exists(to)) {
            return;
        }
        if (stat.isFolder() != Folders.isFolder(call, to) && call.disk().exists(to)) {
            throw new ToolFailure(
                    stat.isFolder()
                            ? "cannot overwrite non-directory '" + shown + "' with directory '" + operand + "'"
                            : "cannot overwrite directory '" + shown + "' with non-directory");
        }
        try {
            call.disk().rename(call.path(operand), to);
        } catch (Errno error) {
            if (!error.name().equals("EXDEV") || !stat.isFile()) {
                throw error;
            }
            copyFile(call.path(operand), to, stat, true);
            call.disk().unlink(call.path(operand));
        }
    }

    private void copy(String shown, String operand, String to) throws Errno, ToolFailure {
        boolean recursive = options.has('r') || options.has('R') || options.has('a');
        boolean links = options.has('a') || options.has('d') || options.has('P');
        Stat stat = source("cannot stat", operand, !links);
        if (stat.isFolder() && !recursive) {
            throw new ToolFailure("-r not specified; omitting directory '" + operand + "'");
        }
        if (options.has('n') && call.disk().exists(to)) {
            return;
        }
        copyAny(call.path(operand), to, stat, links);
    }

    private void copyAny(String from, String to, Stat stat, boolean links) throws Errno {
        boolean keeps = options.has('p') || options.has('a');
        switch (stat.kind()) {
            case LINK -> call.disk().symlink(call.disk().readlink(from), to);
            case FILE -> copyFile(from, to, stat, keeps);
            case FOLDER -> {
                if (!Folders.isFolder(call, to)) {
                    call.disk().mkdir(to, stat.mode());
                    call.own(to);
                }
                for (String name : call.disk().list(from)) {
                    String inner = from + "/" + name;
                    copyAny(inner, to + "/" + name, call.disk().stat(inner, !links), links);
                }
            }
        }
    }

    private void copyFile(String from, String to, Stat stat, boolean keeps) throws Errno {
        Bytes content = call.disk().read(from);
        call.write(to, content, stat.mode());
        if (keeps) {
            call.disk().chmod(to, stat.mode());
            if (call.uid() == 0) {
                call.disk().chown(to, stat.uid(), stat.gid());
            }
            call.disk().modified(to, stat.modifiedSeconds());
        }
    }

    private void link(String shown, String operand, String to) throws Errno, ToolFailure {
        if (!options.has('s')) {
            source("failed to access", operand, false);
        }
        if (options.has('f') && call.disk().exists(to)) {
            call.disk().unlink(to);
        }
        if (options.has('s')) {
            call.disk().symlink(ByteText.unicode(operand), to);
        } else {
            call.disk().link(call.path(operand), to);
        }
    }
}
