package dev.ibplay.transport.posix;

import dev.ibplay.transport.conformance.FarEndConformance;
import dev.ibplay.transport.conformance.FarEndConformance.Candidate;
import dev.ibplay.transport.conformance.VmkernelHost;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The sh far end on machines like ESXi hosts: one as they probably are, and one that lacks what is not certain of them. */
class VmkernelConformanceTest {
    @SuppressWarnings("NullAway.Init")
    private static VmkernelHost usual;

    @SuppressWarnings("NullAway.Init")
    private static VmkernelHost bare;

    @BeforeAll
    static void start() throws Exception {
        usual = VmkernelHost.start("cmp", "sha256sum", "sync");
        bare = VmkernelHost.start();
        bare.sh(BARE);
        for (VmkernelHost host : List.of(usual, bare)) {
            host.sh("mkdir /var/run/mtu && echo 1500 >/var/run/mtu/lo");
        }
    }

    /** No hard links, whole seconds only, the timeout of busybox before 1.30. */
    private static final String BARE = """
            rm /bin/ln /bin/sleep /bin/timeout
            cat >/bin/ln <<'END'
            #!/bin/sh
            case $1 in -s) exec busybox ln "$@" ;; esac
            echo "ln: $3: Function not implemented" >&2
            exit 1
            END
            cat >/bin/sleep <<'END'
            #!/bin/sh
            case $1 in *.*) echo "sleep: invalid number '$1'" >&2; exit 1 ;; esac
            exec busybox sleep "$@"
            END
            cat >/bin/timeout <<'END'
            #!/bin/sh
            [ "$1" = -t ] || { echo 'timeout: invalid option' >&2; exit 1; }
            seconds=$2
            shift 2
            [ "$1" != -s ] || shift 2
            exec busybox timeout -s KILL "$seconds" "$@"
            END
            chmod 755 /bin/ln /bin/sleep /bin/timeout
            """;

    @AfterAll
    static void stop() throws Exception {
        for (VmkernelHost host : new VmkernelHost[] {usual, bare}) {
            if (host != null) {
                host.close();
            }
        }
    }

    private static DynamicContainer testsOf(String name, VmkernelHost host) {
        return FarEndConformance.testsOf(
                new Candidate(name, 0, () -> PosixSession.open("esx1", host.connection()), host));
    }

    @TestFactory
    List<DynamicContainer> hosts() {
        return List.of(testsOf("VMkernel", usual), testsOf("VMkernel with less", bare));
    }
}
