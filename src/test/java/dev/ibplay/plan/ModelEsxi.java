package dev.ibplay.plan;

import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.opensm.OpensmArguments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a {@link ModelHost} has as an ESXi host: one vSwitch on its port, with a VMkernel interface, and one on Ethernet. */
final class ModelEsxi {
    static final String MODULE = "mlx4_core";

    String version = "5.5.0";
    boolean distributed;
    String vmkernelOn = "vSwitch1";
    final Map<String, Integer> switches = new TreeMap<>(Map.of("vSwitch0", 1500, "vSwitch1", 2044));
    final Map<String, Integer> vmkernels = new TreeMap<>(Map.of("vmk0", 1500, "vmk1", 2044));
    Fact<List<UplinkObserved>> uplinks = Fact.known(List.of(
            new UplinkObserved("vmnic0", "igb", "I350", true, Fact.known(1500), false),
            new UplinkObserved("vmnic_ib0", "ib_ipoib", "MT26428", true, Fact.known(2044), true)));
    /** As the next start loads them. */
    Map<String, String> parameters = new LinkedHashMap<>();

    /** The folders of its OpenSM. */
    List<String> folders = List.of("/scratch/opensm/mlx4_0");

    Optional<String> script = Optional.empty();
    /** Whether its OpenSM reads the opensm.conf of its first folder, named by -F. */
    boolean readsConf;

    boolean showsProcess = true;
    /** When the host was started, where it tells; 0 where it does not. */
    long booted;

    Fact<String> scratch = Fact.known("/vmfs/volumes/4f/.locker");

    Fact<List<String>> known = Fact.known(List.of("debug_level", "mtu_4k", "log_num_mtt"));
    /** What was run on the host, as one line each. */
    final List<String> ran = new ArrayList<>();

    HostSystem system() {
        return new HostSystem(
                HostSystem.Kind.ESXI,
                "VMware ESXi " + version,
                Fact.known(SystemVersion.find(version).orElseThrow()));
    }

    EsxiObserved observed() {
        List<VirtualSwitchObserved> all = new ArrayList<>();
        switches.forEach((name, mtu) -> all.add(new VirtualSwitchObserved(
                name,
                distributed && name.equals("vSwitch1"),
                Fact.known(mtu),
                List.of(name.equals("vSwitch1") ? "vmnic_ib0" : "vmnic0"),
                List.of())));
        List<VmkernelObserved> links = new ArrayList<>();
        vmkernels.forEach((name, mtu) -> links.add(new VmkernelObserved(
                name,
                Fact.known(mtu),
                Optional.of(name.equals("vmk0") ? "vSwitch0" : vmkernelOn),
                Optional.of("pg"),
                true,
                Fact.known(List.of()))));
        return new EsxiObserved(Fact.known(all), Fact.known(links), uplinks, scratch);
    }

    List<IpoibObserved> interfaces() {
        return List.of(new IpoibObserved(
                "vmk1",
                Fact.known(Math.min(vmkernels.getOrDefault("vmk1", 0), switches.getOrDefault("vSwitch1", 0))),
                Fact.known(IpoibMode.DATAGRAM),
                Fact.known(PKey.DEFAULT.asFullMember()),
                true));
    }

    Map<String, DriverObserved> drivers() {
        return Map.of(
                MODULE,
                new DriverObserved(
                        MODULE,
                        true,
                        parameters,
                        known,
                        List.of(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        new FileObserved("", Fact.absent(), 0)));
    }

    /** OpenSM as the host's facts have it: which of several folders a process uses is not told. */
    OpensmObserved opensm(ModelHost host) {
        Optional<OpensmProcess> process = host.instances > 0 && showsProcess
                ? Optional.of(new OpensmProcess(host.pid(), new OpensmArguments(host.arguments), 0, booted))
                : Optional.empty();
        FileObserved untold =
                new FileObserved("opensm.conf", Fact.unreadable("its launcher is not known to read one"), 0);
        List<OpensmInstance> found = new ArrayList<>();
        for (String folder : folders) {
            boolean isIts = folders.size() == 1;
            found.add(new OpensmInstance(
                    readsConf && isIts ? host.file(host.conf) : untold,
                    host.file(folder + "/partitions.conf"),
                    isIts ? process : Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    true));
        }
        if (folders.size() != 1 && process.isPresent()) {
            String why = "which folder process 4 uses cannot be told";
            found.add(new OpensmInstance(
                    readsConf ? host.file(host.conf) : new FileObserved("opensm.conf", Fact.unreadable(why), 0),
                    new FileObserved("partitions.conf", Fact.unreadable(why), 0),
                    process,
                    Optional.empty(),
                    Optional.empty(),
                    false));
        }
        var launcher = new OpensmLauncher(
                OpensmLauncher.Kind.ESXI_VIB,
                Optional.empty(),
                List.of(),
                script.isPresent() ? Fact.known(host.enabled) : Fact.unreadable("ESXi does not tell"),
                Optional.empty(),
                script);
        return new OpensmObserved(launcher, found);
    }

    /** Does what esxcli would do. */
    void run(List<String> words) {
        String line = String.join(" ", words);
        ran.add(line);
        if (line.startsWith("esxcli network vswitch standard set -v ")) {
            switches.put(words.get(6), Integer.parseInt(words.get(8)));
        } else if (line.startsWith("esxcli network ip interface set -i ")) {
            vmkernels.put(words.get(6), Integer.parseInt(words.get(8)));
        } else if (line.startsWith("esxcli system module parameters set -m " + MODULE)) {
            parameters = new LinkedHashMap<>();
            for (String one : words.get(8).split(" ", -1)) {
                if (!one.isEmpty()) {
                    parameters.put(one.split("=", 2)[0], one.split("=", 2)[1]);
                }
            }
        } else if (!line.equals("/sbin/auto-backup.sh")) {
            throw new IllegalArgumentException(line);
        }
    }
}
