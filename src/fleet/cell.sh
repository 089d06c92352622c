# Measures one cell of a fleet (one run on one machine) on the machine's own disk. Writes the exported run to the shared
# folder, or to standard output if there is none.
set -uo pipefail
node=${SLURMD_NODENAME:-$(uname -n)}
base=$disk/wiremark-fleet-$(id -un)
# The folder is named after the machine: another machine with the same disk must not continue this run.
work=$base/$fleet/$cell@$node
export WIREMARK_CACHE=${WIREMARK_CACHE:-$base/cache}
stopped=

# Writes standard input to a file in the shared folder, first under another name: readers see the whole file or none.
put() {
  local aside="$folder/.put.$cell.$node.$$"
  if cat >"$aside" && mv -f "$aside" "$folder/$1"; then return 0; fi
  rm -f "$aside"
  return 1
}

fail() {
  echo "wiremark: $1" >&2
  if [ -n "$folder" ]; then printf '%s\n' "$node: $1" | put "$claim/failed"; fi
  exit 1
}

run_of() { ls -d .wiremark/runs/*/ 2>/dev/null | tail -n 1; }

# Runs wiremark in the background, so that a signal is handled at once. Sets `code` to the exit code.
measure() {
  "${wiremark[@]}" run "$@" </dev/null >stdout 2>stderr &
  pid=$!
  # A signal ends `wait` early, so this waits again until the process has ended.
  until wait "$pid"; code=$?; ! kill -0 "$pid" 2>/dev/null; do :; done
}

# Slurm sends TERM to every process of the job, but INT to this shell only, which passes it on as TERM.
trap 'stopped=INT; kill -TERM "${pid-}" 2>/dev/null' INT
trap 'stopped=TERM' TERM

# Saves the unfinished run in the shared folder. After an INT, the job goes back into the queue, at most three times.
save_and_leave() {
  if [ -n "$folder" ] && [ -n "$(run_of)" ]; then
    tar -C .wiremark/runs -cf - . | put "partial/$cell@$node.tar" || echo "can't save the part in $folder" >&2
  fi
  [ "$stopped" = INT ] && [ -n "${SLURM_JOB_ID-}" ] || exit 143
  local times
  times=$(ls -d "$folder/$claim"/interrupted-* 2>/dev/null | wc -l)
  [ "$times" -lt 3 ] || fail 'interrupted four times: its time limit is too short'
  echo "$node" | put "$claim/interrupted-$((times + 1))"
  # A requeue sends TERM to the whole job, including scontrol: if a TERM arrives, the failure of scontrol doesn't count.
  if ! scontrol requeue "$SLURM_JOB_ID"; then
    sleep 2
    [ "$stopped" = TERM ] || fail "interrupted, and can't be put back into the queue"
  fi
  exit 0
}

main() {
  if [ -n "$folder" ]; then
    # A later `fleet submit` may have given the cell to another job.
    if [ ! -d "$folder/$claim" ] || [ -e "$folder/${claim%.*}.$((${claim##*.} + 1))" ]; then
      echo "$cell belongs to another job now" >&2
      exit
    fi
    echo "$node" | put "$claim/started-${SLURM_RESTART_COUNT:-0}" || echo "$folder can't be written" >&2
  fi
  mkdir -p "$work" && cd "$work" || fail "$work can't be used"
  if [ -z "$(run_of)" ] && [ -n "$folder" ] && [ -e "$folder/partial/$cell@$node.tar" ]; then
    mkdir -p .wiremark/runs && tar -C .wiremark/runs -xf "$folder/partial/$cell@$node.tar"
  fi
  if [ -n "$(run_of)" ]; then
    measure --resume
    if grep -q 'is complete:' stderr; then
      code=0
    elif [ "$code" = 2 ] && [ -z "$stopped" ]; then
      # The unfinished run can't be resumed, because the machine or wiremark has changed: it is moved aside.
      mv .wiremark "apart-$(date +%s)"
    fi
  fi
  if [ -z "$(run_of)" ]; then measure "${arguments[@]}" --tag "fleet=$cell"; fi
  cat stderr >&2
  if [ -n "$stopped" ]; then save_and_leave; fi
  # Exit code 1: everything was measured, but a row failed.
  if [ "$code" -gt 1 ]; then
    reason=$(grep . stderr | tail -n 1)
    fail "${reason#wiremark: } (exit code $code)"
  fi
  "${wiremark[@]}" runs export last --out "$cell.wiremark" </dev/null >/dev/null 2>stderr || fail "$(tail -n 1 stderr)"
  if [ -z "$folder" ]; then
    cat "$cell.wiremark"
  elif ! put "runs/$cell.wiremark" <"$cell.wiremark"; then
    fail "the finished run can't be written to $folder; it stays in $work"
  fi && rm -rf "$work"
}
main
exit
