# The functions of a guard's own process; its script holds those of far-end.sh, lock.sh and guard.sh too.
# Special builtins (: exec trap) have no redirections here that may fail: a POSIX shell would end.

# --- the guard's process ----------------------------------------------------------------------------------------

# folder, seconds. Its script defines ib_each as above and ib_undo, which calls ib_undo_one for each operation. Signals are
# caught, not ignored: what is ignored would be so in every program that the undo starts.
ib_guard() {
    ib_g=$1 ib_stop=0 ib_skip=0 ib_a= ib_b=
    trap : HUP INT QUIT TERM PIPE
    exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
    { read -r ib_oom <"/proc/$$/oom_score_adj" && printf -- '-1000\n' >"/proc/$$/oom_score_adj"; } 2>/dev/null || ib_oom=
    # Whole seconds, since each nap takes a little longer than is counted.
    if ib_vmkernel; then ib_nap=1; fi
    ib_leave_groups || ib_refuse EBUSY "cannot leave the control group $ib_cg, which is killed when the session ends"
    ib_own && printf '%s %s %s\n' $$ "$ib_ticks" "$ib_bid" | ib_keep process && ib_keep_deadline "$2" &&
        printf 'armed\n' | ib_keep state || ib_refuse EIO "cannot write in $ib_g"
    ib_deadline= ib_order=
    while :; do
        ib_rest_a_while
        ib_look_around
    done
} 2>/dev/null

ib_refuse() { printf '%s %s\n' "$1" "$2" | ib_keep refused; exit 1; }

# -> ib_h, until when this guard waits, in hundredths on the clock of ib_clock
ib_until() {
    read -r ib_e <"$ib_g/deadline" || return 1
    if ! ib_vmkernel; then ib_hundredths "$ib_e"; return; fi
    if [ "$ib_e" != "$ib_order" ]; then
        ib_hundredths "${ib_e%% *}" || return 1
        ib_order=$ib_e ib_due=$((ib_slept + ib_h))
    fi
    ib_h=$ib_due
}

# -> ib_h. On ESXi the naps of this guard are the clock: the time of day may leap.
ib_clock() {
    if ib_vmkernel; then ib_h=$ib_slept; return; fi
    read -r ib_up ib_rest </proc/uptime && ib_hundredths "$ib_up"
}

ib_look_around() {
    if ib_until; then ib_deadline=$ib_h; fi
    [ ! -e "$ib_g/fire" ] || ib_undo_all 'it was asked to' 0
    [ ! -e "$ib_g/confirm" ] || ib_commit
    ib_clock || return 0
    [ "$ib_h" -lt "$ib_deadline" ] || ib_fire_unless_renewed
}

# The state first, then another look at the deadline; a session that renews does it the other way round.
ib_fire_unless_renewed() {
    ib_keep_state undoing
    if ib_until && [ "$ib_h" -gt "$ib_deadline" ]; then
        ib_keep_state armed
    else
        ib_undo_all 'it was not confirmed in time' 0
    fi
}

# reason, whether something is wrong already (1, 0). Whatever cannot be written down, the undo is carried out.
ib_undo_all() {
    ib_wrong=$2
    printf '%s\n' "$1" | ib_keep reason
    ib_keep_state undoing
    ib_log "undo: $1"
    [ -z "$ib_oom" ] || { printf '%s\n' "$ib_oom" >"/proc/$$/oom_score_adj"; } 2>/dev/null
    ib_undo
    ib_each ib_unstage
    if [ "$ib_wrong" = 0 ]; then ib_end undone; else ib_end failed; fi
}

# The script goes too: it holds the contents of files. All of it has been read.
ib_end() {
    rm -f -- "$ib_g/guard.sh" "$ib_g/.out" "$ib_g/.said"
    ib_keep_state "$1"
    exit 0
}

# function, text
ib_undo_one() {
    ib_o=$ib_g/.out ib_x=$ib_g/.said
    # Where there is no room a tool that says something would fail.
    { printf '%4096s' '' >"$ib_o" && printf '%4096s' '' >"$ib_x"; } 2>/dev/null || ib_o=/dev/null ib_x=/dev/null
    if "$1" >"$ib_o" 2>"$ib_x" </dev/null; then ib_log "$2: done"; return; fi
    ib_wrong=1
    ib_r=$(tail -n 1 "$ib_o") ib_said=$(ib_one_line <"$ib_x")
    case $ib_r in
        *'r exit '*) ib_r="exit status ${ib_r##*r exit }: $ib_said" ;;
        *'r timeout') ib_r="not done in time: $ib_said" ;;
        *'r moved '*) ib_r="not done: ${ib_r##*r moved }" ;;
        *) ib_r="failed: $ib_said" ;;
    esac
    ib_log "$2: $ib_r"
}

