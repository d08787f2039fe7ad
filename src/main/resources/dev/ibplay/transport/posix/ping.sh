# --- ping -------------------------------------------------------------------------------------------------------

# version of IP, payload, interface (may be empty), tries, seconds, address. Of the known pings only iputils' can forbid
# fragments.
ib_ping() {
    if ib_vmkernel; then ib_vmkping "$@"; return; fi
    if ! ib_find ping; then ib_fail ENOSYS 'no ping here'; return 1; fi
    ib_i=0
    while [ "$ib_i" -lt "$4" ]; do
        ib_i=$((ib_i + 1))
        ib_said=$("$ib_prog" "-$1" -n -M do -s "$2" ${3:+-I "$3"} -c 1 -W "$5" "$6" 2>&1)
        ib_s=$?
        case $ib_s:$ib_said in
            0:*) ib_ok; return 0 ;;
            *'nvalid option'* | *'nrecognized option'* | *'nknown option'*)
                ib_fail ENOSYS "this host's ping cannot forbid fragments"; return 1 ;;
            *'essage too long'* | *'rag needed'* | *'oo big'*) ib_fail EMSGSIZE "$ib_said"; return 1 ;;
            *'nknown iface'* | *'o such device'*) ib_fail ENODEV "$ib_said"; return 1 ;;
            1:*) ;;
            *) ib_fail '' "$ib_said"; return 1 ;;
        esac
    done
    ib_tag 'r none'
    return 1
}

# The same with ESXi's vmkping, whose options come before the address. Older ones have no -I; how long it waits is its own
# business, and a limit is set from outside. Its text counts, since its status is not said anywhere.
ib_vmkping() {
    if ! ib_find vmkping; then ib_fail ENOSYS 'no vmkping here'; return 1; fi
    ib_six= ib_via=$3 ib_i=0
    [ "$1" = 4 ] || ib_six=-6
    while [ "$ib_i" -lt "$4" ]; do
        ib_said=$(ib_limited "$(($5 + 3))" "$ib_prog" $ib_six -d -s "$2" ${ib_via:+-I "$ib_via"} -c 1 "$6" 2>&1)
        case $ib_said in
            *'essage too long'*) ib_fail EMSGSIZE "$ib_said"; return 1 ;;
            *'nvalid option'* | *'nrecognized option'* | *'nknown option'* | *'llegal option'*)
                if [ -n "$ib_via" ]; then ib_via=; continue; fi
                ib_fail ENOSYS "vmkping does not take its options: $ib_said"
                return 1 ;;
            *'100% packet loss'* | *' data bytes' | '') ;;
            *'% packet loss'* | *' bytes from '*) ib_ok; return 0 ;;
            *'nknown interface'* | *'nvalid interface'* | *'o such device'*) ib_fail ENODEV "$ib_said"; return 1 ;;
            *) ib_fail '' "$ib_said"; return 1 ;;
        esac
        ib_i=$((ib_i + 1))
    done
    ib_tag 'r none'
    return 1
}

# seconds, program, arguments
ib_limited() {
    ib_limit=$1
    shift
    [ -n "$ib_timing" ] || ib_learn_timing
    case $ib_timing in
        k) timeout -k 2 "$ib_limit" "$@" ;;
        s) timeout -s KILL "$ib_limit" "$@" ;;
        t) timeout -t "$ib_limit" -s KILL "$@" ;;
        *) "$@" ;;
    esac
}
