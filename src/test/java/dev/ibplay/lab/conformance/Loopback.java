package dev.ibplay.lab.conformance;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.machine.HostNetwork;

/** A host whose only interface is lo. */
final class Loopback implements HostNetwork {
    @Override
    public Outcome setMtu(Operation.SetLinkMtu operation) throws InterruptedException {
        return operation.interfaceName().equals("lo") ? new Outcome.Done() : HostNetwork.NONE.setMtu(operation);
    }

    @Override
    public Outcome ping(Operation.Ping operation) throws InterruptedException {
        String name = operation.interfaceName();
        if (!name.isEmpty() && !name.equals("lo")) {
            return HostNetwork.NONE.ping(operation);
        }
        return operation.address().startsWith("127.") ? new Outcome.Done() : new Outcome.NoAnswer();
    }
}
