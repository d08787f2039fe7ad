# --- processes --------------------------------------------------------------------------------------------------

# names
ib_processes() {
    if ib_vmkernel; then ib_worlds "$@"; return; fi
    if ! [ -r /proc/stat ]; then ib_fail ENOSYS 'no /proc/stat here'; return 1; fi
    ib_hz=$(getconf CLK_TCK 2>/dev/null) || ib_hz=100
    ib_boot=
    while read -r ib_k ib_v ib_rest; do
        if [ "$ib_k" = btime ]; then ib_boot=$ib_v; break; fi
    done </proc/stat
    ib_tag "clock $ib_hz $ib_boot"
    for ib_d in /proc/[0-9]*; do
        { IFS= read -r ib_c <"$ib_d/comm"; } 2>/dev/null || continue
        for ib_n do
            [ "$ib_c" = "$ib_n" ] || continue
            cat "$ib_d/stat" 2>/dev/null
            ib_tag "stat $?"
            cat "$ib_d/cmdline" 2>/dev/null
            ib_tag "cmdline $?"
            break
        done
    done
    ib_ok
}

# The same from ESXi's ps, whose lines are: world, its group, the world's name, command line. The group's first world has
# its number. Words are cut at blanks, and no start is told: it is 0. A name is the world's, or its program's.
ib_worlds() {
    if ! ib_e=$(ps -c 2>&1); then ib_fail ENOSYS "ps -c says: $ib_e"; return 1; fi
    ib_tag 'clock 1 0'
    while read -r ib_k ib_v ib_c ib_rest; do
        case $ib_k in '' | *[!0-9]*) continue ;; esac
        [ "$ib_k" = "$ib_v" ] || continue
        ib_d=${ib_rest%% *}
        for ib_n do
            [ "$ib_c" = "$ib_n" ] || [ "${ib_d##*/}" = "$ib_n" ] || continue
            printf '%s (%s) S 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0' "$ib_k" "$ib_n"
            ib_tag 'stat 0'
            [ -z "$ib_rest" ] || printf '%s' "$ib_rest" | tr -s ' ' '\000'
            ib_tag 'cmdline 0'
            break
        done
    done <<EOF
$ib_e
EOF
    ib_ok
}
