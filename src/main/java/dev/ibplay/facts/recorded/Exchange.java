package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;

/**
 * One question to a host and its answer.
 *
 * @param operation one that only reads
 */
public record Exchange(Operation operation, Outcome outcome) {
    public Exchange {
        if (!onlyReads(operation)) {
            throw new IllegalArgumentException(operation.getClass().getSimpleName() + " is no question");
        }
    }

    /**
     * Whether an operation can only ask. Of commands this is taken for granted, since nobody can tell what a program does:
     * probes run only such that change nothing.
     */
    public static boolean onlyReads(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand o -> true;
            case Operation.ReadFile o -> true;
            case Operation.ReadMatching o -> true;
            case Operation.ResolvePath o -> true;
            case Operation.ListProcesses o -> true;
            case Operation.SubnetQuery o -> true;
            case Operation.AdministrationQuery o -> true;
            case Operation.DiscoverFabric o -> true;
            case Operation.ReplaceFile o -> false;
            case Operation.RemoveFile o -> false;
            case Operation.WriteAttribute o -> false;
            case Operation.SetLinkMtu o -> false;
            case Operation.SendSignal o -> false;
            case Operation.TakeLock o -> false;
            case Operation.ArmGuard o -> false;
            case Operation.RenewGuard o -> false;
            case Operation.ConfirmGuard o -> false;
            case Operation.FireGuard o -> false;
            case Operation.Ping o -> false;
        };
    }
}
