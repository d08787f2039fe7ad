package dev.ibplay.transport.helper;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.SmpAddress;
import java.util.List;

/** Turns a batch into its frame, as native/PROTOCOL.md lays it out. */
final class OperationEncoder {
    private OperationEncoder() {}

    /** The frame with its size in front. */
    static byte[] frame(int number, Batch batch) {
        FrameWriter body = new FrameWriter().u8('B').u32(number).flag(batch.stopAtFailure());
        operations(body, batch.operations());
        return new FrameWriter().bytes(body.toArray()).toArray();
    }

    private static byte[] encode(Operation operation) {
        FrameWriter out = new FrameWriter();
        switch (operation) {
            case Operation.RunCommand o ->
                out.u8(1).texts(o.arguments()).bytes(o.stdin()).millis(o.timeLimit());
            case Operation.ReadFile o -> out.u8(2).text(o.path()).u32(o.limit());
            case Operation.ReadMatching o -> out.u8(3).text(o.pattern()).u32(o.limit());
            case Operation.ResolvePath o -> out.u8(4).text(o.path());
            case Operation.ListProcesses o -> out.u8(5).texts(o.names());
            case Operation.ReplaceFile o ->
                out.u8(6)
                        .text(o.path())
                        .flag(o.expected().isPresent())
                        .bytes(o.expected().orElse(Bytes.EMPTY))
                        .bytes(o.content())
                        .u32(o.mode());
            case Operation.RemoveFile o -> out.u8(7).text(o.path()).bytes(o.expected());
            case Operation.WriteAttribute o -> out.u8(8).text(o.path()).bytes(o.value());
            case Operation.SetLinkMtu o -> out.u8(9).text(o.interfaceName()).u32(o.bytes());
            case Operation.SendSignal o ->
                out.u8(10).u32(o.pid()).u64(o.startTicks()).u32(o.signal().number());
            case Operation.SubnetQuery o -> subnetQuery(out.u8(11), o);
            case Operation.AdministrationQuery o -> administrationQuery(out.u8(12), o);
            case Operation.DiscoverFabric o -> discoverFabric(out.u8(19), o);
            case Operation.TakeLock o -> out.u8(13).text(o.path()).text(o.run()).text(o.owner());
            case Operation.ArmGuard o -> {
                out.u8(14).text(o.folder()).bytes(o.record()).millis(o.window());
                operations(out, o.commit());
                operations(out, o.undo());
            }
            case Operation.RenewGuard o -> out.u8(15).text(o.folder()).millis(o.window());
            case Operation.ConfirmGuard o -> out.u8(16).text(o.folder());
            case Operation.FireGuard o -> out.u8(17).text(o.folder());
            case Operation.Ping o ->
                out.u8(18)
                        .text(o.interfaceName())
                        .text(o.address())
                        .u32(o.bytes())
                        .u32(o.tries())
                        .millis(o.timeout());
        }
        return out.toArray();
    }

    private static void operations(FrameWriter out, List<Operation> operations) {
        out.u32(operations.size());
        operations.forEach(operation -> out.bytes(encode(operation)));
    }

    private static void subnetQuery(FrameWriter out, Operation.SubnetQuery query) {
        port(out, query.from());
        switch (query.to()) {
            case SmpAddress.ByLid to -> out.flag(false).u16(to.lid()).bytes(Bytes.EMPTY);
            case SmpAddress.ByRoute to -> out.flag(true).u16(0).bytes(Routes.bytes(to));
        }
        out.u16(query.attributeId())
                .u32(query.attributeModifier())
                .u64(query.mKey().reveal());
        timing(out, query.timing());
    }

    private static void administrationQuery(FrameWriter out, Operation.AdministrationQuery query) {
        port(out, query.from());
        out.u16(query.attributeId())
                .u64(query.componentMask())
                .bytes(query.record())
                .u64(query.saKey().reveal());
        timing(out, query.timing());
    }

    private static void discoverFabric(FrameWriter out, Operation.DiscoverFabric search) {
        port(out, search.from());
        out.u64(search.mKey().reveal());
        timing(out, search.timing());
        out.u8(search.outstanding()).flag(search.details());
    }

    private static void port(FrameWriter out, MadPort port) {
        out.text(port.adapter()).u32(port.port());
    }

    private static void timing(FrameWriter out, MadTiming timing) {
        out.millis(timing.timeout()).u32(timing.retries());
    }
}
