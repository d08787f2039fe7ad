package dev.ibplay.plan.driver;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Suggestion;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.ModprobeFiles;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Step;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Plans options of kernel modules: the files of modprobe.d are written, and what the loaded module says otherwise waits for a
 * reboot or a reload, which is the administrator's.
 */
public final class DriverPlanner {
    private static final Pattern FLAG = Pattern.compile("[YyNn]");
    /** In base 16, 8 or 10. */
    private static final Pattern NUMBER = Pattern.compile("-?(?:0[xX][0-9a-fA-F]{1,15}|0[0-7]{0,20}|[1-9]\\d{0,17})");

    private record Place(String host, String path) {}

    private final PlanDraft draft;
    private final Map<PortGuid, String> waiting = new HashMap<>();
    /** Files as the steps planned so far leave them: two modules may have their options in one. */
    private final Map<Place, Bytes> edited = new HashMap<>();

    private final PortMtuPlanner ports;

    public DriverPlanner(PlanDraft draft) {
        this.draft = draft;
        this.ports = new PortMtuPlanner(draft);
    }

    /** Ports whose driver waits for new options, with their host: what caps them now may not do so afterwards. */
    public Map<PortGuid, String> waiting() {
        return Map.copyOf(waiting);
    }

    public void plan(int play, HostFacts host, DriverOptions asked, boolean changeable) {
        DriverObserved observed = host.drivers().get(asked.module());
        DriverOptions wanted = PortMtuPlanner.others(asked);
        if (observed == null || !isReadable(host, wanted, observed) || !isKnown(host, wanted, observed)) {
            return;
        }
        boolean waits = ports.waits(host, asked, observed);
        if (running(host, wanted, observed) || waits) {
            hold(host, wanted);
        }
        List<FileChange> changes = new ArrayList<>(files(host, wanted, observed));
        ports.file(host, asked, observed).ifPresent(changes::add);
        if (changeable && !changes.isEmpty()) {
            Step step = draft.kept.write(host.host(), changes);
            draft.growing.add(new HostSteps(play, host.host(), List.of(step)));
            draft.files.addAll(changes);
            changes.forEach(change ->
                    change.after().ifPresent(text -> edited.put(new Place(change.host(), change.path()), text)));
        }
    }

    private boolean isReadable(HostFacts host, DriverOptions wanted, DriverObserved observed) {
        List<String> unreadable = new ArrayList<>(observed.unlisted());
        observed.files().stream()
                .filter(f -> f.content().ifKnown().isEmpty())
                .map(FileObserved::path)
                .forEach(unreadable::add);
        if (!unreadable.isEmpty()) {
            draft.refuse(
                    Code.OWNER_UNCLEAR,
                    host.host(),
                    wanted.span(),
                    "the files of modprobe.d cannot all be read: " + String.join("; ", unreadable),
                    "\"become: true\" may be missing");
        }
        return unreadable.isEmpty();
    }

    private boolean isKnown(HostFacts host, DriverOptions wanted, DriverObserved observed) {
        Optional<List<String>> known = observed.known().ifKnown();
        boolean all = true;
        for (Map.Entry<String, Located<String>> option : wanted.options().entrySet()) {
            String name = canonical(option.getKey());
            if (known.isPresent()
                    && known.get().stream().noneMatch(k -> canonical(k).equals(name))) {
                draft.refuse(
                        Code.DRIVER_UNKNOWN,
                        host.host(),
                        option.getValue().span(),
                        "%s of this host has no option %s".formatted(wanted.module(), option.getKey()),
                        Suggestion.nearest(option.getKey(), known.get())
                                .map(near -> "did you mean " + near + "?")
                                .orElse("other versions of the driver have other options: see modinfo -p "
                                        + wanted.module()));
                all = false;
            }
        }
        return all;
    }

    /** What the loaded module says; a value that sysfs hides is taken for right where the file is right. */
    private boolean running(HostFacts host, DriverOptions wanted, DriverObserved observed) {
        if (!observed.loaded()) {
            return false;
        }
        boolean waits = false;
        for (Map.Entry<String, Located<String>> option : wanted.options().entrySet()) {
            Located<String> value = option.getValue();
            Optional<String> now = Optional.ofNullable(observed.parameters().get(canonical(option.getKey())))
                    .or(() -> Optional.ofNullable(observed.parameters().get(option.getKey())));
            if (now.isPresent() && !same(now.get(), value.value())) {
                draft.differences.add(new Difference(
                        host.host(),
                        wanted.key(),
                        option.getKey(),
                        Level.RUNNING,
                        now.get(),
                        value.value(),
                        value.span()));
                waits = true;
            } else if (now.isEmpty()) {
                draft.warn(
                        Code.RUNNING_INFERRED,
                        host.host(),
                        value.span(),
                        "%s does not show the loaded value of %s: whether it is %s is not known"
                                .formatted(wanted.module(), option.getKey(), value.value()));
            }
        }
        return waits;
    }

