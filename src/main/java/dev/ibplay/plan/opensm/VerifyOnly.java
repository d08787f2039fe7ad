package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher.Kind;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.SubnetManager;
import java.util.Map;
import java.util.Optional;

/**
 * What of a subnet manager on ESXi can only be compared. How the community VIB starts OpenSM is not documented: its priority and
 * options are managed where an opensm.conf is known that it reads, and whether it is started where there is an init script.
 */
public final class VerifyOnly {
    private static final String DESIGN =
            "leave it a standby at its default priority, and give the master elsewhere a priority of 1 or more";

    private final String host;
    private final InstanceChoice.Chosen chosen;
    private final PlanDraft draft;

    private VerifyOnly(String host, InstanceChoice.Chosen chosen, PlanDraft draft) {
        this.host = host;
        this.chosen = chosen;
        this.draft = draft;
    }

    /** Whether an opensm.conf is known that it reads; one that is named and not there yet counts. */
    static boolean hasConf(OpensmInstance instance) {
        return !(instance.conf().content() instanceof Fact.Unreadable<Bytes>);
    }

    /** What of {@code wanted} can be managed; what cannot is compared, and the host is not supported where it differs. */
    public static SubnetManager managed(
            String host, SubnetManager wanted, InstanceChoice.Chosen chosen, PlanDraft draft) {
        return chosen.installed().launcher().kind() == Kind.ESXI_VIB
                ? new VerifyOnly(host, chosen, draft).managed(wanted)
                : wanted;
    }

    private SubnetManager managed(SubnetManager wanted) {
        boolean conf = hasConf(chosen.instance());
        Optional<String> obstacle = obstacle(conf);
        obstacle.ifPresent(why -> wanted.priority().ifPresent(priority -> priority(wanted, priority, why)));
        if (!conf && !wanted.options().isEmpty()) {
            draft.notSupported(
                    host,
                    "options of OpenSM (%s) can be neither read nor set: %s"
                            .formatted(String.join(", ", wanted.options().keySet()), unread()));
        }
        boolean starts = chosen.installed().launcher().script().isPresent();
        wanted.enabled().ifPresent(enabled -> enabled(wanted, enabled, starts));
        return new SubnetManager(
                wanted.instance(),
                starts ? wanted.enabled() : Optional.empty(),
                obstacle.isPresent() ? Optional.empty() : wanted.priority(),
                wanted.partitions(),
                wanted.exclusive(),
                conf ? wanted.options() : Map.of(),
                wanted.policy(),
                wanted.span());
    }

    private String unread() {
        return chosen.instance().conf().content() instanceof Fact.Unreadable<Bytes> unreadable
                ? unreadable.because()
                : "";
    }

    /** Why its priority cannot be set for good. */
    private Optional<String> obstacle(boolean conf) {
        Optional<String> argument =
                chosen.instance().process().flatMap(p -> p.arguments().priority());
        if (argument.isPresent()) {
            return Optional.of(
                    "it was started with -p %s, by what is not known, and that wins over any file at every start"
                            .formatted(argument.get()));
        }
        return conf ? Optional.empty() : Optional.of("no opensm.conf of it is known: " + unread());
    }

    private void priority(SubnetManager wanted, Located<Integer> priority, String why) {
        Optional<Integer> now = Optional.ofNullable(
                        chosen.fabric().subnetManagers().get(chosen.port()))
                .flatMap(Fact::ifKnown)
                .map(SmInfo::priority);
        String desired = priority.value().toString();
        if (now.equals(Optional.of(priority.value()))) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    host,
                    priority.span(),
                    "the priority of %s is %s now; whether the next start brings it again is not known: %s"
                            .formatted(host, desired, why));
            return;
        }
        String found = now.map(Object::toString).orElse("no subnet manager answers");
        differs(new Difference(host, wanted.key(), "priority", Level.FABRIC, found, desired, priority.span()));
        draft.notSupported(
                host,
                "the priority of its OpenSM is %s, not %s, and can only be compared: %s; %s"
                        .formatted(now.map(Object::toString).orElse("not known"), desired, why, DESIGN));
    }

    private void enabled(SubnetManager wanted, Located<Boolean> enabled, boolean starts) {
        Optional<Boolean> atBoot = chosen.installed().launcher().enabled().ifKnown();
        if (starts) {
            if (atBoot.isEmpty()) {
                draft.warn(
                        Code.RUNNING_INFERRED,
                        host,
                        enabled.span(),
                        "whether OpenSM is started with %s is not known, and is left as it is".formatted(host));
            }
            return;
        }
        boolean runs = chosen.instance().process().isPresent()
                || chosen.fabric().subnetManagers().containsKey(chosen.port());
        if (runs == enabled.value() && atBoot.equals(Optional.of(enabled.value()))) {
            return;
        }
        if (runs != enabled.value()) {
            String found = runs ? "running" : "not running";
            String desired = runs ? "not running" : "running";
            differs(new Difference(host, wanted.key(), "enabled", Level.RUNNING, found, desired, enabled.span()));
        }
        draft.notSupported(
                host,
                "its OpenSM can be neither started nor stopped, now or with the host: no init script of it is known");
    }

    private void differs(Difference difference) {
        draft.differences.add(difference);
        draft.verifyOnly.add(difference);
    }
}
