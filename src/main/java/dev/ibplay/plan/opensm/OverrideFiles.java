package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.opensm.LauncherSetting;
import dev.ibplay.opensm.LauncherVariables;
import dev.ibplay.opensm.UnitCommand;
import dev.ibplay.opensm.UnitFile;
import dev.ibplay.plan.FileChange;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The places that give OpenSM a priority on its command line, which wins over opensm.conf at every start (main.c): they are
 * kept in step with it.
 */
final class OverrideFiles {
    private final OpensmLauncher launcher;
    private final FileFindings findings;
    private final List<FileChange> changes = new ArrayList<>();
    private Optional<String> given = Optional.empty();

    private OverrideFiles(OpensmLauncher launcher, FileFindings findings) {
        this.launcher = launcher;
        this.findings = findings;
    }

    /**
     * What is found.
     *
     * @param changes of variables and units
     * @param given the priority that one of these places gives now
     */
    record Found(List<FileChange> changes, Optional<String> given) {
        Found {
            changes = List.copyOf(changes);
        }

        static final Found NOTHING = new Found(List.of(), Optional.empty());
    }

    static Found of(
            OpensmLauncher launcher, OpensmInstance instance, Located<Integer> priority, FileFindings findings) {
        if (!instance.launched() && instance.unit().isEmpty()) {
            return Found.NOTHING;
        }
        var work = new OverrideFiles(launcher, findings);
        if (instance.launched()) {
            launcher.variables().ifPresent(file -> work.variables(file, priority));
        }
        work.units(priority);
        return new Found(work.changes, work.given);
    }

    private void variables(FileObserved file, Located<Integer> priority) {
        if (file.content() instanceof Fact.Absent) {
            return;
        }
        if (!findings.isReadable(file)) {
            return;
        }
        switch (LauncherVariables.parse(FileFindings.text(file))) {
            case Parsed.Unreadable<LauncherVariables> unreadable -> unclear(file.path(), unreadable.because());
            case Parsed.Document<LauncherVariables> document ->
                settle(
                        file,
                        document.document().priority(),
                        document.document().withPriority(priority.value()),
                        priority);
        }
    }

    private void units(Located<Integer> priority) {
        List<UnitFile> units = new ArrayList<>();
        for (FileObserved file : launcher.units()) {
            if (file.content().ifKnown().isPresent()
                    && UnitFile.parse(file.path(), FileFindings.text(file))
                            instanceof Parsed.Document<UnitFile> document) {
                units.add(document.document());
            }
        }
        for (UnitCommand command : UnitFile.commands(units)) {
            if (!command.startsOpensm()) {
                continue; // a launcher, whose variables were looked at
            }
            launcher.units().stream()
                    .filter(file -> file.path().equals(command.path()))
                    .findFirst()
                    .ifPresent(file -> units.stream()
                            .filter(unit -> unit.path().equals(command.path()))
                            .findFirst()
                            .ifPresent(unit ->
                                    settle(file, command.priority(), unit.withPriority(priority.value()), priority)));
        }
    }

    private void settle(FileObserved file, LauncherSetting found, Rewrite rewrite, Located<Integer> priority) {
        switch (found) {
            case LauncherSetting.Unset ignored -> {}
            case LauncherSetting.Unclear unclear -> unclear(file.path(), unclear.because());
            case LauncherSetting.Value value -> {
                if (value.text().isBlank()) {
                    return; // PRIORITY= gives none
                }
                given = Optional.of(value.text());
                if (!value.text().equals(priority.value().toString())) {
                    findings.differs(
                            "priority in " + file.path(),
                            value.text(),
                            priority.value().toString(),
                            priority.span());
                    rewrite(file, rewrite);
                }
            }
        }
    }

    private void rewrite(FileObserved file, Rewrite rewrite) {
        switch (rewrite) {
            case Rewrite.Done done -> findings.change(file, done.text()).ifPresent(changes::add);
            case Rewrite.Refused refused -> unclear(file.path(), refused.because());
        }
    }

    private void unclear(String path, String because) {
        findings.refuse(
                Code.OPENSM_OVERRIDE,
                "whether %s gives opensm a priority that wins over its file cannot be told: %s"
                        .formatted(path, because),
                "write the priority there as a plain number, or take it out");
    }
}
