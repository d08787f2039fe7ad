package dev.ibplay.opensm;

/** Quality of service, congestion control and what the file has at its end: keys of opensm.conf in the columns of {@link OptionRows}. */
final class QosOptions {
    static final String ROWS = """
            qos                                  bool   hup   FALSE
            qos_policy_file                      text   start /etc/opensm/qos-policy.conf build
            suppress_sl2vl_mad_status_errors     bool   hup   FALSE
            qos_max_vls                          u32    hup   0 qos allowed=0-15!0
            qos_high_limit                       s32    hup   -1 qos allowed=0-255!-1
            qos_vlarb_high                       text   hup   (null) qos
            qos_vlarb_low                        text   hup   (null) qos
            qos_sl2vl                            text   hup   (null) qos
            qos_ca_max_vls                       u32    hup   0 qos allowed=0-15!0
            qos_ca_high_limit                    s32    hup   -1 qos allowed=0-255!-1
            qos_ca_vlarb_high                    text   hup   (null) qos
            qos_ca_vlarb_low                     text   hup   (null) qos
            qos_ca_sl2vl                         text   hup   (null) qos
            qos_sw0_max_vls                      u32    hup   0 qos allowed=0-15!0
            qos_sw0_high_limit                   s32    hup   -1 qos allowed=0-255!-1
            qos_sw0_vlarb_high                   text   hup   (null) qos
            qos_sw0_vlarb_low                    text   hup   (null) qos
            qos_sw0_sl2vl                        text   hup   (null) qos
            qos_swe_max_vls                      u32    hup   0 qos allowed=0-15!0
            qos_swe_high_limit                   s32    hup   -1 qos allowed=0-255!-1
            qos_swe_vlarb_high                   text   hup   (null) qos
            qos_swe_vlarb_low                    text   hup   (null) qos
            qos_swe_sl2vl                        text   hup   (null) qos
            qos_rtr_max_vls                      u32    hup   0 qos allowed=0-15!0
            qos_rtr_high_limit                   s32    hup   -1 qos allowed=0-255!-1
            qos_rtr_vlarb_high                   text   hup   (null) qos
            qos_rtr_vlarb_low                    text   hup   (null) qos
            qos_rtr_sl2vl                        text   hup   (null) qos
            congestion_control                   bool   hup   FALSE
            cc_key                               u64    start 0x0000000000000000 secret
            cc_max_outstanding_mads              u32    start 500
            cc_sw_cong_setting_control_map       u32    hup   0x0
            cc_sw_cong_setting_victim_mask       mask   hup   0x0000000000000000000000000000000000000000000000000000000000000000
            cc_sw_cong_setting_credit_mask       mask   hup   0x0000000000000000000000000000000000000000000000000000000000000000
            cc_sw_cong_setting_threshold         u8     hup   0x00
            cc_sw_cong_setting_packet_size       u8     hup   0
            cc_sw_cong_setting_credit_starvation_threshold u8     hup   0x00
            cc_sw_cong_setting_credit_starvation_return_delay entry  hup   0:0
            cc_sw_cong_setting_marking_rate      u16    hup   0
            cc_ca_cong_setting_port_control      u16    hup   0x0000
            cc_ca_cong_setting_control_map       u16    hup   0x0000
            cc_ca_cong_setting_ccti_timer        sl-u16 hup   0_0
            cc_ca_cong_setting_ccti_increase     sl-u8  hup   0_0
            cc_ca_cong_setting_trigger_threshold sl-u8  hup   0_0
            cc_ca_cong_setting_ccti_min          sl-u8  hup   0_0
            cc_cct                               table  hup   (null)
            prefix_routes_file                   text   start /etc/opensm/prefix-routes.conf build
            consolidate_ipv6_snm_req             bool   hup   FALSE
            log_prefix                           text   hup   (null)
            """;

    private QosOptions() {}
}
