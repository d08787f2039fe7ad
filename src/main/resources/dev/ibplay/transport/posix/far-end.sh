# The functions that every batch of the sh far end calls. POSIX sh and the tools that busybox has; dash, bash and
# busybox ash all read it. Lines that start with # are not sent.
#
# Talk: every operation writes raw bytes and tag lines. A tag line is the batch's marker followed by words. The marker
# is kept in two halves, so that neither the script nor a trace of it contains it in one piece.
# Result tags: "r ok", "r exit N", "r timeout", "r absent", "r moved TEXT", "r fail [ERRNO]" (the text is on stderr),
# "r skip". Functions return 0 when the operation succeeded.

set +e +f +u +C
IFS=' 	
'
LC_ALL=C
PATH=${PATH:+$PATH:}/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin
export LC_ALL PATH
cd /
ib_timing= ib_system=

ib_tag() { printf '%s%s%s\n' "$ib_a" "$ib_b" "$1"; }

ib_begin() { ib_skip=0; ib_tag begin; ib_tag begin >&2; }

ib_end() { ib_tag end; ib_tag end >&2; }

ib_done() { ib_tag 'done'; ib_tag 'done' >&2; }

# Says whether the next operation is to be tried.
ib_go() { [ "$ib_skip" = 0 ] || { ib_tag 'r skip'; return 1; }; }

# Called directly after an operation: remembers a failure if that is to stop the batch.
ib_check() { [ $? -eq 0 ] || [ "$ib_stop" = 0 ] || ib_skip=1; }

ib_ok() { ib_tag 'r ok'; }

# Whether this is ESXi, which has no /proc; asked once, and of Linux without a process.
ib_vmkernel() {
    if [ -z "$ib_system" ]; then
        if [ -r /proc/sys/kernel/random/boot_id ]; then ib_system=Linux; else ib_system=$(uname -s 2>/dev/null); fi
    fi
    [ "$ib_system" = VMkernel ]
}

# errno (may be empty), text
ib_fail() { printf '%s\n' "$2" >&2; ib_tag "r fail $1"; return 1; }

# What a tool said when it failed on a path: absent is an answer, all else is a failure.
ib_refused() {
    case $1 in
        *[Nn]'o such file or directory' | *[Nn]'o such file' | *[Nn]'ot a directory') ib_tag 'r absent' ;;
        *) ib_fail '' "$1" ;;
    esac
}

# --- commands ---------------------------------------------------------------------------------------------------

