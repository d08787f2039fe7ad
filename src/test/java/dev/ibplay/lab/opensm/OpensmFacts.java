package dev.ibplay.lab.opensm;

import dev.ibplay.exec.MadPort;
import dev.ibplay.ib.Mtu;
import dev.ibplay.lab.fabric.Join;
import java.time.Duration;
import java.util.List;

/** What tests of single facts do to a world with ports of 4096 bytes, and of 2048 at H3. */
abstract class OpensmFacts {
    static final String CONF = "opensm.conf";
    static final String PARTITIONS = "partitions.conf";
    static final String TWO_K = "Default=0x7fff,ipoib,mtu=4:ALL=full,SELF=full;\n";
    static final String FOUR_K = "Default=0x7fff,ipoib,mtu=5:ALL=full,SELF=full;\n";
    static final MadPort PORT = new MadPort("mlx5_0", 1);

    final SimulatedWorld world = SimulatedWorld.of4K("H3");

    void start(String host, int priority, String... more) {
        world.write(host, CONF, "sm_priority " + priority + "\n");
        world.start(host, List.of(more));
        world.advance(Duration.ofSeconds(2));
    }

    void priority(String host, String value) {
        world.write(host, CONF, "sm_priority " + value + "\n");
        hup(host);
    }

    void hup(String host) {
        world.hup(host);
        world.advance(Duration.ofSeconds(1));
    }

    String states(String... hosts) {
        StringBuilder text = new StringBuilder();
        for (String host : hosts) {
            SimulatedOpensm opensm = world.opensm(host);
            text.append(host).append(' ').append(opensm.state());
            opensm.priority().ifPresent(priority -> text.append('/').append(priority));
            text.append(' ');
        }
        return text.toString().strip();
    }

    String groups() {
        return Seen.of(world).groups().toString();
    }

    Mtu mtuOfDefault() {
        return ((Join.Joined) world.join("H1", 0x7fff)).mtu();
    }
}
