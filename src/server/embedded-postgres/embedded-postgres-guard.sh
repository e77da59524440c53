# Runs PostgreSQL for as long as anybody holds the writing end of the fifo on fd 3. The kernel lets go of it for a
# process that was killed, so PostgreSQL never outlives the processes that use it.
# Arguments: DATA RUN LOG [STALE PID FILE OR LEFT RUN FOLDER...] -- COMMAND...
# Ends with 75 when another PostgreSQL has the data, else with the status of the command.

# Whoever stops a whole service signals every process in it; this one has to stay until PostgreSQL is gone.
trap '' HUP INT TERM
# The log may hold what people wrote.
umask 077
data=$1 run=$2 log=$3
shift 3

# PostgreSQL inherits this lock: it ends with the last of its processes, whatever a PID file says (reused PIDs,
# zombies, another container). Where there is no flock (macOS) the PID file alone decides.
exec 9<"$data"
if command -v flock >/dev/null 2>&1; then
  flock -n 9
  [ $? -ne 1 ] || exit 75
fi

while [ "$1" != -- ]; do
  case $1 in
    # PostgreSQL takes a number that is its parent's for stale, and then looks itself after what the crash left.
    */postmaster.pid) { echo $$ && tail -n +2 "$1"; } >"$1.stale" && mv -f "$1.stale" "$1" ;;
    *) rm -rf "$1" ;;
  esac
  shift
done
shift

[ ! -e "$log" ] || mv -f "$log" "$log.1"
exec >"$log" 2>&1

"$@" 3<&- &
postgres=$!

(
  exec 9<&-
  while :; do
    while read -r line; do :; done <&3
    # The last holder is gone. From here on nobody can come in; whoever did just before has written a line.
    mv "$run/holders" "$run/closed"
    read -r line <&3 || break
    mv "$run/closed" "$run/holders"
  done
  # Again and again, because a program that is only just starting may lose a signal. Only while the shell that waits for
  # it is there: after that its number may be another process's.
  while kill -0 $$ && kill -INT "$postgres"; do sleep 1; done 2>/dev/null
) &
guard=$!
exec 3<&-

wait "$postgres"
status=$?
kill -KILL "$guard" 2>/dev/null
rm -rf "$run"
exit "$status"
