package dev.ibplay.plan;

import static dev.ibplay.facts.WindowsAdapterObserved.DriverMtu;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.facts.WindowsServiceObserved.Start;
import dev.ibplay.facts.WindowsServiceObserved.State;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.opensm.OpensmArguments;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a {@link ModelHost} has as a Windows host: one connection by IPoIB on its port, and one on Ethernet. */
final class ModelWindows {
    static final MadPort PORT = new MadPort("ibv_device0", 1);
    private static final Charset JAPANESE = Charset.forName("windows-31j");

    String name = "IB0";
    Optional<String> keyword = Optional.of("*JumboPacket");
    String driver = "2044";
    /** What the adapter was started with. */
    int bound = 2044;
    /** In use by IP. */
    int mtu = 2044;
    /** In the persistent store; 0 for none. */
    int kept = 2044;

    /** Whether IP takes all that a restarted adapter can do, or what it had. */
    boolean followsDriver;

    Optional<String> unreadableKept = Optional.empty();
    PKey pkey = PKey.DEFAULT.asFullMember();
    Map<MadPort, PortMtu> tools = Map.of();
    boolean linkKnown = true;
    /** What was run on the host, as one line each. */
    final List<String> ran = new ArrayList<>();

    /** What a command does to a service. */
    enum Told {
        NOTHING,
        READ_AGAIN,
        STOP,
        START
    }

    static final String FOLDER = "C:\\Program Files\\OFED\\OpenSM\\";
    static final String NAMED = "\"C:\\Program Files\\OFED\\opensm.exe\" --service -F \"" + FOLDER
            + "opensm.conf\" -P \"" + FOLDER + "partitions.conf\"";

    /** The command line of its OpenSM service. */
    String image = NAMED;

    Start start = Start.AUTOMATIC;
    boolean startedByHand;

    private boolean isEnabled = true;

    HostSystem system() {
        return new HostSystem(
                HostSystem.Kind.WINDOWS,
                "Windows Server 2012 R2 Standard",
                Fact.known(SystemVersion.find("6.3.9600.0").orElseThrow()));
    }

    WindowsObserved observed() {
        var infiniband = new WindowsAdapterObserved(
                15,
                name,
                "Mellanox IPoIB Adapter #2",
                true,
                true,
                Fact.known(mtu),
                unreadableKept
                        .map(Fact::<Integer>unreadable)
                        .orElseGet(() -> kept == 0 ? Fact.absent() : Fact.known(kept)),
                keyword.map(word -> new DriverMtu("0011", word, number(driver))),
                Fact.known(List.of()));
        var ethernet = new WindowsAdapterObserved(
                12,
                "Ethernet",
                "Intel I350",
                false,
                true,
                Fact.known(1500),
                Fact.absent(),
                Optional.of(new DriverMtu("0007", "*JumboPacket", Fact.known(1514))),
                Fact.known(List.of()));
        return new WindowsObserved(
                Fact.known(List.of(ethernet, infiniband)),
                Fact.known(List.of()),
                tools,
                Fact.known(932),
                Fact.known(true),
                List.of());
    }

    private static Fact<Integer> number(String text) {
        return text.matches("\\d+") ? Fact.known(Integer.parseInt(text)) : Fact.unreadable("*JumboPacket is " + text);
    }

    List<IpoibObserved> interfaces() {
        return List.of(
                new IpoibObserved(name, Fact.known(mtu), Fact.known(IpoibMode.DATAGRAM), Fact.known(pkey), true));
    }

    IpoibLink link() {
        return new IpoibLink(
                name,
                Fact.unreadable("Windows does not tell it"),
                linkKnown ? Optional.of(PORT) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "up",
                Fact.unreadable("Windows does not tell it"),
                Fact.known(List.of()),
                Fact.known(false));
    }

    static Map<MadPort, PortMtu> told(Mtu cap) {
        return Map.of(PORT, new PortMtu(Optional.of(cap), Optional.of(cap), "ibv_devinfo"));
    }

