package dev.ibplay.opensm;

/** Several subnet managers, timing, threads, performance manager, plugins, logging and console: keys of opensm.conf in the columns of {@link OptionRows}. */
final class ManagerOptions {
    static final String ROWS = """
            sm_priority                         u8     hup   0 allowed=0-15!0
            ignore_other_sm                     bool   hup   FALSE
            sminfo_polling_timeout              u32    hup   10000
            polling_retry_number                u32    hup   4
            honor_guid2lid_file                 bool   hup   FALSE
            max_wire_smps                       u32    hup   4 allowed=0-2147483647!4
            max_wire_smps2                      u32    hup   4 allowed=0-2147483647!max_wire_smps
            max_smps_timeout                    u32    hup   600000
            transaction_timeout                 u32    start 200
            transaction_retries                 u32    start 3
            long_transaction_timeout            u32    start 500
            max_msg_fifo_timeout                u32    hup   10000
            single_thread                       bool   start FALSE
            daemon                              bool   start FALSE
            sm_inactive                         bool   hup   FALSE
            babbling_port_policy                bool   hup   FALSE
            drop_event_subscriptions            bool   hup   FALSE
            ipoib_mcgroup_creation_validation   bool   hup   TRUE since=3.3.20
            mcgroup_join_validation             bool   hup   TRUE since=3.3.20
            use_original_extended_sa_rates_only bool   hup   FALSE since=3.3.21
            use_optimized_slvl                  bool   hup   FALSE
            fsync_high_avail_files              bool   hup   TRUE
            perfmgr                             bool   start FALSE
            perfmgr_redir                       bool   start TRUE
            perfmgr_sweep_time_s                u16    start 180 allowed=1-65535!180
            perfmgr_max_outstanding_queries     u32    start 500 allowed=1-4294967295!500
            perfmgr_ignore_cas                  bool   start FALSE
            perfmgr_rm_nodes                    bool   start TRUE
            perfmgr_log_errors                  bool   start TRUE
            perfmgr_query_cpi                   bool   start TRUE
            perfmgr_xmit_wait_log               bool   start FALSE
            perfmgr_xmit_wait_threshold         u32    start 65535
            event_db_dump_file                  text   start (null)
            event_plugin_name                   text   start (null)
            event_plugin_options                text   start (null)
            node_name_map_name                  text   start (null)
            log_flags                           u8     hup   0x03
            force_log_flush                     bool   hup   FALSE
            log_file                            text   start /var/log/opensm.log build
            log_max_size                        u32    hup   0
            accum_log_file                      bool   hup   TRUE
            per_module_logging_file             text   start /etc/opensm/per-module-logging.conf build
            dump_files_dir                      text   start /var/log/ build
            enable_quirks                       bool   hup   FALSE
            no_clients_rereg                    bool   hup   FALSE
            disable_multicast                   bool   hup   FALSE
            exit_on_fatal                       bool   hup   TRUE
            console                             text   start off allowed=off,local,loopback!off
            console_port                        u16    start 10000
            """;

    private ManagerOptions() {}
}
