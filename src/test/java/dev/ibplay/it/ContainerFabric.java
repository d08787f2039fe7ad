package dev.ibplay.it;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.Device;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.DockerImageName;

/**
 * One switch, two hosts with subnet managers ({@code sm1}, priority 5, and {@code sm2}, priority 1) and two hosts with an
 * {@code ib0} of InfiniBand's link type ({@code node1}, {@code node2}), in containers that live as long as this JVM.
 *
 * <p>Testcontainers starts and removes the containers; everything inside them is the business of the script that starts
 * the same fabric for users. A test that changes a host calls {@link #reset()} first.
 */
public final class ContainerFabric {
    /** Every container but the simulator's. */
    public static final List<String> NODES = List.of("sm1", "sm2", "node1", "node2");

    private static final int SSH = 22;

    private final Map<String, GenericContainer<?>> containers = new LinkedHashMap<>();
    private final FabricScript script;

    /** How a command ended. */
    public record Result(int exitCode, String stdout, String stderr) {}

    private static final class Shared {
        static final ContainerFabric FABRIC = new ContainerFabric();
    }

    /** The fabric of this JVM, started by the first call. */
    public static ContainerFabric shared() {
        return Shared.FABRIC;
    }

    private ContainerFabric() {
        String prefix = "ibplay-it-" + ProcessHandle.current().pid();
        script = FabricScript.of(prefix, Path.of("target", "fabric-it", prefix));
        DockerImageName image = DockerImageName.parse(lastLine(script.require("image")));
        Network network = Network.builder()
                .createNetworkCmdModifier(command -> command.withName(prefix))
                .build();
        add("ibsim", "simulator", "none", image, network);
        add("sm1", "subnet_manager", "H1", image, network);
        add("sm2", "subnet_manager", "H2", image, network);
        add("node1", "host", "H3", image, network);
        add("node2", "host", "H4", image, network);
        Startables.deepStart(containers.values()).join();
        script.require("up");
    }

    private static String lastLine(String text) {
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    private void add(String name, String role, String simulatedAs, DockerImageName image, Network network) {
        boolean hasSsh = !name.equals("ibsim");
        GenericContainer<?> container = new GenericContainer<>(image)
                .withImagePullPolicy(ignored -> false)
                .withNetwork(network)
                .withNetworkAliases(name)
                .withEnv(Map.of("FABRIC_ROLE", role, "FABRIC_HOST", simulatedAs, "FABRIC_SERVER", "ibsim"))
                .withTmpFs(Map.of("/run", "", "/run/lock", "", "/tmp", ""))
                .withCreateContainerCmdModifier(command -> configure(command, name, hasSsh));
        containers.put(name, container);
    }

    /** The settings that systemd and ib0 need, as in the script; ports only on the loopback address. */
    private void configure(CreateContainerCmd command, String name, boolean hasSsh) {
        HostConfig host = command.getHostConfig();
        if (host == null) {
            throw new IllegalStateException("Testcontainers made no host configuration");
        }
        host.withCapAdd(Capability.SYS_ADMIN, Capability.NET_ADMIN)
                .withDevices(new Device("rwm", "/dev/net/tun", "/dev/net/tun"))
                .withSecurityOpts(List.of("seccomp=unconfined", "apparmor=unconfined"))
                .withCgroupnsMode("host")
                .withBinds(Bind.parse("/sys/fs/cgroup:/sys/fs/cgroup:rw"));
        if (hasSsh) {
            command.withExposedPorts(ExposedPort.tcp(SSH));
            host.withPortBindings(new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(SSH)));
        }
        command.withName(script.prefix() + "-" + name).withHostName(name);
    }

    /**
     * Puts the hosts' files (OpenSM's, sudo's, sshd's, homes, unit files), {@code ib0} and the subnet managers back to the
     * initial state, on a new simulator; installs the helper if it is built. Takes about five seconds.
     */
    public void reset() {
        script.require("reset");
    }

    /**
     * Restarts hosts: interfaces and {@code /run} are new, and a network stack that owns {@code ib0} brings it up. Their
     * ports are others afterwards; the inventory has them.
     */
    public void restart(String... nodes) {
        script.require(Stream.concat(Stream.of("restart"), Arrays.stream(nodes)).toArray(String[]::new));
    }

    /**
     * Takes hosts to a second fabric, which has one switch and ports for the second subnet manager and the second host only, until the next
     * {@link #reset()}. A subnet manager becomes its master.
     */
    public void move(String... nodes) {
        script.require(Stream.concat(Stream.of("move"), Arrays.stream(nodes)).toArray(String[]::new));
    }

    /** Makes a network stack own {@code ib0} of a host, with an MTU of 1020 in its files (see fabric-stack in the image). */
    public void stack(String node, String name) {
        require(node, "fabric-node", "stack", name);
    }

    /** Makes OpenSM of a host one as a distribution has it, and leaves it stopped (see fabric-launcher in the image). */
    public void launcher(String node, String name) {
        require(node, "fabric-node", "launcher", name);
    }

    /** Starts the subnet manager of a host and waits until it is master or standby. */
    public void startSubnetManager(String node, String state) {
        require(node, "fabric-node", "start-sm", state);
    }

    /** Runs a program on a host as root, without ssh. */
    public Result exec(String node, String... command) {
        try {
            Container.ExecResult result = container(node).execInContainer(command);
            return new Result(result.getExitCode(), result.getStdout(), result.getStderr());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted on " + node, e);
        }
    }

    /** Runs a program on a host as root, without ssh, and returns its standard output; fails when it fails. */
    public String require(String node, String... command) {
        Result result = exec(node, command);
        if (result.exitCode() != 0) {
            throw new AssertionError(node + ": " + String.join(" ", command) + " ended with " + result.exitCode() + ": "
                    + result.stdout() + result.stderr());
        }
        return result.stdout();
    }

    /** The content of a file or of a sysfs attribute on a host. */
    public String read(String node, String path) {
        return require(node, "cat", path);
    }

    /** Writes a file on a host, in place: an existing one keeps its owner and mode. */
    public void write(String node, String path, String content) {
        script.requireWithInput(content, "exec", node, "sh", "-c", "cat > \"$0\"", path);
    }

    /** Where sshd of a host listens, on {@code 127.0.0.1}. */
    public int sshPort(String node) {
        // Asked anew: a restart gives another one.
        return container(node)
                .getCurrentContainerInfo()
                .getNetworkSettings()
                .getPorts()
                .getBindings()
                .entrySet()
                .stream()
                .filter(port -> port.getKey().getPort() == SSH)
                .flatMap(port -> Arrays.stream(port.getValue()))
                .mapToInt(binding -> Integer.parseInt(binding.getHostPortSpec()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no port leads to " + node));
    }

    /** The private key (Ed25519, no passphrase) that root, admin, asksudo and nosudo of every host accept. */
    public Path privateKey() {
        return script.state().resolve("id_ed25519");
    }

    /** The hosts' own keys. */
    public Path knownHosts() {
        return script.state().resolve("known_hosts");
    }

    /** Ansible's INI: groups {@code subnet_managers} and {@code linux}, user admin, who has sudo without a password. */
    public Path inventory() {
        return script.state().resolve("inventory.ini");
    }

    /** The password of admin, asksudo (sudo with this password) and nosudo (no sudo). */
    public String password() {
        try {
            return Files.readString(script.state().resolve("password"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private GenericContainer<?> container(String node) {
        GenericContainer<?> container = containers.get(node);
        if (container == null) {
            throw new IllegalArgumentException("no node " + node + "; there are " + containers.keySet());
        }
        return container;
    }
}
