package dev.ibplay.lab.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.transport.conformance.Mounts;

/** Folders of a lab disk that are file systems of their own. */
record LabMounts(Disk disk) implements Mounts {
    private static final int SMALL = 64 << 10;

    @Override
    public void small(String folder) throws Errno {
        disk.limit(folder, SMALL);
    }

    @Override
    public void bind(String folder) throws Errno {
        disk.readOnly(folder, false);
    }

    @Override
    public void makeReadOnly(String folder) throws Errno {
        disk.readOnly(folder, true);
    }

    @Override
    public void unmount(String folder) throws Errno {
        disk.unlimited(folder);
    }

    @Override
    public void fill(String folder) {
        Bytes much = Bytes.of(new byte[2 * SMALL]);
        Errno full = catchThrowableOfType(Errno.class, () -> disk.write(folder + "/filler", much, 0600));
        assertThat(full.name()).isEqualTo("ENOSPC");
    }
}
