# The functions for the host's lock, and what guards share with them: which process is meant, and the time. They need
# those of far-end.sh. What a lock is is said in native/PROTOCOL.md; the helper takes the same.

ib_nl='
'
ib_locks= ib_nap= ib_slept=0

# --- who and when -----------------------------------------------------------------------------------------------

# process -> ib_ticks, its start time; 1 when it does not run. ESXi tells no start time, and does not use a world's number
# again in practice.
ib_started() {
    if ib_vmkernel; then
        case $1 in '' | *[!0-9]* | 0*) return 1 ;; esac
        kill -0 "$1" 2>/dev/null || return 1
        ib_ticks=0
        return 0
    fi
    { IFS= read -r ib_e <"/proc/$1/stat"; } 2>/dev/null || return 1
    set -- ${ib_e##*) }
    case $1 in Z | X) return 1 ;; esac
    ib_ticks=${20}
}

# ib_bid, the boot's own number. ESXi has none: it is made once, in a folder that is in memory there and gone with a reboot.
ib_boot() {
    ib_bid=
    if ! ib_vmkernel; then
        { read -r ib_bid </proc/sys/kernel/random/boot_id; } 2>/dev/null
        return
    fi
    ib_idf=/var/run/ibplay-boot ib_looks=0
    while [ "$ib_looks" -lt 5 ]; do
        ib_looks=$((ib_looks + 1))
        { read -r ib_bid <$ib_idf; } 2>/dev/null && [ -n "$ib_bid" ] && return 0
        # Somebody else may be about to write it.
        [ ! -e $ib_idf ] || { ib_rest_a_while; continue; }
        (umask 077
            { head -c 16 /dev/urandom | md5sum | head -c 32; printf -- '-%s-%s\n' "$(date +%s)" $$; } 2>/dev/null >"$ib_idf.$$" &&
                ib_link "$ib_idf.$$" $ib_idf
            rm -f -- "$ib_idf.$$")
    done
    return 1
}

# This process and the time: ib_ticks ib_bid ib_up; else the result tag and 1. On ESXi the time is that of day, and only
# tells people how old a lock is.
ib_own() {
    if ib_started $$ && ib_boot; then
        if ib_vmkernel; then ib_up=$(date +%s).00; return 0; fi
        { read -r ib_up ib_rest </proc/uptime; } 2>/dev/null && return 0
    fi
    ib_fail ENOSYS 'nothing here names processes and the boot: neither /proc nor VMkernel'
}

# process, start time, boot
ib_alive() {
    ib_boot && [ "$ib_bid" != "$3" ] && return 1
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

# ib_slept counts hundredths of seconds, and only what has passed.
ib_rest_a_while() {
    [ -n "$ib_nap" ] || if sleep 0.1 2>/dev/null; then ib_nap=0.1; else ib_nap=1; fi
    sleep "$ib_nap" || return
    if [ "$ib_nap" = 1 ]; then ib_slept=$((ib_slept + 100)); else ib_slept=$((ib_slept + 10)); fi
}

# file, new name for it where there is none; 1 when there is, or with ib_said. Where ESXi's file system has no hard links,
# an exclusive copy has to do: it is looked at once more, since who finds it half written may take it for stale.
ib_link() {
    ib_said=$(ln -- "$1" "$2" 2>&1) && return 0
    case $ib_said in *[Ee]xists*) return 1 ;; esac
    ib_vmkernel || return 1
    (set -C; cat -- "$1" >"$2") 2>/dev/null || { [ ! -e "$2" ] || ib_said='File exists'; return 1; }
    [ "$(cat -- "$2" 2>/dev/null)" = "$(cat -- "$1")" ] || { ib_said='File exists'; return 1; }
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
        if ib_link "$ib_c" "$1"; then return 0; fi
        if ! ib_judged=$(cat -- "$1" 2>&1); then
            if [ -e "$1" ]; then ib_fail '' "$ib_judged"; return 1; fi
            case $ib_said in *[Ee]xists*) continue ;; esac
            ib_fail '' "$ib_said"
            return 1
        fi
        # Somebody may just be writing it, where there are no hard links.
        if [ -z "$ib_judged" ] && ib_vmkernel && [ "$ib_i" -lt 3 ]; then ib_rest_a_while; continue; fi
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
    if ! ib_link "$ib_c" "$ib_claim"; then
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
        ib_link "$ib_l" "$ib_claim" || continue
        case $(cat -- "$ib_l" 2>/dev/null) in *"$ib_mine"*) rm -f -- "$ib_l" ;; esac
        rm -f -- "$ib_claim"
    done
}
