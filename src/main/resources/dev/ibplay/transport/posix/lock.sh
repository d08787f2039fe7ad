# The functions for the host's lock, and what guards share with them: which process is meant, and the time. They need
# those of far-end.sh. What a lock is is said in native/PROTOCOL.md; the helper takes the same.

ib_nl='
'
ib_locks= ib_nap=

# --- who and when -----------------------------------------------------------------------------------------------

# process -> ib_ticks, its start time; 1 when it does not run.
ib_started() {
    { IFS= read -r ib_e <"/proc/$1/stat"; } 2>/dev/null || return 1
    set -- ${ib_e##*) }
    case $1 in Z | X) return 1 ;; esac
    ib_ticks=${20}
}

# This process and the time: ib_ticks ib_bid ib_up; else the result tag and 1.
ib_own() {
    if ib_started $$ && { read -r ib_bid </proc/sys/kernel/random/boot_id && read -r ib_up ib_rest </proc/uptime; } 2>/dev/null
    then return 0; fi
    ib_fail ENOSYS 'no /proc here, which names processes and the boot'
}

# process, start time, boot
ib_alive() {
    { read -r ib_e </proc/sys/kernel/random/boot_id; } 2>/dev/null && [ "$ib_e" != "$3" ] && return 1
    ib_started "$1" && [ "$ib_ticks" = "$2" ]
}

# seconds with two decimals -> ib_h: hundredths
ib_hundredths() {
    case $1 in
        *[!0-9.]* | .* | *.*.*) return 1 ;;
        *.[0-9][0-9]*) ib_h=${1#*.} ib_h=${1%%.*}${ib_h%"${ib_h#??}"} ;;
        *) return 1 ;;
    esac
}

ib_rest_a_while() {
    [ -n "$ib_nap" ] || if sleep 0.1 2>/dev/null; then ib_nap=0.1; else ib_nap=1; fi
    sleep "$ib_nap"
}

# --- the lock ---------------------------------------------------------------------------------------------------

# path, run, owner
ib_lock() {
    ib_own || return 1
    case $1 in *"$ib_nl"*) ib_fail EINVAL 'a line end in the name of a lock'; return 1 ;; esac
    if [ -d "$1" ]; then ib_fail EISDIR "$1: Is a directory"; return 1; fi
    ib_mine="pid $$${ib_nl}start $ib_ticks${ib_nl}boot $ib_bid$ib_nl"
    ib_born=$ib_ticks ib_c=$1.$$
    if ! (
        umask 077
        mkdir -p -- "${1%/*}/" && rm -f -- "$ib_c" &&
            # By cat, since the shell's own printf does not say why it could not write.
            printf 'run %s\nowner %s\n%ssince %s\n' "$2" "$3" "$ib_mine" "$ib_up" | cat >"$ib_c" && ib_sync "$ib_c"
    ); then
        rm -f -- "$ib_c"
        ib_tag 'r fail'
        return 1
    fi
    ib_compete "$1" "$2"
    ib_s=$?
    rm -f -- "$ib_c"
    [ "$ib_s" = 0 ] || return 1
    ib_locks=$ib_locks$1$ib_nl
    trap ib_unlock EXIT
    ib_ok
}

ib_compete() {
    ib_i=0
    while [ "$ib_i" -lt 100 ]; do
        ib_i=$((ib_i + 1))
        if ib_said=$(ln -- "$ib_c" "$1" 2>&1); then return 0; fi
        if ! ib_judged=$(cat -- "$1" 2>&1); then
            if [ -e "$1" ]; then ib_fail '' "$ib_judged"; return 1; fi
            case $ib_said in *[Ee]xists*) continue ;; esac
            ib_fail '' "$ib_said"
            return 1
        fi
        ib_value run; ib_hr=$ib_v
        ib_value pid; ib_hp=$ib_v
        ib_value start; ib_ht=$ib_v
        ib_value boot
        if [ "$ib_hr" != "$2" ] && ib_alive "$ib_hp" "$ib_ht" "$ib_v"; then
            ib_value since
            ib_now
            ib_hs=$((ib_t - ${ib_v%%.*}))
            [ "$ib_hs" -ge 0 ] || ib_hs=0
            ib_value owner
            ib_tag "r held $ib_hr $ib_hs $ib_v"
            return 1
        fi
        if ib_take_over "$1"; then return 0; fi
    done
    ib_fail EAGAIN "$1 changes hands all the time"
}

# key -> ib_v, from the lock that was read
ib_value() {
    ib_v=$ib_nl$ib_judged$ib_nl
    case $ib_v in
        *"$ib_nl$1 "*) ib_v=${ib_v#*"$ib_nl$1 "} ib_v=${ib_v%%"$ib_nl"*} ;;
        *) ib_v= ;;
    esac
}

# Only who makes the claim, a link named after the holder, replaces or removes a lock.
ib_take_over() {
    ib_claim=$1.${ib_hp:-0}-${ib_ht:-0}
    if ! ln -- "$ib_c" "$ib_claim" 2>/dev/null; then
        ib_judged=$(cat -- "$ib_claim" 2>/dev/null) || return 1
        ib_value pid; ib_hp=$ib_v
        ib_value start; ib_ht=$ib_v
        ib_value boot
        if ib_alive "$ib_hp" "$ib_ht" "$ib_v"; then ib_rest_a_while; else rm -f -- "$ib_claim"; fi
        return 1
    fi
    [ "$(cat -- "$1" 2>/dev/null)" = "$ib_judged" ] && mv -f -- "$ib_c" "$1" 2>/dev/null
    ib_s=$?
    rm -f -- "$ib_claim"
    return "$ib_s"
}

# At the end of the session. Another session of the same run may have a lock by now.
ib_unlock() {
    IFS=$ib_nl
    set -f
    for ib_l in $ib_locks; do
        ib_claim=$ib_l.$$-$ib_born
        ln -- "$ib_l" "$ib_claim" 2>/dev/null || continue
        case $(cat -- "$ib_l" 2>/dev/null) in *"$ib_mine"*) rm -f -- "$ib_l" ;; esac
        rm -f -- "$ib_claim"
    done
}
