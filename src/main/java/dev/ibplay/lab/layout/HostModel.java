package dev.ibplay.lab.layout;

import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.mlnxos.SwitchHost;
import dev.ibplay.lab.windows.WindowsHost;

/** What a simulated host is made of, by the system that it runs. */
public sealed interface HostModel {
    /** The host's name in the inventory. */
    String name();

    /** {@code ibplay_platform}'s word for its system. */
    String platform();

    /** Who logs in there. */
    default String user() {
        return "root";
    }

    record Linux(LinuxHost host) implements HostModel {
        @Override
        public String name() {
            return host.name();
        }

        @Override
        public String platform() {
            return "linux";
        }
    }

    record Windows(WindowsHost host) implements HostModel {
        @Override
        public String name() {
            return host.name();
        }

        @Override
        public String platform() {
            return "windows";
        }

        @Override
        public String user() {
            return "Administrator";
        }
    }

    record Esxi(EsxiHost host) implements HostModel {
        @Override
        public String name() {
            return host.name();
        }

        @Override
        public String platform() {
            return "esxi";
        }
    }

    record Switch(SwitchHost host) implements HostModel {
        @Override
        public String name() {
            return host.name();
        }

        @Override
        public String platform() {
            return "mlnxos";
        }

        @Override
        public String user() {
            return "admin";
        }
    }
}
