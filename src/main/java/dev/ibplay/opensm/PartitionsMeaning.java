package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;

/** What OpenSM does with a partitions.conf, before it looks which ports the fabric has. */
public final class PartitionsMeaning {
    private final PartitionsConf conf;
    private final SmOptions options;
    private final List<Partition> partitions;
    private final List<Definition> definitions;
    private final List<Diagnostic> diagnostics;

    PartitionsMeaning(
            PartitionsConf conf,
            SmOptions options,
            List<Partition> partitions,
            List<Definition> definitions,
            List<Diagnostic> diagnostics) {
        this.conf = conf;
        this.options = options;
        this.partitions = List.copyOf(partitions);
        this.definitions = List.copyOf(definitions);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** A statement, the partition it belongs to, and what its header says. */
    record Definition(Statement statement, PKey pkey, HeaderFlags flags) {}

    public static PartitionsMeaning of(PartitionsConf conf, SmOptions options) {
        return new PartitionsEvaluator(conf, options).evaluate();
    }

    /** Why OpenSM discards the file, if it does; {@link #partitions()} is then the open fabric that follows. */
    public Optional<Diagnostic> rejection() {
        return conf.rejection();
    }

    /** The partitions in the order of their first definition; 0x7fff is always among them. */
    public List<Partition> partitions() {
        return partitions;
    }

    /** The partition that the low 15 bits of the P_Key name. */
    public Optional<Partition> partition(PKey pkey) {
        return partitions.stream().filter(p -> p.pkey().samePartition(pkey)).findFirst();
    }

    /** All that is to be said about the file, in the order of the places. Errors are where OpenSM does not do what it says. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    /**
     * What a plan should say about a partition that means what was asked: its subnet manager's port differs from the
     * others, or "both" has no effect with these options.
     */
    public List<Diagnostic> cautions(PKey pkey) {
        return diagnostics.stream()
                .filter(d -> d.code() == Code.PARTITIONS_SELF || d.code() == Code.PARTITIONS_BOTH)
                .filter(d -> definitionsOf(pkey).stream().anyMatch(definition -> isIn(d, definition.statement())))
                .toList();
    }

    private boolean isIn(Diagnostic diagnostic, Statement statement) {
        int end = statement.semicolon().orElse(conf.text().length());
        return diagnostic.location() instanceof Location.InSource source
                && source.span().compareTo(conf.span(statement.start(), statement.start())) >= 0
                && source.span().compareTo(conf.span(end, end)) <= 0;
    }

    /** The P_Keys that each of the ports gets, and the groups that exist. */
    public PortTables tables(List<EndPort> ports) {
        var builder = new PortTableBuilder(ports, options.allowBothPkeys());
        partitions.forEach(p -> builder.add(p, rejection().isPresent()));
        return builder.build();
    }

    /** The version of OpenSM that reads the file. */
    public Dialect dialect() {
        return conf.dialect();
    }

    PartitionsConf conf() {
        return conf;
    }

    SmOptions options() {
        return options;
    }

    List<Definition> definitionsOf(PKey pkey) {
        return definitions.stream().filter(d -> d.pkey().samePartition(pkey)).toList();
    }
}
