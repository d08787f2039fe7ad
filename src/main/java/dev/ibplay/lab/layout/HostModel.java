package dev.ibplay.lab.layout;

import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.linux.LinuxHost;

/** What a simulated host is made of, by the system that it runs. */
public sealed interface HostModel {
    /** The host's name in the inventory. */
    String name();

    record Linux(LinuxHost host) implements HostModel {
        @Override
        public String name() {
            return host.name();
        }
    }

    record Esxi(EsxiHost host) implements HostModel {
        @Override
        public String name() {
            return host.name();
        }
    }
}
