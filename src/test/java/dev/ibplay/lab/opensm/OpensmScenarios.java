package dev.ibplay.lab.opensm;

import java.util.ArrayList;
import java.util.List;

/** What is done to a world, as data; {@link #ALL} runs on the real OpenSM and in the lab alike. */
record OpensmScenarios(String name, List<Act> acts) {
    /** One thing that is done, or the moment at which both worlds must look alike. */
    sealed interface Act {
        record Write(String host, String file, String text) implements Act {}

        record Remove(String host, String file) implements Act {}

        record Start(String host, List<String> more) implements Act {}

        record Hup(String host) implements Act {}

        record Terminate(String host) implements Act {}

        record Kill(String host) implements Act {}

        record Cut(String host) implements Act {}

        record Restore(String host) implements Act {}

        /** Waits until nothing changes any more. */
        record Settle() implements Act {}
    }

    /** For one subnet manager. Short times, and a log that can be read at once. */
    private static final String ALONE =
            "sweep_interval 2\nforce_log_flush TRUE\nsminfo_polling_timeout 500\npolling_retry_number 1\n";
    /** For two of them: ibsim passes traps on, but not the answers to them, which hangs OpenSM. */
    static final String TWO = ALONE + "sweep_on_trap FALSE\n";

    private static final String CONF = "opensm.conf";
    private static final String PARTITIONS = "partitions.conf";
    private static final String DEFAULT = "Default=0x7fff,ipoib:ALL=full,SELF=full;\n";
    private static final String STORAGE =
            "storage=0x8005,ipoib,mtu=3,defmember=full:0x100001,0x100005=limited,0x100007;\n";

    static final List<OpensmScenarios> ALL = List.of(
            alone("no partitions.conf").start("H1").settled(),
            alone("the default partition at 4096 bytes")
                    .partitions("H1", "Default=0x7fff,ipoib,mtu=5,rate=3:ALL=full,SELF=full;\n")
                    .start("H1")
                    .settled(),
            alone("limited members")
                    .partitions("H1", "Default=0x7fff,ipoib:ALL,SELF=full;\n")
                    .start("H1")
                    .settled(),
            alone("a second partition")
                    .partitions("H1", DEFAULT + STORAGE)
                    .start("H1")
                    .settled(),
            alone("adapters only, and index 0")
                    .partitions("H1", DEFAULT + "A=0x3,indx0,ipoib:ALL_CAS=full;\n")
                    .start("H1")
                    .settled(),
            alone("a partition that comes and goes, with another MTU the next time")
                    .partitions("H1", DEFAULT)
                    .start("H1")
                    .settle()
                    .partitions("H1", DEFAULT + "p=0x1,ipoib,mtu=4:ALL=full;\n")
                    .hup("H1")
                    .settle()
                    .partitions("H1", DEFAULT + "p=0x1,ipoib,mtu=3:ALL=full;\n")
                    .hup("H1")
                    .settle()
                    .partitions("H1", DEFAULT)
                    .hup("H1")
                    .settle()
                    .partitions("H1", DEFAULT + "p=0x1,ipoib,mtu=3:ALL=full;\n")
                    .hup("H1")
                    .settled(),
            alone("a group keeps its MTU until OpenSM is started anew")
                    .partitions("H1", DEFAULT)
                    .start("H1")
                    .settle()
                    .partitions("H1", "Default=0x7fff,ipoib,mtu=5:ALL=full,SELF=full;\n")
                    .hup("H1")
                    .settle()
                    .terminate("H1")
                    .start("H1")
                    .settled(),
            alone("membership that changes")
                    .partitions("H1", DEFAULT + STORAGE)
                    .start("H1")
                    .settle()
                    .partitions("H1", DEFAULT + "storage=0x8005,ipoib,mtu=3:0x100001,0x100003=full;\n")
                    .hup("H1")
                    .settled(),
            alone("a file that breaks, and is mended")
                    .partitions("H1", DEFAULT + STORAGE)
                    .start("H1")
                    .settle()
                    .partitions("H1", DEFAULT + STORAGE + "broken\n")
                    .hup("H1")
                    .settle()
                    .partitions("H1", DEFAULT + STORAGE)
                    .hup("H1")
                    .settled(),
            alone("a broken file at the start")
                    .partitions("H1", "A=0x3:node1=full;\n")
                    .start("H1")
                    .settled(),
            alone("an empty file").partitions("H1", "# nothing\n").start("H1").settled(),
            alone("a file that goes away")
                    .partitions("H1", "Default=0x7fff:ALL,SELF=full;\n" + STORAGE)
                    .start("H1")
                    .settle()
                    .remove("H1", PARTITIONS)
                    .hup("H1")
                    .settled(),
            alone("an MTU that is no code")
                    .partitions("H1", "Default=0x7fff,ipoib,mtu=2048:ALL=full;\n")
                    .start("H1")
                    .settled(),
            alone("a rate for the weakest")
                    .partitions("H1", "Default=0x7fff,ipoib,rate=99:ALL=full;\n")
                    .start("H1")
                    .settled(),
            alone("SELF and NONE")
                    .partitions(
                            "H2",
                            "Default=0x7fff,ipoib:ALL,SELF=full;\nown=0x7,ipoib:SELF=full;\nno=0x8,ipoib:NONE=full;\n")
                    .start("H2")
                    .settled(),
            alone("priorities of file and arguments")
                    .conf("H1", "sm_priority 11\n")
                    .start("H1", "-p", "3")
                    .settle()
                    .hup("H1")
                    .settle()
                    .conf("H1", "sm_priority 12\n")
                    .hup("H1")
                    .settle()
                    .conf("H1", "sm_priority 16\n")
                    .hup("H1")
                    .settle()
                    .conf("H1", "sm_priority = 7\n")
                    .hup("H1")
                    .settle()
                    .conf("H1", "sm_priority\t\"7\" # x\n")
                    .hup("H1")
                    .settle()
                    .conf("H1", "")
                    .hup("H1")
                    .settled(),
            new Builder("no opensm.conf at the start", "")
                    .start("H1", "-d", "2") // a log that can be read at once
                    .settle()
                    .conf("H1", ALONE + "sm_priority 9\n")
                    .hup("H1")
                    .settled(),
            alone("a cable that is pulled and put in")
                    .partitions("H1", DEFAULT)
                    .start("H1")
                    .settle()
                    .cut("H3")
                    .settle()
                    .partitions("H1", DEFAULT + STORAGE)
                    .restore("H3")
                    .settled(),
            alone("the port of a killed one stays as it is")
                    .partitions("H1", DEFAULT + STORAGE)
                    .start("H1")
                    .settle()
                    .kill("H1")
                    .settled(),
            alone("another one after the first has ended")
                    .partitions("H1", DEFAULT + STORAGE)
                    .partitions("H2", DEFAULT)
                    .start("H1")
                    .settle()
                    .terminate("H1")
                    .start("H2")
                    .settled(),
            alone("the port that a GUID names").start("H3", "-g", "0x100005").settled(),
            alone("LIDs with room for paths").conf("H1", "lmc 1\n").start("H1").settled(),
            two("a standby")
                    .conf("H1", "sm_priority 5\n")
                    .conf("H2", "sm_priority 2\n")
                    .start("H1")
                    .settle()
                    .start("H2")
                    .settled(),
            two("a master that is lowered hands over, and its group comes along")
                    .conf("H1", "sm_priority 5\n")
                    .conf("H2", "sm_priority 2\n")
                    .partitions("H1", DEFAULT)
                    .partitions("H2", "Default=0x7fff,ipoib,mtu=5:ALL=full,SELF=full;\n")
                    .start("H1")
                    .settle()
                    .start("H2")
                    .settle()
                    .conf("H1", "sm_priority 1\n")
                    .hup("H1")
                    .settled(),
            two("at a tie the lower GUID wins")
                    .conf("H1", "sm_priority 3\n")
                    .conf("H2", "sm_priority 3\n")
                    .start("H1")
                    .settle()
                    .start("H2")
                    .settled(),
            two("a standby takes over when the master is killed")
                    .conf("H1", "sm_priority 5\n")
                    .conf("H2", "sm_priority 2\n")
                    .partitions("H2", DEFAULT + STORAGE)
                    .start("H1")
                    .settle()
                    .start("H2")
                    .settle()
                    .kill("H1")
                    .settled(),
            two("and when it is stopped")
                    .conf("H1", "sm_priority 5\n")
                    .conf("H3", "sm_priority 2\n")
                    .partitions("H3", "Default=0x7fff,ipoib,mtu=3:ALL=full,SELF=full;\n")
                    .start("H1")
                    .settle()
                    .start("H3")
                    .settle()
                    .terminate("H1")
                    .settled());

