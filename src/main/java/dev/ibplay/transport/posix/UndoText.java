package dev.ibplay.transport.posix;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;

/** An operation that changes something as a line of a guard's log, in the words of native/src/tell.c; no contents of files. */
public final class UndoText {
    private static final int SHOWN = 64;
    private static final int LIMIT = 1024;

    private UndoText() {}

    /** One line, of at most 1024 characters. */
    public static String of(Operation operation) {
        String text = switch (operation) {
            case Operation.RunCommand o -> "run " + String.join(" ", o.arguments());
            case Operation.ReplaceFile o -> "replace " + o.path();
            case Operation.RemoveFile o -> "remove " + o.path();
            case Operation.WriteAttribute o -> "write " + shown(o.value()) + " to " + o.path();
            case Operation.SetLinkMtu o -> "set the MTU of " + o.interfaceName() + " to " + o.bytes();
            case Operation.SendSignal o -> "signal " + o.signal().number() + " to process " + o.pid();
            case Operation.ReadFile o -> o.toString();
            case Operation.ReadMatching o -> o.toString();
            case Operation.ResolvePath o -> o.toString();
            case Operation.ListProcesses o -> o.toString();
            case Operation.SubnetQuery o -> o.toString();
            case Operation.AdministrationQuery o -> o.toString();
            case Operation.DiscoverFabric o -> o.toString();
            case Operation.TakeLock o -> o.toString();
            case Operation.ArmGuard o -> "guard " + o.folder();
            case Operation.RenewGuard o -> "guard " + o.folder();
            case Operation.ConfirmGuard o -> "guard " + o.folder();
            case Operation.FireGuard o -> "guard " + o.folder();
            case Operation.Ping o -> "ping " + o.address();
        };
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() > LIMIT ? line.substring(0, LIMIT) : line;
    }

    private static String shown(Bytes value) {
        String text = value.lossyText().stripTrailing();
        return text.length() > SHOWN ? text.substring(0, SHOWN) : text;
    }
}
