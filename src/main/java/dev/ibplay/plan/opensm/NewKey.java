package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.plan.PlanDraft;
import java.util.List;

/**
 * A new sm_key. Subnet managers with other keys do not see each other (osm_sminfo_rcv.c), so whoever is left out of the change
 * would be a second master.
 */
final class NewKey {
    private NewKey() {}

    /** Whether the plan changes the key of one that runs. */
    static boolean isWanted(List<SubnetManagerHost> managers) {
        return managers.stream().anyMatch(NewKey::isWanted);
    }

    private static boolean isWanted(SubnetManagerHost manager) {
        return manager.changeable()
                && manager.runs()
                && manager.files().options().changes().stream()
                        .anyMatch(c -> c.option().key().equals("sm_key"));
    }

    /** Refuses it where a subnet manager would be left out, or where a standby cannot be stopped meanwhile. */
    static void refuse(FabricFacts fabric, List<SubnetManagerHost> managers, PlanDraft draft) {
        managers.stream()
                .filter(m -> isWanted(managers) && m.changeable())
                .filter(m -> !m.isMaster() && m.runs() && m.runsThen())
                .filter(m -> SmRestart.stop(m.installed(), m.opensm()).isEmpty()
                        || SmRestart.start(m.installed(), m.opensm()).isEmpty())
                .forEach(m -> draft.refuse(
                        Code.OPENSM_BY_HAND,
                        m.host(),
                        m.wanted().span(),
                        "opensm must be stopped while the master gets another sm_key, and nothing here can stop and start it alone",
                        "start it by a service of its own, or change the key by hand"));
        managers.stream()
                .filter(m -> isWanted(managers) && m.runsThen())
                .filter(m -> m.commands().isPresent() || m.hasNoConf())
                .forEach(m -> draft.refuse(
                        Code.SM_KEYS_DIFFER,
                        m.host(),
                        m.wanted().span(),
                        "%s keeps the sm_key that it has, since nothing is known of an opensm.conf that it reads: it and the others would each be master"
                                .formatted(m.host()),
                        "leave the key as it is, or stop this one first"));
        managers.stream()
                .filter(NewKey::isWanted)
                .findFirst()
                .ifPresent(first -> ForeignManagers.ports(fabric, managers)
                        .forEach(port -> draft.refuse(
                                Code.FOREIGN_SUBNET_MANAGER,
                                first.host(),
                                first.wanted().span(),
                                "the subnet manager at port %s, which no play manages, keeps the old sm_key and would be a second master"
                                        .formatted(port),
                                "add its host to the play, or stop it")));
    }
}
