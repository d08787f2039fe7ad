package dev.ibplay.lab.machine;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Errno;
import java.util.Optional;

/** A host's network interfaces, for the operations that need them. */
public interface HostNetwork {
    /** A host without any interface. */
    HostNetwork NONE = new HostNetwork() {
        @Override
        public Outcome setMtu(Operation.SetLinkMtu operation) {
            String what = "set the MTU of " + operation.interfaceName() + " to " + operation.bytes();
            return new Outcome.OperationFailed("ENODEV", what + ": " + Errno.text("ENODEV"));
        }

        @Override
        public Outcome ping(Operation.Ping operation) {
            String name = operation.interfaceName().isEmpty() ? operation.address() : operation.interfaceName();
            return new Outcome.OperationFailed("ENODEV", "ping " + name + ": " + Errno.text("ENODEV"));
        }
    };

    /** Done, or OperationFailed with the kernel's errno: ENODEV, EINVAL. */
    Outcome setMtu(Operation.SetLinkMtu operation) throws InterruptedException;

    /** The address that logins seem to come from; empty for where they do come from. */
    default Optional<String> loginsFrom() {
        return Optional.empty();
    }

    /** Done, NoAnswer, or OperationFailed: ENODEV, EMSGSIZE, ENETUNREACH. Size and address have been checked. */
    Outcome ping(Operation.Ping operation) throws InterruptedException;
}