    private static Builder alone(String name) {
        return new Builder(name, ALONE);
    }

    private static Builder two(String name) {
        return new Builder(name, TWO);
    }

    /** Every host has the basic options in front of what {@link #conf} gives, unless they are empty. */
    private static final class Builder {
        private final String name;
        private final String basic;
        private final List<Act> acts = new ArrayList<>();

        Builder(String name, String basic) {
            this.name = name;
            this.basic = basic;
            if (!basic.isEmpty()) {
                List.of("H1", "H2", "H3").forEach(host -> conf(host, ""));
            }
        }

        private Builder add(Act act) {
            acts.add(act);
            return this;
        }

        Builder conf(String host, String text) {
            return add(new Act.Write(host, CONF, basic + text));
        }

        Builder partitions(String host, String text) {
            return add(new Act.Write(host, PARTITIONS, text));
        }

        Builder remove(String host, String file) {
            return add(new Act.Remove(host, file));
        }

        Builder start(String host, String... more) {
            return add(new Act.Start(host, List.of(more)));
        }

        Builder hup(String host) {
            return add(new Act.Hup(host));
        }

        Builder terminate(String host) {
            return add(new Act.Terminate(host));
        }

        Builder kill(String host) {
            return add(new Act.Kill(host));
        }

        Builder cut(String host) {
            return add(new Act.Cut(host));
        }

        Builder restore(String host) {
            return add(new Act.Restore(host));
        }

        Builder settle() {
            return add(new Act.Settle());
        }

        OpensmScenarios settled() {
            settle();
            return new OpensmScenarios(name, List.copyOf(acts));
        }
    }

    /** Does one thing; waiting is for who knows how. */
    static void carryOut(Act act, World world) {
        switch (act) {
            case Act.Write write -> world.write(write.host(), write.file(), write.text());
            case Act.Remove remove -> world.remove(remove.host(), remove.file());
            case Act.Start start -> world.start(start.host(), start.more());
            case Act.Hup hup -> world.hup(hup.host());
            case Act.Terminate terminate -> world.terminate(terminate.host());
            case Act.Kill kill -> world.kill(kill.host());
            case Act.Cut cut -> world.cut(cut.host());
            case Act.Restore restore -> world.restore(restore.host());
            case Act.Settle settle -> throw new IllegalArgumentException("not a thing to do: " + settle);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
