package dev.ibplay.lab.esxi;

import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.util.Set;

/**
 * A root file system in memory: with each boot it is what the boot bank's packages make it. Datastores and boot banks are on disks and
 * stay as they are.
 *
 * @param image the packages' files
 */
record MemoryDisk(Disk disk, Disk image) {
    private static final Set<String> ON_DISKS = Set.of("vmfs", "bootbank", "altbootbank", "dev");

    void reset() throws Errno {
        for (String name : disk.list("/")) {
            if (!ON_DISKS.contains(name)) {
                remove("/" + name);
            }
        }
        for (String name : image.list("/")) {
            if (!ON_DISKS.contains(name)) {
                lay("/" + name);
            }
        }
    }

    private void remove(String path) throws Errno {
        if (disk.stat(path, false).isFolder()) {
            for (String name : disk.list(path)) {
                remove(path + "/" + name);
            }
            disk.rmdir(path);
        } else {
            disk.unlink(path);
        }
    }

    private void lay(String path) throws Errno {
        Stat stat = image.stat(path, false);
        switch (stat.kind()) {
            case FOLDER -> {
                disk.mkdir(path, stat.mode());
                for (String name : image.list(path)) {
                    lay(path + "/" + name);
                }
            }
            case LINK -> disk.symlink(image.readlink(path), path);
            case FILE -> disk.write(path, image.read(path), stat.mode());
        }
    }
}
