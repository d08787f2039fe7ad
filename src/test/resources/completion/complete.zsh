# zsh -f complete.zsh SCRIPT LINE: what the line becomes when TAB is pressed at its end, in an interactive shell of its own.
zmodload zsh/zpty
script=$1 line=$2 result=$(mktemp -d)
trap 'zpty -d shell; rm -rf $result' EXIT

zpty -b shell "PS1= TERM=dumb zsh -f -i"
{
    print -r -- "autoload -Uz compinit; compinit -D -u; source ${(q)script}"
    print -r -- "dump() { print -rn -- \"\$BUFFER\" > ${(q)result}/new; mv ${(q)result}/new ${(q)result}/line; BUFFER= }"
    print -r -- "zle -N dump; bindkey '^X' dump; bindkey '^I' complete-word; touch ${(q)result}/ready"
} | while IFS= read -r command; do zpty -w shell "$command"; done

await() { # await FILE, for at most 20 s
    local end=$((SECONDS + 20))
    until [[ -e $1 ]]; do
        # What the shell prints must be taken, or it waits.
        zpty -rt shell ignored 2> /dev/null || zselect -t 2
        ((SECONDS < end)) || { print -u2 "no answer from zsh: $1"; exit 1 }
    done
}

zmodload zsh/zselect
await $result/ready
zpty -wn shell "$line"$'\t\x18'
await $result/line
cat $result/line
