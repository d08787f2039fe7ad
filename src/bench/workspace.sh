# What benchmarks have in common; they source it in the project's root. Each gets a folder $work, in which ibplay also finds its
# home, and where it may have hosts ($work/hosts, by src/bench/hosts) and a lab; all of it ends with the script.
readonly PROGRAM=${IBPLAY:-./ibplay} # another program than ./ibplay

work=$(mktemp -d)
# One "ssh host true" of those that are compared with: the hosts' key, and the key exchange that ibplay takes.
readonly BARE_SSH=(ssh -F none -i "$work/hosts/key" -o UserKnownHostsFile="$work/hosts/known_hosts" -o KexAlgorithms=curve25519-sha256 -o BatchMode=yes)
export HOME=$work/home XDG_STATE_HOME=$work/state
mkdir -p "$HOME"

clean_up() {
    [[ ! -e $work/hosts/count ]] || src/bench/hosts down "$work/hosts" || true
    stop_lab
    rm -rf "$work"
}
trap clean_up EXIT

# start_lab PLAYBOOK FORKS OPTION...: a lab, its inventory as $work/inventory.ini, and the helper on its hosts by a check
start_lab() {
    local playbook=$1 forks=$2 inventory
    shift 2
    inventory=$("$PROGRAM" lab up --dir "$work/lab" "$@" 2> "$work/lab.log") || { cat "$work/lab.log" >&2; exit 1; }
    cp "$inventory" "$work/inventory.ini"
    "$PROGRAM" check -i "$work/inventory.ini" --forks "$forks" "$playbook" > "$work/out" 2>&1 || (($? == 2))
}

stop_lab() {
    [[ -e $work/lab ]] || return 0
    "$PROGRAM" lab down --dir "$work/lab" > /dev/null 2>&1 || true
    rm -rf "$work/lab"
}
