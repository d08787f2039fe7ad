package dev.ibplay.opensm;

/** Routing engines, their files and the SA database: keys of opensm.conf in the columns of {@link OptionRows}. */
final class RoutingOptions {
    static final String ROWS = """
            port_profile_switch_nodes     bool   hup   FALSE
            port_prof_ignore_file         text   start (null)
            hop_weights_file              text   start (null)
            port_search_ordering_file     text   start (null)
            routing_engine                text   start (null)
            avoid_throttled_links         bool   start FALSE
            connect_roots                 bool   hup   FALSE
            use_ucast_cache               bool   start FALSE
            lid_matrix_dump_file          text   start (null)
            lfts_file                     text   start (null)
            root_guid_file                text   start (null)
            cn_guid_file                  text   start (null)
            io_guid_file                  text   start (null)
            quasi_ftree_indexing          bool   hup   FALSE
            max_reverse_hops              u16    start 0
            ids_guid_file                 text   start (null)
            guid_routing_order_file       text   start (null)
            do_mesh_analysis              bool   hup   FALSE
            lash_start_vl                 u8     hup   0
            nue_max_num_vls               u8     hup   1
            nue_include_switches          bool   start FALSE
            port_shifting                 bool   hup   FALSE
            scatter_ports                 u32    hup   0
            guid_routing_order_no_scatter bool   start FALSE
            sa_db_file                    text   start (null)
            sa_db_dump                    bool   hup   FALSE
            torus_config                  text   hup   /etc/opensm/torus-2QoS.conf build
            """;

    private RoutingOptions() {}
}
