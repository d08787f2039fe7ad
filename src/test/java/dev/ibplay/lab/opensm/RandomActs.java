package dev.ibplay.lab.opensm;

import dev.ibplay.ib.SmState;
import dev.ibplay.lab.opensm.OpensmScenarios.Act;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Things to do to a world, chosen by what the lab is like at that moment, each with a moment to settle behind it. They keep
 * to what ibsim can show: the highest subnet manager is always the master, and loses that by being lowered or stopped.
 */
final class RandomActs {
    private static final int HIGHEST = 15;
    private static final List<String> MANAGERS = List.of("H1", "H2", "H3");
    private static final List<String> PARTITIONS = List.of(
            "Default=0x7fff,ipoib:ALL=full;\n",
            "Default=0x7fff,ipoib,mtu=5:ALL=full,SELF=full;\n",
            "Default=0x7fff,ipoib,mtu=3,rate=2:ALL,SELF=full;\n",
            "Default=0x7fff:ALL=full;\n",
            "A=0x1,ipoib,mtu=3,defmember=full:ALL;\n",
            "A=0x1,ipoib,mtu=2:0x100001=full,0x100005,0x100007=full;\n",
            "A=0x1,ipoib:ALL_CAS=full;\nA=0x1,mtu=5:0x100003=limited;\n",
            "B=0x8005,indx0,ipoib,rate=3:0x100007=full,SELF;\n",
            "B=0x8005,ipoib,sl=3:ALL_SWITCHES=full,SELF=full;\n",
            "B=5,ipoib:NONE=full;\n",
            "broken\n",
            "C=0x2,ipoib:nobody=full;\n");

    private final Random random;
    private final SimulatedWorld lab;
    private final Map<String, Integer> priorities = new HashMap<>();
    private boolean cut;

    RandomActs(long seed, SimulatedWorld lab) {
        this.random = new Random(seed);
        this.lab = lab;
    }

    /** The first subnet manager. */
    List<Act> begin() {
        List<Act> acts = new ArrayList<>(start(any(List.of("H1", "H2")), HIGHEST));
        acts.addFirst(partitions(any(MANAGERS)));
        return acts;
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private Act partitions(String host) {
        StringBuilder text = new StringBuilder();
        int lines = random.nextInt(3);
        for (int i = 0; i <= lines; i++) {
            text.append(any(PARTITIONS));
        }
        // What comes behind a file with indx0 may leave index 0 empty, which the lab does not show; scenarios have
        // indx0 alone.
        return new Act.Write(host, "partitions.conf", text.toString().replace(",indx0", ""));
    }

    private Act conf(String host, int priority) {
        priorities.put(host, priority);
        return new Act.Write(host, "opensm.conf", OpensmScenarios.TWO + "sm_priority " + priority + "\n");
    }

    private List<Act> start(String host, int priority) {
        return List.of(conf(host, priority), new Act.Start(host, List.of()), new Act.Settle());
    }

    private List<String> running() {
        return MANAGERS.stream().filter(this::runs).toList();
    }

    private boolean runs(String host) {
        return lab.runs(host);
    }

    private Optional<String> master() {
        return running().stream()
                .filter(host -> lab.opensm(host).state() == SmState.MASTER)
                .findFirst();
    }

    private int priority(String host) {
        return priorities.getOrDefault(host, 0);
    }

    /** One thing, with what belongs to it. */
    List<Act> next() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> edit();
            case 3 -> lowerMaster();
            case 4 -> stop();
            case 5 -> startLower();
            case 6 -> cable();
            default -> hup(any(running()));
        };
    }

    private List<Act> hup(String host) {
        return List.of(new Act.Hup(host), new Act.Settle());
    }

    private List<Act> edit() {
        String host = any(running());
        return Stream.concat(Stream.of(partitions(host)), hup(host).stream()).toList();
    }

    /** To anything below a standby, or at which that one wins; alone to anything lower. */
    private List<Act> lowerMaster() {
        String host = master().orElseThrow();
        int lower = random.nextInt(priority(host) + 1);
        return Stream.concat(Stream.of(conf(host, lower)), hup(host).stream()).toList();
    }

    /** One of several, or the only one, which is started again. */
    private List<Act> stop() {
        List<String> all = running();
        String host = any(all);
        if (all.size() > 1) {
            return List.of(new Act.Terminate(host), new Act.Settle());
        }
        List<Act> acts = new ArrayList<>(List.of(new Act.Terminate(host), new Act.Settle()));
        acts.addAll(start(any(MANAGERS.subList(0, 2)), HIGHEST));
        return acts;
    }

    private List<Act> startLower() {
        int highest = priority(master().orElseThrow());
        List<String> stopped = MANAGERS.stream().filter(host -> !runs(host)).toList();
        if (running().size() > 1 || highest == 0 || cut) {
            return edit();
        }
        return start(any(stopped), random.nextInt(highest));
    }

    /** H3's, unless a subnet manager runs there. */
    private List<Act> cable() {
        if (runs("H3")) {
            return edit();
        }
        cut = !cut;
        return List.of(cut ? new Act.Cut("H3") : new Act.Restore("H3"), new Act.Settle());
    }
}