    private void hold(HostFacts host, DriverOptions wanted) {
        draft.held.add(new Held(
                host.host(),
                wanted.key(),
                "until %s has rebooted, or has loaded %s anew (a module in the initramfs needs a new one first)"
                        .formatted(host.host(), wanted.module())));
        host.ports().stream()
                .map(AdapterPort::guid)
                .flatMap(Optional::stream)
                .filter(guid -> mayDrive(host, wanted.module(), guid))
                .forEach(guid -> waiting.put(guid, host.host()));
    }

    /** Whether a module may be the driver of a port: the interfaces on the port name theirs, where there are any. */
    private static boolean mayDrive(HostFacts host, String module, PortGuid port) {
        return host.network().links().ipoib().stream()
                .filter(link -> link.hardwareAddress()
                        .ifKnown()
                        .flatMap(IpoibAddress::portGuid)
                        .equals(Optional.of(port)))
                .flatMap(link -> link.driver().stream())
                .allMatch(driver -> canonical(driver).equals(canonical(module)));
    }

    private List<FileChange> files(HostFacts host, DriverOptions wanted, DriverObserved observed) {
        Map<String, Bytes> before = new LinkedHashMap<>();
        Map<String, String> after = new LinkedHashMap<>();
        List<ConfigFile> files = new ArrayList<>();
        for (FileObserved file : observed.files()) {
            file.content().ifKnown().ifPresent(content -> before.put(file.path(), content));
        }
        edited.forEach((place, content) -> {
            if (place.host().equals(host.host())) {
                before.put(place.path(), content);
            }
        });
        before.forEach((path, content) -> files.add(new ConfigFile(path, content.latin1())));
        for (Map.Entry<String, Located<String>> option : wanted.options().entrySet()) {
            Located<String> value = option.getValue();
            ModprobeFiles present = new ModprobeFiles(files);
            Optional<String> now = present.effective(wanted.module(), option.getKey())
                    .map(source -> source.setting().value());
            if (now.isPresent() && same(now.get(), value.value())) {
                continue;
            }
            draft.differences.add(new Difference(
                    host.host(),
                    wanted.key(),
                    option.getKey(),
                    Level.FILE,
                    now.orElse("absent"),
                    value.value(),
                    value.span()));
            refuseBootOption(host, wanted, observed, option.getKey(), value);
            ModprobeFiles.Edit edit = present.with(wanted.module(), option.getKey(), value.value());
            switch (edit.rewrite()) {
                case Rewrite.Refused refused ->
                    draft.refuse(
                            Code.FILE_NOT_EDITABLE,
                            host.host(),
                            value.span(),
                            "%s cannot be changed: %s".formatted(edit.path(), refused.because()),
                            "set %s=%s by hand".formatted(option.getKey(), value.value()));
                case Rewrite.Done done -> {
                    files.removeIf(f -> f.path().equals(edit.path()));
                    files.add(new ConfigFile(edit.path(), done.text()));
                    after.put(edit.path(), done.text());
                }
            }
        }
        return after.entrySet().stream()
                .map(e -> new FileChange(
                        host.host(),
                        e.getKey(),
                        Optional.ofNullable(before.get(e.getKey())),
                        Bytes.ofLatin1(e.getValue())))
                .toList();
    }

    /** modprobe takes the kernel's command line for the last word (modprobe(8)). */
    private void refuseBootOption(
            HostFacts host, DriverOptions wanted, DriverObserved observed, String option, Located<String> value) {
        observed.bootOptions().stream()
                .filter(o -> canonical(o.split("=", 2)[0]).equals(canonical(option)))
                .findFirst()
                .ifPresent(o -> draft.refuse(
                        Code.FILE_NOT_EDITABLE,
                        host.host(),
                        value.span(),
                        "the kernel's command line has %s.%s, which wins over modprobe.d".formatted(wanted.module(), o),
                        "change it in the boot loader's configuration"));
    }

    /** modprobe and the kernel take - and _ for the same. */
    private static String canonical(String name) {
        return name.replace('-', '_');
    }

    /**
     * Whether two texts are one value to the kernel: sysfs prints Y and N for what kstrtobool takes in many forms, and decimal
     * numbers for what kstrtoint takes with a base (lib/kstrtox.c, kernel/params.c).
     */
    private static boolean same(String one, String other) {
        boolean isFlag = FLAG.matcher(one.strip()).matches()
                || FLAG.matcher(other.strip()).matches();
        return isFlag ? flag(one).equals(flag(other)) : number(one).equals(number(other));
    }

    private static String flag(String value) {
        String text = value.strip().toLowerCase(Locale.ROOT);
        if (text.startsWith("y") || text.equals("1") || text.equals("on")) {
            return "Y";
        }
        return text.startsWith("n") || text.equals("0") || text.startsWith("of") ? "N" : text;
    }

    private static String number(String value) {
        String text = value.strip();
        return NUMBER.matcher(text).matches() ? Long.toString(Long.decode(text)) : text;
    }
}
