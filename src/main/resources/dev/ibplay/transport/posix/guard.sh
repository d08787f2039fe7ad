# The functions with which a session arms a guard and asks something of it; they need those of far-end.sh and lock.sh. What a
# guard is is said in native/PROTOCOL.md: helper and shell can each go on with what the other armed.

# --- a guard's folder, ib_g -------------------------------------------------------------------------------------

# name; the content is standard input. Replaced as a whole.
ib_keep() {
    if cat >"$ib_g/.$1.$$" && ib_sync "$ib_g/.$1.$$" && mv -f -- "$ib_g/.$1.$$" "$ib_g/$1"; then
        ib_sync "$ib_g"
    else
        rm -f -- "$ib_g/.$1.$$"
        return 1
    fi
}

# seconds from now on. ESXi has no clock that never goes back: the guard counts from when it reads the order, and the second
# word makes an order a new one.
ib_keep_deadline() {
    if ib_vmkernel; then
        ib_orders=$((${ib_orders:-0} + 1))
        printf '%s.00 %s-%s\n' "$1" $$ "$ib_orders" | ib_keep deadline
        return
    fi
    { read -r ib_up ib_rest </proc/uptime; } 2>/dev/null || return 1
    printf '%s\n' "$((${ib_up%%.*} + $1)).${ib_up#*.}" | ib_keep deadline
}

# On a full disk the word is written over the old one in place.
ib_keep_state() {
    { printf '%s\n' "$1" | ib_keep state || { [ -f "$ib_g/state" ] && printf '%-10s\n' "$1" 1<>"$ib_g/state"; }; } 2>/dev/null
}

ib_log() { printf '%s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1" >>"$ib_g/log"; } 2>/dev/null

ib_one_line() { tail -c 400 | tr '\n\r\t' '   '; }

ib_state() { ib_st= ; { read -r ib_st ib_rest <"$ib_g/state"; } 2>/dev/null; }

ib_over() { case $ib_st in confirmed | undone | failed) ;; *) return 1 ;; esac; }

# --- what a session asks of a guard -----------------------------------------------------------------------------

# ib_st of a guard that runs or is over; else the result tag and 1.
ib_look_at() {
    if ! ib_state; then
        ib_e=$(cat -- "$ib_g/state" 2>&1) && ib_e="$ib_g/state: Input/output error"
        ib_fail '' "$ib_e"
        return 1
    fi
    ib_over && return
    ib_gp='?'
    { read -r ib_gp ib_gt ib_gb <"$ib_g/process"; } 2>/dev/null && ib_alive "$ib_gp" "$ib_gt" "$ib_gb" && return
    # It may have come to its end between the two looks.
    ib_state && ib_over && return
    ib_fail ESRCH "$ib_g is $ib_st, but its process $ib_gp does not run any more"
}

ib_moved_to() {
    ib_e=
    { IFS= read -r ib_e <"$ib_g/reason"; } 2>/dev/null
    ib_tag "r moved $ib_st${ib_e:+: $ib_e}"
    return 1
}

# folder, seconds. A guard about to fire either sees the new time and is armed again at once, or goes on.
ib_renew() {
    ib_g=$1
    ib_look_at || return 1
    [ "$ib_st" = armed ] || { ib_moved_to; return 1; }
    ib_keep_deadline "$2" || { ib_tag 'r fail'; return 1; }
    ib_slept=0
    while ib_look_at || return 1; do
        [ "$ib_st" = undoing ] && [ "$ib_slept" -lt 300 ] || break
        ib_rest_a_while
    done
    [ "$ib_st" = armed ] || { ib_moved_to; return 1; }
    ib_ok
}

# folder, name of the request: leaves it and waits for the guard's end.
ib_ask() {
    ib_g=$1
    ib_look_at || return 1
    if [ "$ib_st" = armed ]; then
        printf '' | ib_keep "$2" || { ib_tag 'r fail'; return 1; }
    fi
    ib_slept=0
    while ! ib_over; do
        ib_rest_a_while
        if [ "$ib_slept" -gt 30000 ]; then ib_fail ETIMEDOUT "$ib_g is still $ib_st"; return 1; fi
        ib_look_at || return 1
    done
}

ib_confirm() {
    ib_ask "$1" confirm || return 1
    [ "$ib_st" = confirmed ] || { ib_moved_to; return 1; }
    ib_ok
}

ib_fire() {
    ib_ask "$1" fire || return 1
    case $ib_st in
        undone) ib_ok ;;
        failed) ib_fail EIO "a part of the undo failed; see $ib_g/log" ;;
        *) ib_moved_to ;;
    esac
}

