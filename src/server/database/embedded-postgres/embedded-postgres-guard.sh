# Runs PostgreSQL as long as any process has the write end of a fifo open. Its read end is fd 3 of this script.
# The kernel closes the write end of a process that was killed, so PostgreSQL never outlives the processes that use it.
# Arguments: DATABASE_FOLDER RUN_FOLDER LOG_FILE [STALE_PID_FILE | OLD_RUN_FOLDER]... -- COMMAND...
# Exits with 75 if another PostgreSQL uses the data, otherwise with the status of the command.

# A service manager may signal all processes of the service. This process has to stay until PostgreSQL has stopped.
trap '' HUP INT TERM
# The log may contain users' texts.
umask 077
data=$1 run=$2 log=$3
shift 3

# PostgreSQL's processes inherit this lock, so it is released when the last of them ends. A PID file can be wrong: its
# PID may be that of another process, a zombie, or a process in another container. Without flock (macOS), only the PID
# file is checked.
exec 9<"$data"
if command -v flock >/dev/null 2>&1; then
  flock -n 9
  [ $? -ne 1 ] || exit 75
fi

while [ "$1" != -- ]; do
  case $1 in
    # PostgreSQL ignores a PID file with the PID of its parent, which is this shell, and then recovers from the crash.
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
    # The last process has closed the fifo. After the rename no process can open it. A process that opened it just before
    # has written a line.
    mv "$run/holders" "$run/closed"
    read -r line <&3 || break
    mv "$run/closed" "$run/holders"
  done
  # The signal is repeated, because a program that is just starting may lose it, but only while the main shell waits for
  # PostgreSQL: later, PostgreSQL's PID may belong to another process.
  while kill -0 $$ && kill -INT "$postgres"; do sleep 1; done 2>/dev/null
) &
guard=$!
exec 3<&-

wait "$postgres"
status=$?
kill -KILL "$guard" 2>/dev/null
rm -rf "$run"
exit "$status"
