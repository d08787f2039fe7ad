package dev.ibplay.lab.machine;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Attribute;
import dev.ibplay.lab.disk.Errno;
import java.util.Optional;

/** The root control group's cgroup.procs (kernel, cgroup-v2.rst): a process whose number is written there moves there, with 0 the writer. */
record RootGroup(Processes processes) implements Attribute {
    @Override
    public Bytes read() {
        StringBuilder text = new StringBuilder();
        processes.all().stream()
                .filter(process -> process.controlGroup().equals("/"))
                .forEach(process -> text.append(process.pid()).append('\n'));
        return Bytes.ofUtf8(text.toString());
    }

    @Override
    public void write(Bytes value) throws Errno {
        String number = value.lossyText().strip();
        if (!number.matches("[0-9]{1,9}")) {
            throw new Errno("EINVAL", "cgroup.procs");
        }
        int pid = Integer.parseInt(number);
        Optional<SimulatedProcess> moved = pid == 0 ? SimulatedProcess.current() : processes.find(pid);
        moved.orElseThrow(() -> new Errno("ESRCH", "cgroup.procs")).controlGroup("/");
    }

    @Override
    public int mode() {
        return 0644;
    }

    @Override
    public long size() {
        return 0;
    }
}