# Finds a program as execvp does (not a function or builtin): ib_prog, or the result tag and 1.
ib_find() {
    ib_prog= ib_why=ENOENT
    case $1 in
        */*) ib_dirs= ;;
        *) ib_dirs=$PATH ;;
    esac
    if [ -z "$ib_dirs" ]; then
        ib_try "$1"
    else
        ib_ifs=$IFS IFS=:
        set -f
        for ib_d in $ib_dirs; do ib_try "$ib_d/$1" && break; done
        set +f
        IFS=$ib_ifs
    fi
    [ -n "$ib_prog" ]
}

ib_try() {
    [ -e "$1" ] || return 1
    if [ -f "$1" ] && [ -x "$1" ]; then ib_prog=$1; return 0; fi
    ib_why=EACCES
    return 1
}

# Seconds of a clock that only serves to tell how long a command took.
ib_now() {
    { read -r ib_t ib_rest </proc/uptime; } 2>/dev/null && ib_t=${ib_t%.*} || ib_t=$(date +%s)
}

# How this host's timeout wants to be called: k (GNU, busybox since 1.34), s (older GNU and busybox since 1.30),
# t (older busybox, ESXi), or none.
ib_learn_timing() {
    if timeout -k 2 5 true; then ib_timing=k
    elif timeout -s KILL 5 true; then ib_timing=s
    elif timeout -t 5 -s KILL true; then ib_timing=t
    else ib_timing=none
    fi </dev/null >/dev/null 2>&1
}

# Limit in seconds, program, arguments; standard input is the command's. The shell's own stderr is shut meanwhile, as
# it would mix "Terminated" and the like into the command's; dash redirects in the waiting shell itself unless that is a
# subshell's business. Statuses with which timeout reports that it acted count
# only when the time is really over.
ib_run() {
    ib_limit=$1
    shift
    if ! ib_find "$1"; then ib_fail "$ib_why" "cannot start $1"; return 1; fi
    shift
    [ -n "$ib_timing" ] || ib_learn_timing
    ib_now
    ib_t0=$ib_t
    {
        case $ib_timing in
            k) (exec timeout -k 2 "$ib_limit" "$ib_prog" "$@" 2>&4 4>&-) ;;
            s) (exec timeout -s KILL "$ib_limit" "$ib_prog" "$@" 2>&4 4>&-) ;;
            t) (exec timeout -t "$ib_limit" -s KILL "$ib_prog" "$@" 2>&4 4>&-) ;;
            *) ib_watch "$ib_prog" "$@" 5<&0 ;;
        esac
    } 4>&2 2>/dev/null
    ib_s=$?
    case $ib_s in
        0) ib_tag 'r exit 0'; return 0 ;;
        124 | 137 | 143)
            ib_now
            if [ "$((ib_t - ib_t0))" -ge "$ib_limit" ]; then ib_tag 'r timeout'; return 1; fi ;;
    esac
    ib_tag "r exit $ib_s"
    return 1
}

# The same without timeout: the command in the background and a watcher that ends it.
ib_watch() {
    "$@" <&5 2>&4 4>&- 5<&- &
    ib_p=$! ib_z=
    {
        trap 'kill $ib_z; exit 0' TERM
        sleep "$ib_limit" & ib_z=$!
        wait "$ib_z"
        kill -TERM "$ib_p"
        sleep 2 & ib_z=$!
        wait "$ib_z"
        kill -KILL "$ib_p"
    } </dev/null >/dev/null 2>&1 4>&- 5<&- &
    ib_w=$!
    wait "$ib_p"
    ib_s=$?
    kill "$ib_w"
    wait "$ib_w"
    return "$ib_s"
}

# --- reading ----------------------------------------------------------------------------------------------------

# path, limit, limit + 1
ib_read() {
    if ! ib_e=$(stat -L -c '%f %u %g %Y' -- "$1" 2>&1); then ib_refused "$ib_e"; return; fi
    case ${ib_e%% *} in
        4???) ib_fail EISDIR "$1: Is a directory"; return 1 ;;
        1??? | c???) ib_fail EINVAL "$1: a pipe or socket is not read"; return 1 ;;
    esac
    ib_tag "meta $ib_e"
    if ! head -c "$3" -- "$1"; then ib_tag 'r fail'; return 1; fi
    ib_ok
    [ "$ib_stop" = 0 ] || [ "$(tail -c "+$3" -- "$1" 2>/dev/null | head -c 1 | wc -c)" -eq 0 ]
}

# pattern, limit + 1, patterns of the folders on the way from its first wildcard on. With IFS empty an unquoted variable is only matched against
# names, not split.
ib_match() {
    ib_ifs=$IFS IFS=
    for ib_f in $1; do
        if [ -f "$ib_f" ]; then
            ib_named name
            if [ -r "$ib_f" ]; then head -c "$2" -- "$ib_f"; ib_tag "file $?"; else ib_tag 'file shut'; fi
        elif [ -c "$ib_f" ]; then ib_named name; ib_tag 'file 0'
        elif ! [ -e "$ib_f" ]; then
            while ib_f=${ib_f%/*} && [ -n "$ib_f" ] && ! [ -e "$ib_f" ]; do :; done
            ! [ -d "$ib_f" ] || [ -x "$ib_f" ] || ib_named shut
        fi
    done
    shift 2
    for ib_d do
        for ib_f in $ib_d; do
            ! [ -d "$ib_f" ] || { [ -r "$ib_f" ] && [ -x "$ib_f" ]; } || ib_named shut
        done
    done
    IFS=$ib_ifs
    ib_ok
}

ib_named() { printf '%s' "$ib_f"; ib_tag "$1"; }

ib_resolve() {
    if ! ib_e=$(stat -L -c %f -- "$1" 2>&1); then ib_refused "$ib_e"; return; fi
    ib_canonical "$1"
    if [ -z "$ib_path" ]; then ib_fail '' "$1: readlink -f says nothing"; return 1; fi
    printf '%s' "$ib_path"
    ib_ok
}

# path -> ib_path: without links; the last name need not exist. The x keeps newlines at the end of a name.
ib_canonical() {
    ib_path=$1 ib_hops=0
    # A link that leads nowhere is followed here: busybox takes a relative one from the working directory.
    while [ -L "$ib_path" ] && [ ! -e "$ib_path" ] && [ "$ib_hops" -lt 40 ]; do
        ib_e=$(readlink -- "$ib_path"; printf x)
        ib_e=${ib_e%?x}
        case $ib_e in
            /*) ib_path=$ib_e ;;
            *) ib_path=${ib_path%/*}/$ib_e ;;
        esac
        ib_hops=$((ib_hops + 1))
    done
    ib_path=$(readlink -f -- "$ib_path" 2>/dev/null; printf x)
    case $ib_path in
        x) ib_path= ;;
        *) ib_path=${ib_path%?x} ;;
    esac
}

# --- changing ---------------------------------------------------------------------------------------------------

# path: whether it holds what ib_old prints; else the result tag and 1.
ib_same() {
    if ! ib_e=$(stat -L -c %f -- "$1" 2>&1); then
        case $ib_e in
            *[Nn]'o such file or directory' | *[Nn]'o such file') ib_tag 'r moved absent' ;;
            *) ib_fail '' "$ib_e" ;;
        esac
        return 1
    fi
    case $ib_e in
        8???) ;;
        4???) ib_fail EISDIR "$1: Is a directory"; return 1 ;;
        *) ib_fail EINVAL "$1: not a regular file"; return 1 ;;
    esac
    ib_equal ib_old "$1"
    case $? in
        0) return 0 ;;
        1) ib_tag 'r moved other content' ;;
        *) ib_fail '' "$(cat -- "$1" 2>&1 >/dev/null || printf '%s: cannot be compared' "$1")" ;;
    esac
    return 1
}

# function, file: whether the file holds what it prints; 2 when they cannot be compared.
ib_equal() {
    if command -v cmp >/dev/null; then
        "$1" 2>/dev/null | cmp -s - "$2"
        return
    fi
    ib_sum=sha256sum
    command -v sha256sum >/dev/null || ib_sum=md5sum
    ib_e=$("$ib_sum" <"$2" 2>/dev/null) && [ -n "$ib_e" ] || return 2
    [ "$("$1" 2>/dev/null | "$ib_sum")" = "$ib_e" ]
}

# path: whether nothing is there; else the result tag and 1.
ib_free() {
    if [ -e "$1" ] || [ -L "$1" ]; then ib_tag 'r moved exists'; return 1; fi
}

ib_sync() { ! command -v sync >/dev/null || sync -- "$1" 2>/dev/null || sync; }

# path, mode of a new file, whether one is expected (1, 0), size of the new content, name of the temporary file.
# Runs in a subshell, so that whatever happens the temporary file goes; every step's own words are on stderr.
ib_replace() (
    umask 077
    ib_canonical "$1"
    ib_path=${ib_path:-$1} ib_tmp=
    ib_dir=${ib_path%/*}/
    trap '[ -z "$ib_tmp" ] || rm -f -- "$ib_tmp"' EXIT
    trap 'exit 1' HUP INT TERM PIPE
    ib_put "$@" || exit 1
    trap - EXIT
    ib_sync "$ib_dir"
    ib_ok
)

ib_put() {
    if [ "$3" = 1 ]; then ib_same "$ib_path"; else ib_free "$ib_path"; fi || return 1
    set -C
    if printf '' >"$ib_dir$5"; then ib_tmp=$ib_dir$5; else ib_tag 'r fail'; return 1; fi
    set +C
    ib_fill "$2" "$3" "$4" || { ib_tag 'r fail'; return 1; }
    if [ "$3" = 1 ]; then
        ib_same "$ib_path" || return 1
        mv -f -- "$ib_tmp" "$ib_path" || { ib_tag 'r fail'; return 1; }
    else
        ib_name || return 1
    fi
}

# mode, whether one is expected, size, function that prints the content (ib_new).
# Content, then owner, mode and SELinux context of the temporary file. cp -p also carries access control lists.
ib_fill() {
    if [ "$2" = 1 ]; then
        ib_mode=$(stat -c %a -- "$ib_path") && cp -p -- "$ib_path" "$ib_tmp" && chmod u+w -- "$ib_tmp" || return 1
    else
        ib_mode=$1
    fi
    "${4:-ib_new}" 2>/dev/null | cat >"$ib_tmp" || return 1
    if [ "$(wc -c <"$ib_tmp")" -ne "$3" ]; then printf 'short write: Input/output error\n' >&2; return 1; fi
    chmod "$ib_mode" -- "$ib_tmp" || return 1
    if [ "$2" = 1 ]; then
        if [ "$(stat -c '%a %u %g' -- "$ib_tmp")" != "$(stat -c '%a %u %g' -- "$ib_path")" ]; then
            printf 'owner and mode of %s cannot be kept: Operation not permitted\n' "$ib_path" >&2
            return 1
        fi
        if [ -e /sys/fs/selinux/enforce ]; then chcon --reference="$ib_path" -- "$ib_tmp" || return 1; fi
    fi
    ib_sync "$ib_tmp"
}

# Gives the temporary file its name where there was none. A hard link never replaces; where the file system has none,
# a rename has to do.
ib_name() {
    if ln -- "$ib_tmp" "$ib_path" 2>/dev/null; then rm -f -- "$ib_tmp"; return 0; fi
    ib_free "$ib_path" || return 1
    mv -f -- "$ib_tmp" "$ib_path" || { ib_tag 'r fail'; return 1; }
}

ib_remove() {
    ib_same "$1" || return 1
    if ! rm -f -- "$1"; then ib_tag 'r fail'; return 1; fi
    ib_sync "${1%/*}/"
    ib_ok
}

# path, size: one write of what ib_new prints.
ib_write() {
    if ! ib_e=$(stat -L -c %f -- "$1" 2>&1); then ib_fail '' "$ib_e"; return 1; fi
    if ib_new 2>/dev/null | dd of="$1" bs="$2" count=1 conv=notrunc; then ib_ok; else ib_tag 'r fail'; return 1; fi
}

# interface, bytes. Without ip the attribute does the same (both end in the kernel's dev_set_mtu).
ib_mtu() {
    if ib_vmkernel; then ib_fail ENOSYS "ESXi's interfaces are set by esxcli, not by this"; return 1; fi
    if ib_find ip; then
        if "$ib_prog" link set dev "$1" mtu "$2" </dev/null >&2; then ib_ok; else ib_tag 'r fail'; return 1; fi
    elif [ -e "/sys/class/net/$1/mtu" ]; then
        ib_write "/sys/class/net/$1/mtu" 16
    else
        ib_fail ENODEV "$1: no such network interface"
    fi
}

# process, start time in ticks, signal. After the last ") " of the line come the fields from the third on.
ib_signal() {
    if ib_vmkernel; then ib_signal_world "$@"; return; fi
    if ! [ -r /proc/stat ]; then ib_fail ENOSYS 'no /proc here'; return 1; fi
    ib_e=$(cat "/proc/$1/stat" 2>/dev/null) || { ib_tag 'r moved absent'; return 1; }
    set -- "$1" "$2" "$3" ${ib_e##*) }
    if [ "${23}" != "$2" ]; then ib_tag "r moved another process, started at ${23}"; return 1; fi
    if kill -s "$3" "$1"; then ib_ok; else ib_tag 'r fail'; return 1; fi
}

# World numbers are not used again in practice; a start time that is not 0 is none that was seen here.
ib_signal_world() {
    if [ "$2" != 0 ]; then ib_tag 'r moved a process without start time'; return 1; fi
    if ! kill -0 "$1" 2>/dev/null; then ib_tag 'r moved absent'; return 1; fi
    if kill -s "$3" "$1"; then ib_ok; else ib_tag 'r fail'; return 1; fi
}
