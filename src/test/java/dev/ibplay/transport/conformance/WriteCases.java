package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.WriteAttribute;
import dev.ibplay.exec.Outcome;
import java.util.List;
import java.util.Optional;

/** What changing files must answer, and leave behind. */
final class WriteCases {
    private static final Bytes OLD = Bytes.ofUtf8("old\n");
    private static final Bytes NEW = Bytes.ofUtf8("new\n");

    private WriteCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("a replaced file has the new content and its old mode", WriteCases::replace),
                ConformanceCase.of("a replaced file keeps its owner", WriteCases::owner),
                ConformanceCase.of("any bytes can be written", WriteCases::everyByte),
                ConformanceCase.of("a created file has the mode asked for, whatever the umask", WriteCases::create),
                ConformanceCase.of(
                        "a precondition that does not hold is Moved, and nothing is changed", WriteCases::moved),
                ConformanceCase.of("a link stays and its target is replaced", WriteCases::link),
                ConformanceCase.of("a link to a missing file has its target created", WriteCases::danglingLink),
                ConformanceCase.of("a file in a missing folder is ENOENT", WriteCases::missingFolder),
                ConformanceCase.of("a folder that may not be written is EACCES", WriteCases::denied),
                ConformanceCase.of(
                        "on a full disk (ENOSPC) the old file stays, and nothing else", WriteCases::fullDisk),
                ConformanceCase.of("a file is removed only while it holds what is expected", WriteCases::remove),
                ConformanceCase.of(
                        "an attribute is written in place, never created or truncated", WriteCases::attribute),
                ConformanceCase.of("an attribute that refuses a value fails", WriteCases::attributeRefuses));
    }

    private static ReplaceFile change(String path) {
        return new ReplaceFile(path, Optional.of(OLD), NEW, 0644);
    }

    private static void replace(Scene scene) throws Exception {
        String file = scene.file("a b.conf", OLD, 0604);
        assertThat(scene.ask(change(file))).isEqualTo(new Outcome.Done());
        assertThat(scene.content(file)).isEqualTo(NEW);
        assertThat(scene.mode(file)).isEqualTo(0604);
        assertThat(scene.names(scene.folder())).containsExactly("a b.conf");
    }

    private static void owner(Scene scene) throws Exception {
        scene.requireRoot("only root gives files away");
        String file = scene.file("owned", OLD, 04750);
        scene.host().owner(file, new TestHost.Owner(1234, 2345));
        scene.host().mode(file, 04750);
        assertThat(scene.ask(change(file))).isEqualTo(new Outcome.Done());
        assertThat(scene.host().owner(file)).isEqualTo(new TestHost.Owner(1234, 2345));
        assertThat(scene.mode(file)).isEqualTo(04750);
    }

    private static void everyByte(Scene scene) throws Exception {
        String file = scene.file("bytes", Bytes.EMPTY, 0644);
        Bytes before = Bytes.EMPTY;
        for (Bytes content : List.of(Scene.everyByte(), Bytes.ofLatin1("\0"), Bytes.ofUtf8("x"), Bytes.EMPTY)) {
            assertThat(scene.ask(new ReplaceFile(file, Optional.of(before), content, 0644)))
                    .isEqualTo(new Outcome.Done());
            assertThat(scene.content(file)).isEqualTo(content);
            before = content;
        }
    }

    private static void create(Scene scene) throws Exception {
        String file = scene.path("created");
        assertThat(scene.ask(new ReplaceFile(file, Optional.empty(), NEW, 0666)))
                .isEqualTo(new Outcome.Done());
        assertThat(scene.content(file)).isEqualTo(NEW);
        assertThat(scene.mode(file)).isEqualTo(0666);
        assertThat(scene.host().owner(file).uid()).isEqualTo(scene.uid());
        assertThat(scene.names(scene.folder())).containsExactly("created");
    }

    private static void moved(Scene scene) throws Exception {
        String file = scene.file("file", "edited by hand\n", 0644);
        List<ReplaceFile> stale = List.of(
                change(file),
                new ReplaceFile(file, Optional.of(Bytes.EMPTY), NEW, 0644),
                new ReplaceFile(file, Optional.of(Bytes.ofUtf8("edited by hand")), NEW, 0644),
                new ReplaceFile(file, Optional.empty(), NEW, 0644),
                change(scene.path("absent")));
        for (ReplaceFile operation : stale) {
            Scene.as(Outcome.Moved.class, scene.ask(operation));
        }
        assertThat(scene.content(file)).isEqualTo(Bytes.ofUtf8("edited by hand\n"));
        assertThat(scene.names(scene.folder())).containsExactly("file");
    }

    private static void link(Scene scene) throws Exception {
        scene.subfolder("real");
        String real = scene.path("real");
        String target = scene.file("real/file", OLD, 0640);
        String link = scene.symlink("second", "link");
        scene.symlink("real/file", "second");
        assertThat(scene.ask(change(link))).isEqualTo(new Outcome.Done());
        assertThat(scene.host().isLink(link)).isTrue();
        assertThat(scene.content(target)).isEqualTo(NEW);
        assertThat(scene.mode(target)).isEqualTo(0640);
        assertThat(scene.names(real)).containsExactly("file");
        assertThat(scene.names(scene.folder())).containsExactly("link", "real", "second");
    }

    private static void danglingLink(Scene scene) throws Exception {
        scene.subfolder("real");
        scene.symlink("real/new", "link");
        assertThat(scene.ask(new ReplaceFile(scene.path("link"), Optional.empty(), NEW, 0600)))
                .isEqualTo(new Outcome.Done());
        assertThat(scene.host().isLink(scene.path("link"))).isTrue();
        assertThat(scene.content(scene.path("real/new"))).isEqualTo(NEW);
    }

    private static void missingFolder(Scene scene) throws Exception {
        scene.assertFails(new ReplaceFile(scene.path("none/file"), Optional.empty(), NEW, 0644), "ENOENT");
        assertThat(scene.names(scene.folder())).isEmpty();
    }

    private static void denied(Scene scene) throws Exception {
        scene.requireNotRoot("root may write everywhere");
        String closed = scene.subfolder("closed");
        scene.file("closed/file", OLD, 0644);
        scene.host().mode(closed, 0555);
        scene.assertFails(change(scene.path("closed/file")), "EACCES");
        scene.assertFails(new RemoveFile(scene.path("closed/file"), OLD), "EACCES");
        assertThat(scene.content(closed + "/file")).isEqualTo(OLD);
    }

    private static void fullDisk(Scene scene) throws Exception {
        scene.requireRoot("a small file system must be mounted");
        String disk = scene.subfolder("disk");
        scene.mounts().small(disk);
        try {
            String file = scene.file("disk/file", OLD, 0644);
            Bytes much = Bytes.of(new byte[200_000]);
            scene.assertFails(new ReplaceFile(file, Optional.of(OLD), much, 0644), "ENOSPC");
            scene.assertFails(new ReplaceFile(scene.path("disk/new"), Optional.empty(), much, 0644), "ENOSPC");
            assertThat(scene.content(file)).isEqualTo(OLD);
            assertThat(scene.names(disk)).containsExactly("file");
        } finally {
            scene.mounts().unmount(disk);
        }
    }

    private static void remove(Scene scene) throws Exception {
        String file = scene.file("file", OLD, 0644);
        Scene.as(Outcome.Moved.class, scene.ask(new RemoveFile(file, NEW)));
        assertThat(scene.exists(file)).isTrue();
        assertThat(scene.ask(new RemoveFile(file, OLD))).isEqualTo(new Outcome.Done());
        assertThat(scene.exists(file)).isFalse();
        Scene.as(Outcome.Moved.class, scene.ask(new RemoveFile(file, OLD)));
    }

    private static void attribute(Scene scene) throws Exception {
        String file = scene.file("mode", "datagram\n", 0644);
        long inode = scene.host().inode(file);
        assertThat(scene.ask(new WriteAttribute(file, Bytes.ofUtf8("DATA")))).isEqualTo(new Outcome.Done());
        assertThat(scene.content(file)).isEqualTo(Bytes.ofUtf8("DATAgram\n"));
        assertThat(scene.host().inode(file)).isEqualTo(inode);
        scene.assertFails(new WriteAttribute(scene.path("none"), Bytes.ofUtf8("x")), "ENOENT");
        assertThat(scene.names(scene.folder())).containsExactly("mode");
    }

    private static void attributeRefuses(Scene scene) throws Exception {
        // A shell's message may not carry the errno.
        if (scene.host().isVmkernel()) {
            return;
        }
        scene.assertFails(
                new WriteAttribute("/proc/self/oom_score_adj", Bytes.ofUtf8("nonsense\n")), "EINVAL", "EOTHER");
    }
}
