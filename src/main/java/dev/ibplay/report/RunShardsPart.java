package dev.ibplay.report;

import static dev.ibplay.report.PageText.safe;

import dev.ibplay.journal.ShardRecord;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;

/** The shards of a merged run's page. */
final class RunShardsPart {
    private RunShardsPart() {}

    /** Empty text for a run that had none. */
    static String of(List<ShardRecord> shards, ZoneId zone) {
        return shards.isEmpty()
                ? ""
                : ShardsText.rows(shards, zone).stream()
                        .map(row -> row.stream()
                                .map(PageText::safe)
                                .collect(Collectors.joining("<td>", "<tr><td>", "</tr>\n")))
                        .collect(Collectors.joining(
                                "",
                                "<table><tr><th>"
                                        + safe(String.join("\n", ShardsText.HEADER))
                                                .replace("\n", "<th>") + "</tr>\n",
                                "</table>\n"));
    }
}
