package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import java.util.Optional;
import java.util.regex.Pattern;

/** The far end's functions for files. */
record FarEndFiles(WindowsFiles files) {
    static void fail(Said said, Errno error) {
        said.fail(error.isAbsent() ? "ENOENT" : error.name(), error.subject() + ": " + error.text());
    }

    void read(FarEndCall call, Said said) {
        String path = call.path(0);
        if (files.isFolder(path)) {
            said.fail("EISDIR", path + " is a folder");
            return;
        }
        try {
            Bytes content = files.read(path);
            if (content.size() > call.number(1)) {
                large(said, path, call.number(1));
                return;
            }
            said.plain("meta %s %d".formatted(files.isReadOnly(path) ? "444" : "644", files.modifiedSeconds(path)));
            said.bytes("out", content);
            said.good("r ok");
        } catch (Errno error) {
            if (error.isAbsent()) {
                said.good("r absent");
            } else {
                fail(said, error);
            }
        }
    }

    private static void large(Said said, String path, long limit) {
        said.fail("EFBIG", "%s: larger than the limit of %d bytes".formatted(path, limit));
    }

    /** Those of a folder whose names fit an expression; what cannot be read is left out. */
    void match(FarEndCall call, Said said) {
        Pattern name = Pattern.compile(call.text(1), Pattern.CASE_INSENSITIVE);
        String folder = call.path(0);
        for (String each : files.list(folder)) {
            String path = folder + "\\" + each;
            if (name.matcher(each).find() && !files.isFolder(path) && !tell(said, path, path, call.number(2))) {
                return;
            }
        }
        said.good("r ok");
    }

    /** The file of one name in each folder of a folder; they are named as they were asked for. */
    void matchBelow(FarEndCall call, Said said) {
        String folder = call.path(0);
        for (String each : files.list(folder)) {
            String path = folder + "\\" + each + "\\" + call.text(1);
            String asked = call.text(0) + "/" + each + "/" + call.text(1);
            if (files.exists(path) && !tell(said, path, asked, call.number(2))) {
                return;
            }
        }
        said.good("r ok");
    }

    private boolean tell(Said said, String path, String asked, long limit) {
        Optional<Bytes> content = files.tryToRead(path);
        if (content.isPresent() && content.get().size() > limit) {
            large(said, path, limit);
            return false;
        }
        content.ifPresent(found -> {
            said.text("name", asked);
            said.bytes("file", found);
        });
        return true;
    }

    /** Why a file cannot be taken for what is expected; empty where it can. */
    Optional<String> differs(String path, Optional<Bytes> expected) throws Errno {
        if (expected.isEmpty()) {
            return files.exists(path) ? Optional.of("exists") : Optional.empty();
        }
        if (!files.exists(path)) {
            return Optional.of("absent");
        }
        return files.read(path).equals(expected.get()) ? Optional.empty() : Optional.of("other content");
    }

    void replace(FarEndCall call, Said said) {
        String path = call.path(0);
        Optional<Bytes> expected = call.isTrue(1) ? Optional.of(call.bytes(2)) : Optional.empty();
        try {
            Optional<String> found = differs(path, expected);
            if (found.isPresent()) {
                said.moved(found.get());
                return;
            }
            String folder = path.replaceFirst("[\\\\/][^\\\\/]*$", "");
            if (path.startsWith(WindowsFiles.OWN)) {
                files.folders(folder);
            }
            if (!files.isFolder(folder)) {
                said.fail("ENOENT", "Could not find a part of the path '%s'.".formatted(path));
                return;
            }
            put(path, call.bytes(3));
            said.good("r ok");
        } catch (Errno error) {
            fail(said, error);
        }
    }

    /** As a whole, under another name first. */
    private void put(String path, Bytes content) throws Errno {
        String staged = path + ".ibplay";
        try {
            files.create(staged, content);
            files.rename(staged, path);
        } finally {
            files.delete(staged);
        }
    }

    void remove(FarEndCall call, Said said) {
        try {
            Optional<String> found = differs(call.path(0), Optional.of(call.bytes(1)));
            if (found.isPresent()) {
                said.moved(found.get());
                return;
            }
            files.remove(call.path(0));
            said.good("r ok");
        } catch (Errno error) {
            fail(said, error);
        }
    }
}