# --- arming -----------------------------------------------------------------------------------------------------

# folder, seconds. The batch defines ib_record, ib_undo_text, ib_script, and ib_each, which calls a function for each file
# with: replace PATH MODE EXPECTED(1, 0) SIZE OLD_SIZE, or remove PATH; ib_old and ib_new print its contents meanwhile.
ib_arm() (
    ib_g=$1 ib_made=
    ib_own || exit 1
    ib_umask=$(umask)
    umask 077
    mkdir -p -- "${1%/*}/" && mkdir -- "$1" || { ib_tag 'r fail'; exit 1; }
    trap 'ib_each ib_unstage; rm -rf -- "$ib_g"' EXIT
    trap 'exit 1' HUP INT TERM PIPE
    { ib_record 2>/dev/null | ib_keep record && ib_undo_text 2>/dev/null | ib_keep undo &&
        ib_script 2>/dev/null | ib_keep guard.sh; } || { ib_tag 'r fail'; exit 1; }
    ib_each ib_stage || exit 1
    ib_start_guard || exit 1
    trap - EXIT
    ib_ok
)

# kind, path -> ib_path ib_dir, and ib_beside, the name that waits.
ib_locate() {
    ib_canonical "$2"
    ib_path=${ib_path:-$2}
    ib_dir=${ib_path%/*}/
    case $1 in
        replace) ib_beside=$ib_dir.${ib_path##*/}.ibplay-staged ;;
        *) ib_beside=$ib_dir.${ib_path##*/}.ibplay-removed ;;
    esac
}

# path, whether one is expected: whether the file at ib_path is as expected; else the result tag, with the path, and 1.
ib_expect() {
    if ib_said=$(if [ "$2" = 1 ]; then ib_same "$ib_path"; else ib_free "$ib_path"; fi); then return 0; fi
    case $ib_said in
        *'r moved '*) ib_tag "r moved $1: ${ib_said##*r moved }" ;;
        *) printf '%s\n' "$ib_said" ;;
    esac
    return 1
}

ib_stage() {
    ib_locate "$1" "$2"
    ib_expect "$2" "${4:-1}" || return 1
    # What a run that was cut off has left under this name is of no use any more.
    if ! { rm -f -- "$ib_beside" && (set -C; printf '' >"$ib_beside"); }; then ib_tag 'r fail'; return 1; fi
    # A removal writes nothing yet; that it will be possible has been tried now.
    if [ "$1" = remove ]; then rm -f -- "$ib_beside"; return; fi
    ib_tmp=$ib_beside
    if stat -c '%d:%i' -- "$ib_tmp" >>"$ib_g/staged" && ib_fill "$3" "$4" "$5"; then
        ib_sync "$ib_dir"
    else
        rm -f -- "$ib_tmp"
        ib_tag 'r fail'
        return 1
    fi
}

# Whether what waits is the file that was written.
ib_waits() { ib_e=$(stat -c '%d:%i' -- "$ib_beside" 2>/dev/null) && grep -qx "$ib_e" "$ib_g/staged" 2>/dev/null; }

ib_unstage() {
    [ "$1" = replace ] || return 0
    ib_locate "$1" "$2"
    if ib_waits; then rm -f -- "$ib_beside"; ib_sync "$ib_dir"; fi
    return 0
}

# The guard runs under the shell that this is.
ib_own_shell() {
    ib_shell=$(readlink /proc/$$/exe 2>/dev/null)
    case ${ib_shell##*/} in
        busybox*) ib_shell="$ib_shell sh" ;;
        *sh) ;;
        *) ib_shell=/bin/sh ;;
    esac
}

ib_start_guard() {
    ib_own_shell
    ib_prog=
    ib_find setsid
    (umask "$ib_umask"; trap - HUP INT TERM PIPE; exec $ib_prog $ib_shell "$ib_g/guard.sh") </dev/null >/dev/null 2>&1 4>&- &
    ib_child=$!
    ib_slept=0
    while ! ib_state || [ "$ib_st" != armed ]; do
        if { read -r ib_e ib_rest <"$ib_g/refused"; } 2>/dev/null; then ib_fail "$ib_e" "$ib_rest"; return 1; fi
        if ! ib_started "$ib_child" && ! ib_state && ! [ -e "$ib_g/refused" ]; then
            ib_fail ECHILD "$ib_shell $ib_g/guard.sh ended at once"
            return 1
        fi
        if [ "$ib_slept" -gt 2000 ]; then
            kill -KILL "$ib_child" 2>/dev/null
            ib_fail ETIMEDOUT 'the guard does not start'
            return 1
        fi
        ib_rest_a_while
    done
}
