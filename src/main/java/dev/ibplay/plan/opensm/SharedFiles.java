package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.PlanDraft;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Files that several OpenSM of one host read, as with Debian's {@code PORTS="GUID GUID"}: a change for one of them is a change
 * for all. It is made where all are managed and want the same, and then once; else it is refused.
 */
public final class SharedFiles {
    private final List<SubnetManagerHost> managers;
    private final PlanDraft draft;
    private final Set<String> refused = new HashSet<>();

    private SharedFiles(List<SubnetManagerHost> managers, PlanDraft draft) {
        this.managers = managers;
        this.draft = draft;
    }

    /**
     * The managers with files that only the first of those who share them writes.
     *
     * @param managers of all fabrics, in the order in which they are planned
     */
    public static List<SubnetManagerHost> settle(List<SubnetManagerHost> managers, PlanDraft draft) {
        var work = new SharedFiles(List.copyOf(managers), draft);
        List<SubnetManagerHost> settled = new ArrayList<>();
        for (int i = 0; i < managers.size(); i++) {
            settled.add(work.settled(managers.get(i), i));
        }
        return settled;
    }

    private SubnetManagerHost settled(SubnetManagerHost manager, int place) {
        if (!manager.changeable()) {
            return manager;
        }
        Set<String> elsewhere = new HashSet<>();
        for (FileChange change : manager.files().changes()) {
            for (OpensmInstance other : manager.installed().instances()) {
                if (!other.equals(manager.opensm()) && reads(manager, other, change.path())) {
                    Optional<SubnetManagerHost> sharing = managing(manager.host(), other);
                    if (sharing.filter(s -> wantsTheSame(s, change)).isEmpty()) {
                        refuse(manager, change.path(), sharing);
                    } else if (managers.indexOf(sharing.get()) < place) {
                        elsewhere.add(change.path());
                    }
                }
            }
        }
        return elsewhere.isEmpty() ? manager : manager.withFiles(manager.files().writtenElsewhere(elsewhere));
    }

    private static boolean reads(SubnetManagerHost manager, OpensmInstance other, String path) {
        if (other.conf().path().equals(path)
                || other.partitions().path().equals(path)
                || other.copies().stream().anyMatch(copy -> copy.path().equals(path))) {
            return true;
        }
        OpensmLauncher launcher = manager.installed().launcher();
        boolean isVariables = launcher.variables()
                .map(FileObserved::path)
                .filter(path::equals)
                .isPresent();
        boolean isUnit = launcher.units().stream().anyMatch(unit -> unit.path().equals(path));
        boolean isOwn = manager.opensm()
                        .unit()
                        .filter(unit -> path.contains("/" + unit))
                        .isPresent()
                && !other.unit().equals(manager.opensm().unit());
        return other.launched() && (isVariables || (isUnit && !isOwn));
    }

    private Optional<SubnetManagerHost> managing(String host, OpensmInstance instance) {
        return managers.stream()
                .filter(m -> m.host().equals(host) && m.opensm().equals(instance))
                .findFirst();
    }

    private static boolean wantsTheSame(SubnetManagerHost other, FileChange change) {
        return other.changeable() && other.files().changes().contains(change);
    }

    private void refuse(SubnetManagerHost manager, String path, Optional<SubnetManagerHost> sharing) {
        if (!refused.add(manager.host() + " " + path)) {
            return;
        }
        String other = sharing.map(s -> "of port " + s.port() + ", which wants another content of it")
                .orElse("of this host, which no play manages");
        draft.refuse(
                Code.OPENSM_SHARED_FILE,
                manager.host(),
                manager.wanted().span(),
                "%s would change for port %s, and is read by the OpenSM %s".formatted(path, manager.port(), other),
                "write the same for both, or give each of them files of its own (opensm -F, partition_config_file)");
    }
}
