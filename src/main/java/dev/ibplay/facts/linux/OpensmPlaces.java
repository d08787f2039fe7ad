package dev.ibplay.facts.linux;

import java.util.List;
import java.util.stream.Stream;

/** Where builds of OpenSM keep their files when they are told no others; the paths are compiled in. */
enum OpensmPlaces {
    /** Debian, Ubuntu, SLES, MLNX_OFED, DOCA and upstream's default. */
    ETC_OPENSM("/etc/opensm"),
    /** RHEL, Fedora, openEuler: configured with {@code --with-opensm-conf-sub-dir=rdma}. */
    ETC_RDMA("/etc/rdma"),
    /** NVIDIA UFM hands these to its own. */
    UFM("/opt/ufm/files/conf/opensm");

    /**
     * What OpenSM had before 3.2.2 (2008), when there was no opensm.conf. {@code /etc/opensm.conf} is none of them: on SLES that is
     * a link to the launcher's variables.
     */
    static final List<String> BEFORE_3_2_2 =
            List.of("/etc/opensm-partitions.conf", "/etc/opensm/opensm-partitions.conf", "/var/cache/osm/opensm.opts");

    /** Variables of the launchers of RHEL, Fedora, SLES, MLNX_OFED and upstream. */
    static final String SYSCONFIG = "/etc/sysconfig/opensm";

    /** Variables of Debian's units and script. */
    static final String DEFAULT = "/etc/default/opensm";

    /** RHEL's script, and SLES's in earlier and later releases. */
    static final List<String> LAUNCH_SCRIPTS = List.of("/usr/libexec/opensm-launch", "/usr/lib/opensm-launch");

    /** Upstream's and MLNX_OFED's script, then Debian's and that of RHEL 6. */
    static final List<String> INIT_SCRIPTS = List.of("/etc/init.d/opensmd", "/etc/init.d/opensm");

    /** Written by upstream's init script. */
    static final String PID_FILE = "/var/run/opensm.pid";

    static final String UFM_FOLDER = "/opt/ufm/";

    private final String folder;

    OpensmPlaces(String folder) {
        this.folder = folder;
    }

    String conf() {
        return folder + "/opensm.conf";
    }

    String partitions() {
        return folder + "/partitions.conf";
    }

    /** The files that are read whatever else is found. */
    static List<String> files() {
        return Stream.concat(
                        Stream.of(values()).flatMap(place -> Stream.of(place.conf(), place.partitions())),
                        Stream.of(SYSCONFIG, DEFAULT, PID_FILE))
                .toList();
    }

    /** Shell patterns of those of which not each has a fixed name, or of which it matters only that they are there. */
    static List<String> patterns() {
        return Stream.of(
                        Stream.of(ETC_RDMA.conf() + ".[0-9]*", ETC_OPENSM.conf() + ".[0-9]*"),
                        LAUNCH_SCRIPTS.stream(),
                        INIT_SCRIPTS.stream(),
                        // The links by which System V's init starts scripts at its usual run levels.
                        Stream.of("/etc/rc[35].d/S*opensm*", "/etc/rc.d/rc[35].d/S*opensm*"),
                        BEFORE_3_2_2.stream(),
                        OpensmUnit.patterns("opensm*").stream())
                .flatMap(all -> all)
                .toList();
    }
}
