package dev.ibplay.opensm;

/** Ports, keys, link settings, partitions and sweeps: keys of opensm.conf in the columns of {@link OptionRows}. */
final class FabricOptions {
    static final String ROWS = """
            guid                        u64    start 0x0000000000000000
            m_key                       u64    hup   0x0000000000000000 secret
            m_key_lease_period          u16    hup   0
            m_key_protection_level      u8     hup   0 allowed=0-3!2
            m_key_lookup                bool   hup   TRUE
            sm_key                      u64    hup   0x0000000000000001 secret
            sa_key                      u64    hup   0x0000000000000001 secret
            subnet_prefix               u64    start 0xfe80000000000000
            lmc                         u8     start 0 allowed=0-7!0
            lmc_esp0                    bool   start FALSE
            sm_sl                       u8     hup   0
            packet_life_time            u8     hup   0x12
            vl_stall_count              u8     hup   0x07
            leaf_vl_stall_count         u8     hup   0x07
            head_of_queue_lifetime      u8     hup   0x12
            leaf_head_of_queue_lifetime u8     hup   0x10
            max_op_vls                  u8     hup   5
            force_link_speed            u8     hup   15 allowed=0-7,15!15
            force_link_speed_ext        u8     hup   31 allowed=0-7,30-31!31
            force_link_width            u8     hup   255 allowed=0-31,255!255
            fdr10                       u8     hup   1 allowed=0-2!1
            subnet_timeout              u8     hup   18
            local_phy_errors_threshold  u8     hup   0x08
            overrun_errors_threshold    u8     hup   0x08
            use_mfttop                  bool   hup   TRUE
            partition_config_file       text   start /etc/opensm/partitions.conf build
            no_partition_enforcement    bool   hup   FALSE deprecated
            part_enforce                text   hup   both allowed=both,in,out,off!both
            allow_both_pkeys            bool   start FALSE
            keep_pkey_indexes           bool   hup   TRUE since=3.3.21
            sm_assigned_guid            u8     hup   0x00
            sweep_interval              u32    hup   10
            reassign_lids               bool   hup   FALSE
            force_heavy_sweep           bool   hup   FALSE
            sweep_on_trap               bool   hup   TRUE
            """;

    private FabricOptions() {}
}
