package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.opensm.ServiceCommandLine;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.WindowsPath;
import dev.ibplay.text.Rewrite;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The priority on a Windows service's command line, which wins over opensm.conf at every start (main.c). It is kept in step with
 * it, and it is where the priority goes when no opensm.conf is known: what WinOF has compiled in is not.
 *
 * @param given the priority that the line gives now
 */
record ServiceOverride(Optional<CommandLineChange> change, Optional<String> given) {
    static final ServiceOverride NOTHING = new ServiceOverride(Optional.empty(), Optional.empty());

    private static final Pattern ASCII = Pattern.compile("[ -~\\t]*");

    /** Whether nothing tells which file it is, so that there is none that could be read or written. */
    static boolean isUntold(OpensmInstance instance, FileObserved file) {
        return instance.service().isPresent()
                && file.content() instanceof Fact.Unreadable<Bytes>
                && !WindowsPath.is(file.path());
    }

    static ServiceOverride of(OpensmInstance instance, Located<Integer> priority, FileFindings findings) {
        Optional<String> given = given(instance);
        String desired = priority.value().toString();
        boolean isNeeded = given.isPresent() || isUntold(instance, instance.conf());
        if (!isNeeded || given.equals(Optional.of(desired))) {
            return new ServiceOverride(Optional.empty(), given);
        }
        WindowsServiceObserved service = instance.service().orElseThrow();
        findings.differs(
                "priority in the command line of service " + service.name(),
                given.orElse(Reading.ABSENT),
                desired,
                priority.span());
        return new ServiceOverride(change(service, priority.value(), findings), given);
    }

    /** The priority that the service's next start gives it. */
    static Optional<String> given(OpensmInstance instance) {
        return instance.service()
                .flatMap(service -> ServiceCommandLine.of(service.commandLine()).priority());
    }

    private static Optional<CommandLineChange> change(
            WindowsServiceObserved service, int priority, FileFindings findings) {
        String line = service.registered();
        Rewrite rewrite = ASCII.matcher(line).matches()
                ? ServiceCommandLine.of(line).withPriority(priority)
                : new Rewrite.Refused("it has letters that reg.exe shows in the host's code page");
        return switch (rewrite) {
            case Rewrite.Done done -> Optional.of(new CommandLineChange(service.name(), line, done.text()));
            case Rewrite.Refused refused -> {
                findings.refuse(
                        Code.OPENSM_OVERRIDE,
                        "the priority cannot be set in the command line of service %s: %s"
                                .formatted(service.name(), refused.because()),
                        "write it there by hand (sc.exe config %s binPath= ...)".formatted(service.name()));
                yield Optional.empty();
            }
        };
    }
}
