package dev.ibplay.lab.layout;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.lab.windows.Language;
import dev.ibplay.lab.windows.WindowsHost;
import dev.ibplay.lab.windows.WindowsRelease;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How Windows hosts of a lab are set up where nothing says otherwise: WinOF in English, IPoIB on the first port. */
final class WindowsSample {
    static final String WINDOWS = "windows";

    /** What a driver is told that somebody has already looked after. */
    static final int FOUR_K = 4092;

    static final int TWO_K = 2044;

    private static final int INDEX = 15;
    private static final String FIRMWARE = "2.9.8350";
    private static final String CONF = "C:\\ProgramData\\OpenSM\\opensm.conf";
    private static final String PARTITIONS = "C:\\ProgramData\\OpenSM\\partitions.conf";

    private WindowsSample() {}

    /** Adapters as the driver counts them. */
    static List<WindowsHost.Adapter> adapters(Map<NodeGuid, Integer> ports) {
        List<WindowsHost.Adapter> adapters = new ArrayList<>();
        new LinkedHashMap<>(ports)
                .forEach((node, count) ->
                        adapters.add(new WindowsHost.Adapter("ibv_device" + adapters.size(), node, count, FIRMWARE)));
        return List.copyOf(adapters);
    }

    /**
     * A host.
     *
     * @param number of the host, which makes its address
     * @param driverMtu what the registry tells the driver, in bytes
     */
    static WindowsHost host(
            String name,
            WindowsRelease release,
            List<WindowsHost.Adapter> adapters,
            int number,
            int driverMtu,
            Optional<WindowsHost.Opensm> opensm) {
        String connection = release.isElder() ? "Local Area Connection 3" : "Ethernet 3";
        return new WindowsHost(
                name,
                release,
                Language.ENGLISH,
                WindowsHost.Stack.WINOF,
                adapters,
                List.of(new WindowsHost.Connection(
                        INDEX,
                        connection,
                        "Mellanox IPoIB Adapter",
                        "0011",
                        driverMtu,
                        Optional.empty(),
                        0,
                        1,
                        SampleSettings.ipoib(connection, number).address())),
                opensm,
                WindowsHost.Traits.USUAL);
    }

    /** A service with both of its files named. */
    static WindowsHost.Opensm opensm(int priority) {
        var files = SampleSettings.opensm(priority);
        Map<String, Bytes> named = new LinkedHashMap<>();
        files.conf().ifPresent(text -> named.put(CONF, Bytes.ofUtf8(text)));
        files.partitions().ifPresent(text -> named.put(PARTITIONS, Bytes.ofUtf8(text)));
        return new WindowsHost.Opensm(
                "OpenSM",
                "\"%s\\opensm.exe\" --service -L 128 -F %s -P %s"
                        .formatted(WindowsHost.Stack.WINOF.tools(), CONF, PARTITIONS),
                WindowsHost.Opensm.AUTOMATIC,
                named);
    }

    /** A service as public recipes for WinOF make it, but for the option without which the service manager gives it up. */
    static WindowsHost.Opensm doesNotStart() {
        return new WindowsHost.Opensm(
                "OpenSM",
                "\"%s\\opensm.exe\" -L 128".formatted(WindowsHost.Stack.WINOF.tools()),
                WindowsHost.Opensm.AUTOMATIC,
                Map.of());
    }
}
