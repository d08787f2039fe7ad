# --- ping -------------------------------------------------------------------------------------------------------

# version of IP, payload, interface (may be empty), tries, seconds, address. Of the known pings only iputils' can forbid
# fragments.
ib_ping() {
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
