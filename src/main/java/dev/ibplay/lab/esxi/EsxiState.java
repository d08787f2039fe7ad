package dev.ibplay.lab.esxi;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A host's settings three times: as they are now, as the boot bank has them, and as the drivers were started with. What was not saved is
 * lost with the memory that it is in; of /etc only files that are marked are saved with it.
 */
final class EsxiState {
    /** Where the boot bank keeps what was saved. */
    static final String SAVED = "/bootbank/state.tgz";

    private static final int FILE_MODE = 0644;

    /** Files of /etc that are saved; no command can add to them. */
    private static final List<String> STICKY = List.of(
            "/etc/hosts",
            "/etc/passwd",
            "/etc/rc.local.d/local.sh",
            "/etc/resolv.conf",
            "/etc/ssh/keys-root/authorized_keys",
            "/etc/vmware/esx.conf");

    private record Kept(Bytes content, int mode) {}

    private EsxiSettings running;
    private EsxiSettings saved;
    private EsxiSettings loaded;
    private Map<String, Kept> savedFiles = Map.of();
    private int saves;

    /** That of a host whose settings were saved before it went down. */
    EsxiState(EsxiSettings saved) {
        this.running = saved;
        this.saved = saved;
        this.loaded = saved;
    }

    synchronized EsxiSettings running() {
        return running;
    }

    /** Options that a kernel module was loaded with, as {@code a=1 b=2}. */
    synchronized String loaded(String module) {
        return loaded.parameters().getOrDefault(module, "");
    }

    synchronized void change(UnaryOperator<EsxiSettings> how) {
        running = how.apply(running);
    }

    /** What auto-backup.sh does. */
    synchronized void save(Disk disk) throws Errno {
        Map<String, Kept> files = new HashMap<>();
        for (String path : STICKY) {
            if (disk.exists(path)) {
                files.put(path, new Kept(disk.read(path), disk.stat(path, true).mode()));
            }
        }
        saves++;
        disk.write(SAVED, Bytes.ofUtf8("state %d of %s\n".formatted(saves, running)), FILE_MODE);
        saved = running;
        savedFiles = Map.copyOf(files);
    }

    /** The host starts: what was saved counts, and is laid on the disk. */
    synchronized void start(Disk disk) throws Errno {
        running = saved;
        loaded = saved;
        for (Map.Entry<String, Kept> file : savedFiles.entrySet()) {
            disk.folders(file.getKey().substring(0, file.getKey().lastIndexOf('/')));
            disk.write(file.getKey(), file.getValue().content(), file.getValue().mode());
            disk.chmod(file.getKey(), file.getValue().mode());
        }
    }
}