    /** OpenSM as the host's facts have it. */
    OpensmObserved opensm(ModelHost host) {
        Optional<OpensmProcess> process = host.instances > 0
                ? Optional.of(new OpensmProcess(host.pid(), new OpensmArguments(host.arguments), 0, host.started))
                : Optional.empty();
        var service = new WindowsServiceObserved(
                "OpenSM",
                image,
                Fact.known(start),
                Fact.known(process.isPresent() && !startedByHand ? State.RUNNING : State.STOPPED),
                process.map(OpensmProcess::pid));
        FileObserved conf = image.contains("-F ") ? host.file(host.conf) : untold("opensm.conf");
        FileObserved partitions = image.contains("-P ") ? host.file(host.partitions) : untold("partitions.conf");
        var instance = new OpensmInstance(
                conf,
                partitions,
                process,
                startedByHand ? Optional.empty() : Optional.of("OpenSM"),
                Optional.empty(),
                !startedByHand,
                List.of(),
                startedByHand ? Optional.empty() : Optional.of(service));
        var launcher = new OpensmLauncher(
                startedByHand ? OpensmLauncher.Kind.BY_HAND : OpensmLauncher.Kind.WINDOWS_SERVICE,
                Optional.empty(),
                List.of(),
                service.startsWithHost());
        return new OpensmObserved(launcher, List.of(instance));
    }

    private static FileObserved untold(String name) {
        return new FileObserved(
                name, Fact.unreadable("no option names it, and where this OpenSM looks is not known"), 0);
    }

    /** Does what these programs would do. */
    Told run(List<String> words) {
        String line = String.join(" ", words);
        ran.add(line);
        switch (words.get(0) + " " + words.get(1)) {
            case "reg.exe add" -> {
                String text = words.get(words.indexOf("/d") + 1);
                if (words.contains("ImagePath")) {
                    image = text;
                } else {
                    driver = text;
                }
            }
            case "netsh.exe interface" -> netsh(words);
            case "sc.exe config" ->
                start = switch (words.get(4)) {
                    case "auto" -> Start.AUTOMATIC;
                    case "demand" -> Start.MANUAL;
                    default -> Start.DISABLED;
                };
            case "sc.exe control" -> {
                return Told.READ_AGAIN;
            }
            case "net.exe stop" -> {
                return Told.STOP;
            }
            case "net.exe start" -> {
                return Told.START;
            }
            default -> throw new IllegalArgumentException(line);
        }
        return Told.NOTHING;
    }

    private void netsh(List<String> words) {
        if (words.contains("admin=disabled")) {
            isEnabled = false;
        } else if (words.contains("admin=enabled")) {
            isEnabled = true;
            bound = Integer.parseInt(driver);
            mtu = followsDriver ? bound : kept == 0 ? mtu : Math.min(kept, bound);
        } else {
            int bytes = Integer.parseInt(words.get(6).substring("mtu=".length()));
            if (!words.get(5).equals(name) || bytes > bound || !isEnabled) {
                throw new IllegalArgumentException("netsh fails: " + words);
            }
            mtu = bytes;
            kept = words.get(7).equals("store=persistent") ? bytes : kept;
        }
    }

    /** Answers what a plan asks again. */
    Outcome answer(Operation asked) {
        List<String> words = ((Operation.RunCommand) asked).arguments();
        if (words.getFirst().equals("reg.exe")) {
            boolean isLine = words.get(4).equals("ImagePath");
            return said("\r\n%s\r\n    %s    %s    %s\r\n\r\n"
                    .formatted(
                            words.get(2), words.get(4), isLine ? "REG_EXPAND_SZ" : "REG_SZ", isLine ? image : driver));
        }
        int listed = words.getLast().equals("store=persistent") ? kept : mtu;
        String own =
                isEnabled && listed > 0 ? "  %d                1   37000   17000  %s\r\n".formatted(listed, name) : "";
        return said("\r\n   MTU  MediaSenseState   受信  送信  インターフェイス\r\n------  ---------------  ---  ---  ---\r\n"
                + "4294967295                1          0      61754  Loopback Pseudo-Interface 1\r\n" + own);
    }

    private static Outcome said(String text) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.of(text.getBytes(JAPANESE)), Bytes.EMPTY);
    }
}
