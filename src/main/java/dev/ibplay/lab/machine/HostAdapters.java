package dev.ibplay.lab.machine;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Errno;

/** A host's InfiniBand adapters, for the operations that send management packets. Called from many threads at a time. */
public interface HostAdapters {
    /** A host without any adapter. */
    HostAdapters NONE = new HostAdapters() {
        @Override
        public Outcome subnet(Operation.SubnetQuery operation) {
            return absent(operation.from());
        }

        @Override
        public Outcome administration(Operation.AdministrationQuery operation) {
            return absent(operation.from());
        }

        @Override
        public Outcome discover(Operation.DiscoverFabric operation) {
            return absent(operation.from());
        }
    };

    /** What a far end says of a port that is not there. */
    static Outcome absent(MadPort port) {
        return new Outcome.OperationFailed("ENODEV", "open " + port + ": " + Errno.text("ENODEV"));
    }

    /** AttributeRead, NoAnswer, ErrorStatus or OperationFailed. */
    Outcome subnet(Operation.SubnetQuery operation) throws InterruptedException;

    /** RecordsRead, NoAnswer, ErrorStatus or OperationFailed. */
    Outcome administration(Operation.AdministrationQuery operation) throws InterruptedException;

    /** FabricDiscovered or OperationFailed. */
    Outcome discover(Operation.DiscoverFabric operation) throws InterruptedException;
}
