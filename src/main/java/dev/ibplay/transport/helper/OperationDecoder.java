package dev.ibplay.transport.helper;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Signal;
import dev.ibplay.exec.SmpAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads batches of native/PROTOCOL.md: what {@link OperationEncoder} writes. As strict as native/src/operation.c; a signal
 * that is never sent and a lock whose names are no words are malformed here, where the helper says EINVAL.
 */
final class OperationDecoder {
    private static final int MAX_OPERATIONS = 65_536;
    private static final int MAX_MODE = 07777;
    private static final int MAX_RECORD = 200;
    private static final Set<Integer> ANY = IntStream.rangeClosed(1, 19).boxed().collect(Collectors.toSet());
    private static final Set<Integer> FILES = Set.of(6, 7);
    private static final Set<Integer> CHANGES = Set.of(1, 6, 7, 8, 9, 10);

    private OperationDecoder() {}

    /** Reads the frame behind its type {@code B} and its number. */
    static Batch batch(FrameReader in) throws MalformedFrame {
        boolean stopAtFailure = in.u8() != 0;
        long count = in.u32();
        if (count > MAX_OPERATIONS) {
            throw new MalformedFrame("a malformed batch");
        }
        List<Operation> operations = operations(in, (int) count, ANY);
        in.end();
        return new Batch(operations, stopAtFailure);
    }

    private static List<Operation> operations(FrameReader in, int count, Set<Integer> allowed) throws MalformedFrame {
        List<Operation> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(operation(new FrameReader(in.bytes().toArray()), allowed));
        }
        return all;
    }

    /** One whose opcode may stand there, so lists do not nest. */
    private static Operation operation(FrameReader in, Set<Integer> allowed) throws MalformedFrame {
        int opcode = in.u8();
        if (!allowed.contains(opcode)) {
            throw new MalformedFrame("operation " + opcode + " where it may not be");
        }
        try {
            Operation operation = opcode <= 10 ? onHost(opcode, in) : beyondHost(opcode, in);
            in.end();
            return operation;
        } catch (IllegalArgumentException e) {
            throw new MalformedFrame("a malformed operation: " + e.getMessage());
        }
    }

    private static Operation onHost(int opcode, FrameReader in) throws MalformedFrame {
        return switch (opcode) {
            case 1 -> new Operation.RunCommand(in.list(FrameReader::terminated), in.bytes(), millis(in));
            case 2 -> new Operation.ReadFile(in.terminated(), clamped(in));
            case 3 -> new Operation.ReadMatching(in.terminated(), clamped(in));
            case 4 -> new Operation.ResolvePath(in.terminated());
            case 5 -> new Operation.ListProcesses(Set.copyOf(in.list(FrameReader::terminated)));
            case 6 -> replaceFile(in);
            case 7 -> new Operation.RemoveFile(in.terminated(), in.bytes());
            case 8 -> new Operation.WriteAttribute(in.terminated(), in.bytes());
            case 9 -> new Operation.SetLinkMtu(in.terminated(), clamped(in));
            case 10 -> new Operation.SendSignal(clamped(in), in.u64(), signal(in));
            default -> throw new MalformedFrame("operation " + opcode);
        };
    }

    private static Operation beyondHost(int opcode, FrameReader in) throws MalformedFrame {
        return switch (opcode) {
            case 11 -> subnetQuery(in);
            case 12 -> administrationQuery(in);
            case 13 -> new Operation.TakeLock(in.terminated(), in.terminated(), in.terminated());
            case 14 -> armGuard(in);
            case 15 -> new Operation.RenewGuard(in.terminated(), millis(in));
            case 16 -> new Operation.ConfirmGuard(in.terminated());
            case 17 -> new Operation.FireGuard(in.terminated());
            case 18 -> new Operation.Ping(in.terminated(), in.terminated(), clamped(in), clamped(in), millis(in));
            case 19 -> new Operation.DiscoverFabric(port(in), MadKey.of(in.u64()), timing(in), in.u8(), in.u8() != 0);
            default -> throw new MalformedFrame("operation " + opcode);
        };
    }

    private static Operation replaceFile(FrameReader in) throws MalformedFrame {
        String path = in.terminated();
        boolean mustExist = in.u8() != 0;
        Bytes expected = in.bytes();
        Bytes content = in.bytes();
        long mode = in.u32();
        if (mode > MAX_MODE) {
            throw new MalformedFrame("a mode of " + mode);
        }
        return new Operation.ReplaceFile(
                path, mustExist ? Optional.of(expected) : Optional.empty(), content, (int) mode);
    }

    private static Operation armGuard(FrameReader in) throws MalformedFrame {
        String folder = in.terminated();
        Bytes record = in.bytes();
        Duration window = millis(in);
        List<Operation> commit = operations(in, in.int31(), FILES);
        List<Operation> undo = operations(in, in.int31(), CHANGES);
        return new Operation.ArmGuard(folder, record, window, commit, undo);
    }

    private static Operation subnetQuery(FrameReader in) throws MalformedFrame {
        MadPort from = port(in);
        boolean byRoute = in.u8() != 0;
        int lid = in.u16();
        SmpAddress.ByRoute route = Routes.read(in);
        return new Operation.SubnetQuery(
                from, byRoute ? route : new SmpAddress.ByLid(lid), in.u16(), in.u32(), MadKey.of(in.u64()), timing(in));
    }

    private static Operation administrationQuery(FrameReader in) throws MalformedFrame {
        MadPort from = port(in);
        int attribute = in.u16();
        long mask = in.u64();
        Bytes record = in.bytes();
        if (record.size() > MAX_RECORD) {
            throw new MalformedFrame("a record of " + record.size() + " bytes");
        }
        return new Operation.AdministrationQuery(from, attribute, mask, record, MadKey.of(in.u64()), timing(in));
    }

    private static MadPort port(FrameReader in) throws MalformedFrame {
        return new MadPort(in.terminated(), clamped(in));
    }

    private static MadTiming timing(FrameReader in) throws MalformedFrame {
        return new MadTiming(millis(in), clamped(in));
    }

    private static Duration millis(FrameReader in) throws MalformedFrame {
        return Duration.ofMillis(in.u32());
    }

    /** A u32 for which anything from 2^31 on means the same. */
    private static int clamped(FrameReader in) throws MalformedFrame {
        return (int) Math.min(in.u32(), Integer.MAX_VALUE);
    }

    private static Signal signal(FrameReader in) throws MalformedFrame {
        long number = in.u32();
        return Arrays.stream(Signal.values())
                .filter(signal -> signal.number() == number)
                .findFirst()
                .orElseThrow(() -> new MalformedFrame("signal " + number));
    }
}
