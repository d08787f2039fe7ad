package dev.ibplay.opensm;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keys that OpenSM 3.3.23 does not know, by their names alone: those of Mellanox's OpenSM 5.x (MLNX_OFED, DOCA, UFM), and of
 * later releases. Their values are taken as text, as documented, not checked.
 */
final class ForkOptions {
    private static final String MELLANOX = """
            activity_report_subjects adaptive_timeout_sl_mask additional_gi_supporting_devices
            additional_mepi_force_devices adv_routing_engine aguid_default_hop_limit aguid_inout_notice
            allow_sm_port_reset allowed_sm_guids ar_mode ar_sl_mask ar_transport_mask ar_tree_asymmetric_flow
            auto_join_hca_wo_topo cache_ar_group_id calculate_missing_routes cc_key_enable cc_key_lease_period
            cc_key_protect_bit client_rereg_mode congestion_control_policy_file consolidate_ipv4_mask
            default_mcg_mtu default_mcg_rate device_configuration_file dfp_down_up_turns_mode
            dfp_find_roots_color_algorithm dfp_max_cas_on_spine disable_default_gi_support dor_hyper_cube_mode
            drop_subscr_on_report_fail dump_ar enable_ar_by_device_cap enable_crashd enable_inc_mc_routing
            enable_performance_logging enable_queries_during_routing enable_sm_port_failover enable_subnet_lst
            enable_virt_rec_ext enable_vl_packing enhanced_qos_policy_file
            enhanced_qos_vport0_unlimit_default_rl fast_recovery_conf_file fast_recovery_enabled
            find_roots_color_algorithm force_heavy_sweep_window force_link_speed_ext2 ftree_ca_order_dump_file
            get_mft_tables gmp_threads gmp_traps_threads_num hbf_hash_fields hbf_hash_type hbf_seed
            hbf_seed_type hbf_sl_mask hbf_weights held_back_sw_file hm_ca_flapping_action hm_ca_illegal_action
            hm_ca_manual_action hm_ca_noisy_action hm_ca_reboot_action hm_ca_seterr_action
            hm_ca_unresponsive_action hm_num_flapping_sweeps hm_num_flapping_sweeps_window hm_num_illegal
            hm_num_no_resp_sweeps hm_num_no_resp_sweeps_window hm_num_reboots hm_num_set_err_sweeps
            hm_num_set_err_sweeps_window hm_num_traps hm_num_traps_period_secs hm_ports_health_policy_file
            hm_reboots_period_secs hm_sw_flapping_action hm_sw_illegal_action hm_sw_manual_action
            hm_sw_noisy_action hm_sw_reboot_action hm_sw_seterr_action hm_sw_unresponsive_action
            hm_unhealthy_ports_checks improved_lmc_path_distribution key_mgr_seed lids_per_rtr
            load_inform_info_from_sadb m_key_per_port master_sm_lid master_sm_priority max_alt_dr_path_retries
            max_cas_on_spine max_msg_fifo_len max_neighbor_mtu max_op_vls_ca max_op_vls_rtr max_op_vls_sw
            max_rate_enum max_sa_reports_on_wire max_sa_reports_queued max_seq_redisc max_threads_per_core
            max_topologies_per_sw max_wire_smps_per_device mc_primary_root_guid mc_roots_file
            mc_secondary_root_guid mepi_cache_enabled mepi_enabled_speeds mlnx_congestion_control
            mlnx_enhanced_link_enable multicast_optimization n2n_key_enable n2n_key_lease_period
            n2n_key_protect_bit n2n_max_outstanding_mads offsweep_balancing_enabled offsweep_balancing_window
            osm_perflog_dump_limit osm_stats_dump_limit osm_stats_dump_per_sm_port osm_stats_interval
            override_create_mcg_sl pfrn_mask_clear_timeout pfrn_mask_force_clear_timeout pfrn_sl
            pgrp_policy_file plugin_name port_ame_bit_change_action port_ext_speed2_change_action
            port_ext_speed_change_action port_mepi_speed_change_action port_mtu_change_action
            port_speed_change_action port_vl_change_action ppcc_algo_dir pqft_structure rch_policy_file reports
            rereg_on_guid_migr router_policy_enabled router_policy_file routing_flags routing_threads_num
            rtr_aguid_enable rtr_pr_flow_label rtr_pr_mtu rtr_pr_rate rtr_pr_sl rtr_pr_tclass
            rtr_selection_algo_parameters rtr_selection_function rtr_selection_seed sa_check_sgid_spoofing
            sa_db_dump_file sa_enhanced_trust_model sa_etm_allow_guidinfo_rec_by_vf
            sa_etm_allow_untrusted_guidinfo_rec sa_etm_allow_untrusted_proxy_requests sa_etm_max_num_event_subs
            sa_etm_max_num_mcgs sa_etm_max_num_srvcs sa_pr_full_world_queries_allowed sa_rate_threshold
            service_name2key_map_file sharp_enabled shield_mode sm_assign_guid_func sm_db_dump smp_threads
            standalone subnet_lst_file support_mepi_speeds support_mlnx_enhanced_link suppress_mc_pkey_traps
            sweep_every_hup_signal syslog_log_flags tenants_policy_enabled tenants_policy_file
            topo_config_enabled topo_config_file topo_policy_file updn_lid_tracking_converge_routes
            updn_lid_tracking_mode updn_lid_tracking_prefer_total_routes use_optimized_port_mask_slvl
            use_scatter_for_switch_lid validate_smps verbose_bypass_policy_file virt_default_hop_limit
            virt_dump_file virt_enabled virt_max_ports_in_process vs_key_ci_protect_bits vs_key_enable
            vs_key_lease_period vs_max_outstanding_mads
            """;
    /** Names of files with keys, and what keys are made from. */
    private static final Set<String> SECRET = Set.of("key_mgr_seed", "service_name2key_map_file");

    private ForkOptions() {}

    static Stream<OpensmOption> all() {
        return Stream.of(MELLANOX.strip().split("\\s+", -1)).map(ForkOptions::option);
    }

    private static OpensmOption option(String key) {
        boolean upstream = key.equals("max_rate_enum");
        Set<OpensmOption.Trait> traits = SECRET.contains(key)
                ? Set.of(OpensmOption.Trait.FORK_ONLY, OpensmOption.Trait.SECRET)
                : Set.of(OpensmOption.Trait.FORK_ONLY);
        return new OpensmOption(
                key,
                OptionType.UNCHECKED,
                Optional.empty(),
                Optional.empty(),
                upstream,
                upstream ? Optional.of("3.3.24") : Optional.empty(),
                traits);
    }
}
