package dev.ibplay.facts.windows;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.util.List;
import java.util.Optional;

/** The MTUs of interfaces at IP: by Get-NetIPInterface, and where there is none (PowerShell 2.0) by netsh's tables. */
final class InterfaceMtus {
    private static final int SMALLEST = 68;
    private static final int LARGEST = 65_535;

    private final FactLines told;
    private final Fact<List<NetshTable.Row>> interfaces;
    private final Fact<List<NetshTable.Row>> subinterfaces;
    private final Fact<List<NetshTable.Row>> kept;

    InterfaceMtus(FactLines told, Outcome interfaces, Outcome subinterfaces, Outcome kept, Optional<Integer> codePage) {
        this.told = told;
        this.interfaces = NetshTable.read(interfaces, codePage);
        this.subinterfaces = NetshTable.read(subinterfaces, codePage);
        this.kept = NetshTable.read(kept, codePage);
    }

    /** In use now. */
    Fact<Integer> mtu(int index, String name) {
        return first(byLines("mtus", "mtu", index), row(interfaces, index, name), row(subinterfaces, index, name));
    }

    /** After the next start of the host. */
    Fact<Integer> kept(int index, String name) {
        return first(byLines("keptmtus", "keptmtu", index), row(kept, index, name));
    }

    private Fact<Integer> byLines(String part, String kind, int index) {
        return told.of(part, kind)
                .flatMap(lines -> lines.stream()
                        .filter(line -> line.count("index").equals(Optional.of(index)))
                        .findFirst()
                        .flatMap(line -> line.number("bytes"))
                        .map(InterfaceMtus::limit)
                        .orElse(Fact.absent()));
    }

    private static Fact<Integer> row(Fact<List<NetshTable.Row>> rows, int index, String name) {
        return rows.flatMap(all -> all.stream()
                .filter(row ->
                        row.index().map(own -> own == index).orElse(row.name().equals(name)))
                .findFirst()
                .map(row -> limit(row.mtu()))
                .orElse(Fact.absent()));
    }

    /** 4294967295 is no limit, and so is what no MTU can be. */
    static Fact<Integer> limit(long bytes) {
        return bytes >= SMALLEST && bytes <= LARGEST ? Fact.known((int) bytes) : Fact.absent();
    }

    /** The first that was told; else the first one's reason. */
    @SafeVarargs
    private static Fact<Integer> first(Fact<Integer>... facts) {
        for (Fact<Integer> fact : facts) {
            if (!(fact instanceof Fact.Unreadable<Integer>)) {
                return fact;
            }
        }
        return facts[0];
    }
}
