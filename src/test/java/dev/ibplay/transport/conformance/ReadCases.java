package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.ResolvePath;
import dev.ibplay.exec.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What reading files must answer. */
final class ReadCases {
    private ReadCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("content is whole, with mode, owner and time", ReadCases::content),
                ConformanceCase.of("empty files and ends without newline are kept", ReadCases::ends),
                ConformanceCase.of("a missing file or folder is absent", ReadCases::absent),
                ConformanceCase.of("what cannot be read is never absent", ReadCases::denied),
                ConformanceCase.of("a file may be as large as the limit and not larger (EFBIG)", ReadCases::limit),
                ConformanceCase.of("a folder is EISDIR", ReadCases::folder),
                ConformanceCase.of("a link is followed", ReadCases::link),
                ConformanceCase.of("names may hold spaces, quotes and newlines", ReadCases::oddNames),
                ConformanceCase.of("attributes without a size are read to their end", ReadCases::attribute),
                ConformanceCase.of("a pattern finds readable files in order of their names", ReadCases::matching),
                ConformanceCase.of("a pattern may have wildcards in folders", ReadCases::matchingFolders),
                ConformanceCase.of("a pattern without a match finds nothing", ReadCases::noMatch),
                ConformanceCase.of("a pattern finds what its batch has made before", ReadCases::matchingNews),
                ConformanceCase.of("a file over the limit fails the whole pattern (EFBIG)", ReadCases::matchingLimit),
                ConformanceCase.of("a pattern tells the folders that it cannot look into", ReadCases::shut),
                ConformanceCase.of("a pattern tells the files that fail to be read", ReadCases::failing),
                ConformanceCase.of("a link to a device is found as an empty file", ReadCases::device),
                ConformanceCase.of("a path is resolved through all links, or absent", ReadCases::resolve));
    }

    private static void content(Scene scene) throws Exception {
        String file = scene.file("every", Scene.everyByte(), 0640);
        scene.host().modified(file, 1_600_000_000L);
        var found = Scene.as(Outcome.FileContent.class, scene.ask(ReadFile.of(file)));
        int gid = scene.host().owner(file).gid();
        assertThat(found).isEqualTo(new Outcome.FileContent(Scene.everyByte(), 0640, scene.uid(), gid, 1_600_000_000L));
    }

    private static void ends(Scene scene) throws Exception {
        for (String text : List.of("", "\n", "a", "a\n", "a\n\n", "\r\n", "\0")) {
            scene.file("end", text, 0600);
            var found = Scene.as(Outcome.FileContent.class, scene.ask(ReadFile.of(scene.path("end"))));
            assertThat(found.content().latin1()).isEqualTo(text);
        }
    }

    private static void absent(Scene scene) throws Exception {
        scene.file("file", "x", 0644);
        for (String path : List.of("none", "none/deeper", "file/deeper")) {
            assertThat(scene.ask(ReadFile.of(scene.path(path)))).as(path).isEqualTo(new Outcome.FileAbsent());
        }
        scene.symlink("nowhere", "dangling");
        assertThat(scene.ask(ReadFile.of(scene.path("dangling")))).isEqualTo(new Outcome.FileAbsent());
    }

    private static void denied(Scene scene) throws Exception {
        scene.requireNotRoot("nothing is unreadable to root");
        scene.file("secret", "x", 0);
        scene.assertFails(ReadFile.of(scene.path("secret")), "EACCES");
        scene.subfolder("closed");
        scene.file("closed/file", "x", 0644);
        scene.host().mode(scene.path("closed"), 0);
        scene.assertFails(ReadFile.of(scene.path("closed/file")), "EACCES");
        scene.file("open", "y", 0644);
        var found = Scene.as(Outcome.FilesFound.class, scene.ask(new ReadMatching(scene.path("*"), 10)));
        assertThat(found.files()).containsExactly(new Outcome.NamedFile(scene.path("open"), Bytes.ofUtf8("y")));
        assertThat(unread(scene, scene.path("*"))).containsExactly(scene.path("secret") + " EACCES");
    }

    private static void shut(Scene scene) throws Exception {
        scene.requireNotRoot("all folders are open to root");
        scene.subfolder("closed");
        scene.file("closed/file", "x", 0644);
        scene.subfolder("open");
        for (int mode : List.of(0, 0444)) {
            scene.host().mode(scene.path("closed"), mode);
            for (String pattern : List.of("closed/*", "*/*", "closed/file", "*/file")) {
                assertThat(unread(scene, scene.path(pattern)))
                        .as("%s of mode %o", pattern, mode)
                        .containsExactly(scene.path("closed") + " EACCES");
            }
        }
    }

    private static void failing(Scene scene) throws Exception {
        String memory = "/proc/self/mem";
        Scene.applicable(!scene.host().isVmkernel() && scene.host().exists(memory), "no " + memory + " here");
        assertThat(unread(scene, "/proc/self/me[m]")).containsExactly(memory + " EIO");
    }

    private static List<String> unread(Scene scene, String pattern) throws Exception {
        return Scene.as(Outcome.FilesFound.class, scene.ask(new ReadMatching(pattern, 10))).unread().stream()
                .map(unread -> unread.path() + " " + unread.why().errno())
                .toList();
    }

    private static void device(Scene scene) throws Exception {
        scene.symlink("/dev/null", "masked");
        scene.symlink("masked", "masked too");
        scene.symlink("loop", "loop");
        scene.symlink("nowhere", "dangling");
        assertThat(scene.ask(new ReadMatching(scene.path("*"), 10)))
                .isEqualTo(new Outcome.FilesFound(List.of(
                        new Outcome.NamedFile(scene.path("masked"), Bytes.EMPTY),
                        new Outcome.NamedFile(scene.path("masked too"), Bytes.EMPTY))));
    }

    private static void limit(Scene scene) throws Exception {
        scene.file("ten", "0123456789", 0644);
        Scene.as(Outcome.FileContent.class, scene.ask(new ReadFile(scene.path("ten"), 10)));
        scene.assertFails(new ReadFile(scene.path("ten"), 9), "EFBIG");
    }

    private static void folder(Scene scene) throws Exception {
        scene.assertFails(ReadFile.of(scene.folder()), "EISDIR");
    }

    private static void link(Scene scene) throws Exception {
        scene.file("target", "there", 0600);
        scene.symlink("target", "link");
        var found = Scene.as(Outcome.FileContent.class, scene.ask(ReadFile.of(scene.path("link"))));
        assertThat(found.content()).isEqualTo(Bytes.ofUtf8("there"));
        assertThat(found.mode()).isEqualTo(0600);
    }

    private static void oddNames(Scene scene) throws Exception {
        for (String name : List.of("a b", "it's", "\"q\"", "$x", "-r", "new\nline", "back\\slash", "*", "\u00fc")) {
            scene.file(name, name, 0644);
            var found = Scene.as(Outcome.FileContent.class, scene.ask(ReadFile.of(scene.path(name))));
            assertThat(found.content().size()).as(name).isPositive();
        }
    }

    private static void attribute(Scene scene) throws Exception {
        Scene.applicable(!scene.host().isVmkernel(), "ESXi has no /proc");
        var found = Scene.as(Outcome.FileContent.class, scene.ask(ReadFile.of("/proc/version")));
        assertThat(found.content()).isEqualTo(scene.content("/proc/version"));
        var matched = Scene.as(Outcome.FilesFound.class, scene.ask(new ReadMatching("/proc/versio?", 4096)));
        assertThat(matched.files()).containsExactly(new Outcome.NamedFile("/proc/version", found.content()));
    }

    private static List<String> matches(Scene scene, String pattern) throws Exception {
        return Scene.as(Outcome.FilesFound.class, scene.ask(new ReadMatching(scene.path(pattern), 100)))
                .files()
                .stream()
                .map(f -> f.path().substring(scene.folder().length() + 1) + "="
                        + f.content().latin1())
                .toList();
    }

    private static void matching(Scene scene) throws Exception {
        for (String name : Arrays.asList("b.conf", "a.conf", "B.conf", "c.txt", ".hidden.conf", "d e.conf")) {
            scene.file(name, "<" + name + ">", 0644);
        }
        scene.subfolder("sub.conf");
        assertThat(matches(scene, "*.conf"))
                .containsExactly("B.conf=<B.conf>", "a.conf=<a.conf>", "b.conf=<b.conf>", "d e.conf=<d e.conf>");
        assertThat(matches(scene, "[ab].conf")).containsExactly("a.conf=<a.conf>", "b.conf=<b.conf>");
        assertThat(matches(scene, "?.txt")).containsExactly("c.txt=<c.txt>");
        assertThat(matches(scene, "c.txt")).containsExactly("c.txt=<c.txt>");
    }

    private static void matchingFolders(Scene scene) throws Exception {
        for (String name : List.of("mlx5_0", "mlx5_1")) {
            scene.subfolder(name);
            scene.subfolder(name + "/ports");
            scene.file(name + "/ports/state", name, 0644);
        }
        scene.symlink("mlx5_0", "mlx5_2");
        assertThat(matches(scene, "mlx5_*/p*/state"))
                .containsExactly("mlx5_0/ports/state=mlx5_0", "mlx5_1/ports/state=mlx5_1", "mlx5_2/ports/state=mlx5_0");
    }

    private static void noMatch(Scene scene) throws Exception {
        assertThat(matches(scene, "*.none")).isEmpty();
        assertThat(matches(scene, "none/*")).isEmpty();
        assertThat(matches(scene, "none")).isEmpty();
    }

    private static void matchingNews(Scene scene) throws Exception {
        scene.file("old", "1", 0644);
        var pattern = new ReadMatching(scene.path("*"), 10);
        var made = new ReplaceFile(scene.path("young"), Optional.empty(), Bytes.ofUtf8("2"), 0644);
        List<Outcome> outcomes = scene.askAll(false, pattern, pattern, made, pattern);
        assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
        assertThat(Scene.as(Outcome.FilesFound.class, outcomes.get(3)).files())
                .containsExactly(
                        new Outcome.NamedFile(scene.path("old"), Bytes.ofUtf8("1")),
                        new Outcome.NamedFile(scene.path("young"), Bytes.ofUtf8("2")));
    }

    private static void matchingLimit(Scene scene) throws Exception {
        scene.file("small", "1", 0644);
        scene.file("wide", "12345", 0644);
        scene.assertFails(new ReadMatching(scene.path("*"), 4), "EFBIG");
    }

    private static void resolve(Scene scene) throws Exception {
        String real = scene.host().resolve(scene.folder());
        scene.subfolder("device");
        scene.file("device/driver", "x", 0644);
        scene.symlink("second", "first");
        scene.symlink("device", "second");
        assertThat(scene.ask(new ResolvePath(scene.path("first/driver"))))
                .isEqualTo(new Outcome.PathResolved(real + "/device/driver"));
        assertThat(scene.ask(new ResolvePath(scene.path("device/../first"))))
                .isEqualTo(new Outcome.PathResolved(real + "/device"));
        scene.symlink("nowhere", "dangling");
        for (String path : List.of("none", "dangling", "device/none")) {
            assertThat(scene.ask(new ResolvePath(scene.path(path)))).as(path).isEqualTo(new Outcome.FileAbsent());
        }
    }
}
