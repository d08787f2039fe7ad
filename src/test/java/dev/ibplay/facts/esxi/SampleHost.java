package dev.ibplay.facts.esxi;

/** An ESXi 5.5 host with one InfiniBand port, as it would answer. */
public final class SampleHost {
    public static final String CSV = "esxcli --formatter=csv ";
    static final String OPENSM_FOLDER = "/scratch/opensm/mlx4_0";

    static final String SWITCHES_CSV = """
            BeaconEnabled,CDPStatus,Class,ConfiguredPorts,MTU,Name,NumPorts,Portgroups,Uplinks,UsedPorts,
            false,listen,etherswitch,128,1500,vSwitch0,1536,"VM Network,Management Network,","vmnic0,",4,
            false,listen,etherswitch,128,2044,vSwitch1,1536,"IB-Storage,","vmnic_ib0,",4,
            """;

    static final String SWITCHES_TEXT = """
            vSwitch0
               Name: vSwitch0
               Class: etherswitch
               MTU: 1500
               Beacon Required By:
               Uplinks: vmnic0
               Portgroups: VM Network, Management Network

            vSwitch1
               Name: vSwitch1
               Class: etherswitch
               MTU: 2044
               Beacon Required By:
               Uplinks: vmnic_ib0
               Portgroups: IB-Storage
            """;

    static final String VMKERNELS_CSV = """
            Enabled,MACAddress,MTU,Name,NetstackInstance,PortID,Portgroup,Portset,TSOMSS,VDSConnection,VDSName,VDSPort,VDSUUID,
            true,00:50:56:00:00:01,1500,vmk0,defaultTcpipStack,1,Management Network,vSwitch0,65535,-1,N/A,N/A,N/A,
            true,00:50:56:00:00:02,4092,vmk1,defaultTcpipStack,2,IB-Storage,vSwitch1,65535,-1,N/A,N/A,N/A,
            """;

    static final String IPV4_CSV = """
            AddressType,DHCPDNS,IPv4Address,IPv4Broadcast,IPv4Netmask,Name,
            STATIC,false,192.0.2.10,192.0.2.255,255.255.255.0,vmk0,
            STATIC,false,198.51.100.7,198.51.100.63,255.255.255.192,vmk1,
            """;

    static final String IPV6_CSV = """
            Address,Interface,Netmask,Status,Type,
            fe80::250:56ff:fe00:1,vmk0,64,PREFERRED,STATIC,
            """;

    static final String NICS_CSV = """
            Description,Driver,Duplex,Link,MACAddress,MTU,Name,PCIDevice,Speed,
            Intel Corporation 82576 Gigabit,igb,Full,Up,00:25:90:00:00:01,1500,vmnic0,0000:002:00.0,1000,
            "Mellanox MT26428 [ConnectX VPI - 10GigE / IB QDR, PCIe 2.0]",ib_ipoib,Full,Up,00:02:c9:00:00:11,2044,vmnic_ib0,0000:005:00.0,40000,
            """;

    static final String MODULES_CSV = """
            IsEnabled,IsLoaded,Name,
            true,true,vmkernel,
            true,true,mlx4_core,
            true,false,ib_ipoib,
            """;

    static final String PARAMETERS_CSV = """
            Description,Name,Type,Value,
            "Enable debug tracing, if > 0",debug_level,int,,
            configure 4k mtu (mtu_4k > 0),mtu_4k,int,1,
            """;

    static final String IBSTAT = """
            CA 'mlx4_0'
            \tCA type: MT26428
            \tNumber of ports: 1
            \tFirmware version: 2.9.1000
            \tHardware version: b0
            \tNode GUID: 0x0002c90300000010
            \tSystem image GUID: 0x0002c90300000013
            \tPort 1:
            \t\tState: Active
            \t\tPhysical state: LinkUp
            \t\tRate: 40
            \t\tBase lid: 4
            \t\tLMC: 0
            \t\tSM lid: 1
            \t\tCapability mask: 0x0251086a
            \t\tPort GUID: 0x0002c90300000011
            \t\tLink layer: InfiniBand
            """;

    static final String PS = """
            WID    CID    World Name            Command
            2048   2048   init                  init
            35001  35001  sh                    /bin/sh /etc/init.d/opensmd start
            35010  35010  opensm-static         /opt/opensm/bin/opensm-static -g 0x0002c90300000011 -p 1 -P /scratch/opensm/mlx4_0/partitions.conf -f /scratch/opensm/mlx4_0/opensm.log
            35011  35010  opensm-static         /opt/opensm/bin/opensm-static -g 0x0002c90300000011 -p 1 -P /scratch/opensm/mlx4_0/partitions.conf -f /scratch/opensm/mlx4_0/opensm.log
            """;

    static final String PLACES = """
            vib
            kept
            folder /scratch/opensm/mlx4_0
            script /etc/init.d/opensmd
            version 3.3.16
            """;

    private SampleHost() {}

    public static EsxiHost host() {
        return new EsxiHost()
                .says("uname -s", "VMkernel\n")
                .says("vmware -v", "VMware ESXi 5.5.0 build-1331820\n")
                .says("/opt/opensm/bin/ibstat", IBSTAT)
                .script("SSH_CONNECTION", "192.0.2.200 52144 192.0.2.10 22\n")
                .says(CSV + "network vswitch standard list", SWITCHES_CSV)
                .says(CSV + "network vswitch dvs vmware list", "")
                .says(CSV + "network ip interface list", VMKERNELS_CSV)
                .says(CSV + "network nic list", NICS_CSV)
                .says(CSV + "network ip interface ipv4 get", IPV4_CSV)
                .says(CSV + "network ip interface ipv6 address list", IPV6_CSV)
                .says(CSV + "system module list", MODULES_CSV)
                .says(CSV + "system module parameters list -m mlx4_core", PARAMETERS_CSV)
                .ends(CSV + "system module parameters list -m nosuch", 1, "Unable to find module nosuch\n", "")
                .script("ps -c", PS)
                .script("/opt/opensm", PLACES)
                .file(OPENSM_FOLDER + "/partitions.conf", "Default=0x7fff,ipoib,mtu=5:ALL=full;\n");
    }
}
