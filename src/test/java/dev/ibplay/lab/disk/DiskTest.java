package dev.ibplay.lab.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.time.ManualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiskTest {
    private final ManualClock clock = new ManualClock();
    private final Disk disk = new Disk(clock);

    @BeforeEach
    void somethingToFind() throws Errno {
        disk.folders("/etc/opensm");
        disk.write("/etc/opensm/opensm.conf", Bytes.ofUtf8("one\n"), 0640);
        disk.symlink("opensm/opensm.conf", "/etc/link");
        disk.symlink("/etc", "/config");
    }

    private static String error(ThrowingCallable call) {
        return catchThrowableOfType(Errno.class, call).name();
    }

    private String text(String path) throws Errno {
        return disk.read(path).lossyText();
    }

    @Test
    void pathsAreResolvedAsTheKernelDoes() throws Errno {
        assertThat(text("/config/../config/./link")).isEqualTo("one\n");
        assertThat(disk.resolve("/config/link")).isEqualTo("/etc/opensm/opensm.conf");
        assertThat(disk.stat("/config/link", false).isLink()).isTrue();
        assertThat(error(() -> disk.read("/etc/opensm/opensm.conf/x"))).isEqualTo("ENOTDIR");
        assertThat(error(() -> disk.read("/etc/opensm/opensm.conf/"))).isEqualTo("ENOTDIR");
        assertThat(error(() -> disk.read("/none/x"))).isEqualTo("ENOENT");
        assertThat(error(() -> disk.read("/etc"))).isEqualTo("EISDIR");
        assertThat(error(() -> disk.read("relative"))).isEqualTo("ENOENT");
        disk.symlink("loop", "/loop");
        assertThat(error(() -> disk.read("/loop"))).isEqualTo("ELOOP");
        assertThat(error(() -> disk.mkdir("/" + "n".repeat(256), 0))).isEqualTo("ENAMETOOLONG");
    }

    @Test
    void aWriteGoesThroughADanglingLink() throws Errno {
        disk.symlink("/etc/new", "/dangling");
        disk.write("/dangling", Bytes.ofUtf8("x"), 0600);
        assertThat(text("/etc/new")).isEqualTo("x");
        disk.write("/etc/opensm/opensm.conf", Bytes.ofUtf8("two\n"), 0600);
        assertThat(disk.stat("/etc/link", true).mode()).isEqualTo(0640);
    }

    @Test
    void whoReadsDuringARenameFindsTheOldOrTheNewFile() throws Exception {
        var done = new AtomicBoolean();
        var reader = CompletableFuture.supplyAsync(() -> {
            int missing = 0;
            while (!done.get()) {
                missing += disk.exists("/etc/opensm/opensm.conf") ? 0 : 1;
            }
            return missing;
        });
        for (int i = 0; i < 5000; i++) {
            disk.write("/etc/tmp", Bytes.ofUtf8("new\n"), 0600);
            disk.rename("/etc/tmp", "/etc/opensm/opensm.conf");
        }
        done.set(true);
        assertThat(reader.get()).isZero();
    }

    @Test
    void renameReplacesAtOnceAndKeepsOtherNames() throws Errno {
        disk.link("/etc/opensm/opensm.conf", "/etc/second");
        disk.write("/etc/tmp", Bytes.ofUtf8("new\n"), 0600);
        disk.rename("/etc/tmp", "/etc/opensm/opensm.conf");
        assertThat(text("/etc/link")).isEqualTo("new\n");
        assertThat(text("/etc/second")).isEqualTo("one\n");
        assertThat(disk.exists("/etc/tmp")).isFalse();
        assertThat(error(() -> disk.renameNew("/etc/second", "/etc/opensm/opensm.conf")))
                .isEqualTo("EEXIST");
        assertThat(error(() -> disk.rename("/etc/second", "/etc/opensm"))).isEqualTo("EISDIR");
        assertThat(error(() -> disk.rename("/etc", "/etc/opensm/in"))).isEqualTo("EINVAL");
        assertThat(error(() -> disk.rmdir("/etc/opensm"))).isEqualTo("ENOTEMPTY");
        disk.rename("/etc/opensm", "/moved");
        assertThat(text("/moved/opensm.conf")).isEqualTo("new\n");
    }

    @Test
    void namesOfOneFileShareItsContent() throws Errno {
        disk.link("/etc/opensm/opensm.conf", "/etc/second");
        disk.append("/etc/second", Bytes.ofUtf8("two\n"), 0600);
        assertThat(text("/etc/link")).isEqualTo("one\ntwo\n");
        disk.unlink("/etc/opensm/opensm.conf");
        assertThat(text("/etc/second")).isEqualTo("one\ntwo\n");
    }

    @Test
    void copiesGoTheirOwnWays() throws Errno {
        Disk copy = disk.copy(clock);
        disk.write("/etc/link", Bytes.ofUtf8("here\n"), 0600);
        copy.unlink("/etc/link");
        copy.write("/there", Bytes.EMPTY, 0600);
        Disk third = copy.copy(clock);
        third.chmod("/there", 0755);
        assertThat(text("/etc/link")).isEqualTo("here\n");
        assertThat(disk.exists("/there")).isFalse();
        assertThat(copy.read("/etc/opensm/opensm.conf").lossyText()).isEqualTo("one\n");
        assertThat(copy.stat("/there", true).mode()).isEqualTo(0600);
        assertThat(third.list("/")).containsExactly("config", "etc", "there");
    }

    @Test
    void manyCopiesStayReadable() throws Errno {
        Disk last = disk;
        for (int i = 0; i < 40; i++) {
            last.write("/file" + i, Bytes.ofUtf8("" + i), 0600);
            last = last.copy(clock);
        }
        assertThat(last.read("/file0").lossyText() + last.read("/file39").lossyText())
                .isEqualTo("039");
        assertThat(last.read("/etc/link").lossyText()).isEqualTo("one\n");
    }

    @Test
    void aFullDiskStoresWhatFits() throws Errno {
        disk.limit(10);
        assertThat(error(() -> disk.write("/big", Bytes.ofUtf8("0123456789"), 0600)))
                .isEqualTo("ENOSPC");
        assertThat(text("/big")).isEqualTo("012345");
        disk.unlink("/big");
        disk.write("/fits", Bytes.ofUtf8("012345"), 0600);
        disk.readOnly("/", true);
        assertThat(error(() -> disk.unlink("/fits"))).isEqualTo("EROFS");
        assertThat(error(() -> disk.write("/fits", Bytes.EMPTY, 0))).isEqualTo("EROFS");
    }

    @Test
    void attributesAskTheirOwner() throws Errno {
        StringBuilder value = new StringBuilder("2044\n");
        disk.attribute("/sys/class/net/ib0/mtu", new Attribute() {
            @Override
            public Bytes read() {
                return Bytes.ofUtf8(value.toString());
            }

            @Override
            public void write(Bytes text) {
                value.replace(0, value.length(), text.lossyText());
            }
        });
        disk.attribute("/sys/class/net/ib0/flags", () -> Bytes.ofUtf8("0x1003\n"));
        disk.write("/sys/class/net/ib0/mtu", Bytes.ofUtf8("4092"), 0);
        assertThat(text("/sys/class/net/ib0/mtu")).isEqualTo("4092");
        assertThat(error(() -> disk.write("/sys/class/net/ib0/flags", Bytes.EMPTY, 0)))
                .isEqualTo("EACCES");
        assertThat(error(() -> disk.unlink("/sys/class/net/ib0/flags"))).isEqualTo("EPERM");
    }

    @Test
    void patternsMatchByName() throws Errno {
        disk.write("/etc/.hidden", Bytes.EMPTY, 0600);
        disk.write("/etc/a[1]", Bytes.EMPTY, 0600);
        assertThat(disk.glob("/etc/*")).containsExactly("/etc/a[1]", "/etc/link", "/etc/opensm");
        assertThat(disk.glob("/etc/.h*")).containsExactly("/etc/.hidden");
        assertThat(disk.glob("/*/opensm/*.con[a-f]"))
                .containsExactly("/config/opensm/opensm.conf", "/etc/opensm/opensm.conf");
        assertThat(disk.glob("/etc/a\\[?]")).containsExactly("/etc/a[1]");
        assertThat(disk.glob("/etc/[!l]*k")).isEmpty();
        assertThat(disk.glob("/etc/link")).containsExactly("/etc/link");
    }

    @Test
    void aFolderMayBeAFileSystemOfItsOwn() throws Errno {
        disk.limit("/etc/opensm", 6);
        assertThat(error(() -> disk.write("/etc/opensm/more", Bytes.ofUtf8("123"), 0600)))
                .isEqualTo("ENOSPC");
        disk.write("/etc/other", Bytes.ofUtf8("123456789"), 0600);
        assertThat(error(() -> disk.rename("/etc/other", "/etc/opensm/other"))).isEqualTo("EXDEV");
        disk.readOnly("/etc/opensm", true);
        assertThat(error(() -> disk.unlink("/etc/opensm/opensm.conf"))).isEqualTo("EROFS");
        disk.unlimited("/etc/opensm");
        disk.rename("/etc/other", "/etc/opensm/other");
        assertThat(text("/etc/opensm/other")).isEqualTo("123456789");
    }

    @Test
    void aWatchTellsOfNamesThatComeAndGo() throws Errno {
        StringBuilder seen = new StringBuilder();
        Runnable end = disk.watch("/etc/opensm", () -> seen.append("x"));
        disk.write("/config/opensm/new", Bytes.EMPTY, 0600);
        disk.write("/etc/other", Bytes.EMPTY, 0600);
        disk.unlink("/etc/opensm/new");
        end.run();
        disk.write("/etc/opensm/new", Bytes.EMPTY, 0600);
        assertThat(seen.toString()).isEqualTo("xx");
    }
}
