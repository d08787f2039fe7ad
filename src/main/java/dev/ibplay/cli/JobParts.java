package dev.ibplay.cli;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.plan.FileState;
import dev.ibplay.plan.Redaction;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.shard.JobDescription;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What all parts of a job must have in common.
 *
 * @param inputs the files that were read for it
 * @param redaction hides secrets before a digest is made of anything
 */
record JobParts(
        String command,
        PlaybookOptions options,
        boolean allowRemoval,
        List<JournalEvent.Input> inputs,
        DesiredState job,
        Redaction redaction) {
    JobParts {
        inputs = List.copyOf(inputs);
    }

    /** Describes the job as this part sees it, with digests that begin with a salt. */
    JobDescription describe(String salt) {
        Map<String, List<String>> parts = new LinkedHashMap<>();
        parts.put(
                "what playbooks, inventories and files of variables say",
                inputs.stream()
                        .map(input -> input.path() + " " + input.sha256())
                        .toList());
        parts.put("the hosts of the plays", hosts());
        parts.put("--limit, --tags and --skip-tags", options.selection.words());
        parts.put(
                "--extra-vars",
                Recording.shown(options.inventory.extraWords()).stream()
                        .map(redaction::text)
                        .toList());
        parts.put("--allow-removal", List.of(Boolean.toString(allowRemoval)));
        Map<String, String> agreed = new LinkedHashMap<>();
        parts.forEach((what, words) -> agreed.put(what, digest(salt, words)));
        return new JobDescription(
                options.shards.shard().of(),
                command,
                Version.number(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                options.playbooks,
                salt,
                agreed);
    }

    private List<String> hosts() {
        List<String> words = new ArrayList<>();
        job.plays().forEach(play -> {
            words.add(play.play().title());
            words.addAll(play.hosts());
            words.add("");
            words.addAll(play.named());
            words.add("");
        });
        return words;
    }

    private static String digest(String salt, List<String> words) {
        return FileState.sha256((salt + "\n" + String.join("\n", words)).getBytes(StandardCharsets.UTF_8));
    }
}
