package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.opensm.Edit;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.OpensmOption;
import dev.ibplay.opensm.OpensmOptions;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Redaction;
import dev.ibplay.resource.SubnetManager;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Works out what has to change in an opensm.conf. */
final class OpensmConfFile {
    private static final String PRIORITY = "sm_priority";

    /** A change of these interrupts the whole fabric: GIDs or the right to manage ports change (IBA vol. 1, 14.2.4). */
    private static final List<String> OUTAGE = List.of("subnet_prefix", "m_key");

    private final SubnetManager wanted;
    private final FileFindings findings;
    private final FileObserved file;
    private final OpensmConf now;
    private final Map<String, String> written = new LinkedHashMap<>();

    OpensmConfFile(SubnetManager wanted, FileObserved file, FileFindings findings) {
        this.wanted = wanted;
        this.file = file;
        this.findings = findings;
        this.now = OpensmConf.parse(file.path(), FileFindings.text(file));
    }

    Optional<FileChange> change() {
        wanted.priority().ifPresent(this::priority);
        new TreeMap<>(wanted.options()).forEach(this::option);
        if (written.isEmpty()) {
            return Optional.empty();
        }
        return switch (now.with(written)) {
            case Edit.Done<OpensmConf> done ->
                findings.change(file, done.document().text());
            case Edit.Refused<OpensmConf> refused -> {
                refused.reasons().forEach(reason -> findings.refuse(reason, wanted.span()));
                yield Optional.empty();
            }
        };
    }

    private void priority(Located<Integer> priority) {
        int found = now.priority().value();
        if (found != priority.value()) {
            findings.differs(
                    "priority", Integer.toString(found), priority.value().toString(), priority.span());
            written.put(PRIORITY, priority.value().toString());
        }
    }

    private void option(String key, Located<String> value) {
        Optional<OpensmOption> known = OpensmOptions.find(key);
        if (known.isEmpty()) {
            return; // the playbook's parser has refused it
        }
        OpensmOption option = known.get();
        Optional<String> found = option.reads(now).value();
        String desired = option.effective(value.value());
        if (found.equals(Optional.of(desired))) {
            return;
        }
        findings.differs(
                "option " + key,
                option.isSecret() ? Redaction.HIDDEN : found.orElse("what OpenSM chooses"),
                option.isSecret() ? "<hidden, changed>" : desired,
                value.span());
        if (OUTAGE.contains(key) && !wanted.policy().allowsOutage()) {
            findings.refuse(
                    Code.FABRIC_OUTAGE,
                    "a change of %s interrupts the whole fabric".formatted(key),
                    "say \"allow_outage: true\" under opensm if that is meant");
            return;
        }
        written.put(key, option.written(value.value()));
    }
}
