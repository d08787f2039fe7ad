package dev.ibplay.plan.interfaces;

import dev.ibplay.exec.Operation;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Step;
import java.util.List;

/**
 * What must be done to one interface of a host, in parts that go into the host's steps together with those of its other
 * interfaces.
 *
 * @param play the play that asks for it
 * @param prepare what must be done before a guard is armed
 * @param what for people: {@code set ipoib ib0 mtu 4092}; empty where only the file differs
 * @param depth how many interfaces lie below this one: 0 for one on a port, more for its children, for a bond,
 *     and for a VMkernel interface on its vSwitch
 * @param shrinks whether it may go before the fabric's own steps, and must
 * @param set running values, in the order that the kernel wants
 * @param undo what brings the old running values back
 * @param answers what must be so afterwards
 * @param files of the network stack
 * @param afterwards what makes a running stack read its files again
 */
public record InterfaceChange(
        int play,
        String host,
        List<Operation> prepare,
        String what,
        int depth,
        boolean shrinks,
        List<Fingerprint> restsOn,
        List<Operation> set,
        List<Operation> undo,
        List<Step.Awaited> answers,
        List<FileChange> files,
        List<Operation> afterwards) {
    public InterfaceChange {
        prepare = List.copyOf(prepare);
        restsOn = List.copyOf(restsOn);
        set = List.copyOf(set);
        undo = List.copyOf(undo);
        answers = List.copyOf(answers);
        files = List.copyOf(files);
        afterwards = List.copyOf(afterwards);
    }
}