ib_commit() {
    ib_said=$(ib_each ib_verify 2>&1) || ib_undo_all "$(printf '%s' "${ib_said#r moved }" | ib_one_line)" 0
    ib_keep_state confirming || ib_undo_all 'the folder cannot be written' 0
    ib_named=0 ib_broken=0
    if ib_each ib_name_file; then
        ib_each ib_forget
        ib_log confirmed
        ib_end confirmed
    fi
    ib_each ib_put_back
    ib_undo_all "$ib_why" "$ib_broken"
}

ib_verify() {
    ib_locate "$1" "$2"
    if [ "$1" = replace ] && ! ib_waits; then printf '%s: the prepared file is gone\n' "$2"; return 1; fi
    ib_expect "$2" "${4:-1}"
}

ib_name_file() {
    ib_locate "$1" "$2"
    case $1$4 in
        remove) ib_said=$(mv -f -- "$ib_path" "$ib_beside" 2>&1) ;;
        replace1) ib_said=$(mv -f -- "$ib_beside" "$ib_path" 2>&1) ;;
        *) ib_said=$( { ln -- "$ib_beside" "$ib_path" && rm -f -- "$ib_beside"; } 2>&1) ||
            # Where ESXi's file system has no hard links.
            { ib_vmkernel && [ ! -e "$ib_path" ] && ib_said=$(mv -f -- "$ib_beside" "$ib_path" 2>&1); } ;;
    esac
    ib_s=$?
    ib_why="$2: $(printf '%s' "$ib_said" | ib_one_line)"
    if [ "$ib_s" != 0 ]; then ib_log "$1 $ib_why"; return 1; fi
    ib_named=$((ib_named + 1))
    ib_log "$1 $2: done"
    ib_sync "$ib_dir"
}

ib_forget() { [ "$1" = replace ] || { ib_locate "$1" "$2" && rm -f -- "$ib_beside"; }; }

# Called for each in the order of naming; ib_named counts those that got their names.
ib_put_back() {
    [ "$ib_named" -gt 0 ] || return 0
    ib_named=$((ib_named - 1))
    ib_locate "$1" "$2"
    if case $1$4 in
        remove) [ ! -e "$ib_path" ] && mv -f -- "$ib_beside" "$ib_path" ;;
        replace1)
            ib_tmp=$ib_beside
            ib_holds_new && ib_fill 600 1 "$6" ib_old && mv -f -- "$ib_tmp" "$ib_path" ;;
        *) ib_holds_new && rm -f -- "$ib_path" ;;
    esac; then
        ib_log "put back $2: done"
    else
        ib_broken=1
        ib_log "put back $2: failed"
    fi
    ib_sync "$ib_dir"
}

ib_holds_new() { ib_equal ib_new "$ib_path"; }

# --- control groups ---------------------------------------------------------------------------------------------

# process, controllers -> ib_cg, its group in that hierarchy; 1 when it is in none.
ib_group() {
    while IFS=: read -r ib_k ib_v ib_cg; do
        [ "$ib_v" != "$2" ] || return 0
    done <"/proc/$1/cgroup"
    return 1
}

# controllers: whether the group is a session's or service's own, and not the first process's too.
ib_ends_with_unit() {
    ib_group 1 "$1" && ib_first=$ib_cg || ib_first=
    ib_group $$ "$1" && [ "$ib_cg" != "$ib_first" ] || return 1
    case $ib_cg/ in *.scope/* | *.service/*) ;; *) return 1 ;; esac
}

# controllers -> ib_mount
ib_group_mount() {
    while read -r ib_k ib_v ib_rest ib_e ib_mount ib_rest; do
        case $1:$ib_rest in
            :*' - cgroup2 '*) return 0 ;;
            ?*:*' - cgroup '*) case ,${ib_rest##* }, in *,"$1",*) return 0 ;; esac ;;
        esac
    done </proc/self/mountinfo
    return 1
}

ib_leave_groups() {
    for ib_n in '' name=systemd; do
        ib_ends_with_unit "$ib_n" || continue
        if ib_group_mount "$ib_n"; then
            { printf '%s\n' $$ >"$ib_mount/cgroup.procs"; } || {
                mkdir "$ib_mount/ibplay-guard"
                { printf '%s\n' $$ >"$ib_mount/ibplay-guard/cgroup.procs"; }
            }
        fi
        if ib_ends_with_unit "$ib_n"; then return 1; fi
    done
    return 0
} 2>/dev/null
