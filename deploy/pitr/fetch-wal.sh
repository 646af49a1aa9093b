#!/bin/sh
# Gives a recovery a segment: restore_command = '/srv/plimsoll/app/deploy/pitr/fetch-wal.sh %f %p'. ARCHIVE is as in
# archive-wal.sh; for a bucket ARCHIVE_GET is a command that is given a name and a file ("rclone copyto"), and ARCHIVE_LIST
# one that is given ARCHIVE and prints the names in it, one a line ("rclone lsf").
# Ends with 1 where the archive is known to have no such name, which PostgreSQL takes for its end; with 255 where that is
# not known (a network that is away, a folder that is not mounted), which ends the recovery: it is started again.
set -u
name=$1 to=$2
unknown() {
  echo "fetch-wal.sh: $1" >&2
  exit 255
}
[ -n "${ARCHIVE:-}" ] || unknown 'ARCHIVE is where segments are kept'
if [ -n "${ARCHIVE_GET:-}" ]; then
  $ARCHIVE_GET "$ARCHIVE/$name" "$to" && exit 0
  [ -n "${ARCHIVE_LIST:-}" ] || unknown "$name was not given, and without ARCHIVE_LIST nobody knows whether it is there"
  names=$($ARCHIVE_LIST "$ARCHIVE") || unknown "$ARCHIVE cannot be listed"
  [ -n "$names" ] || unknown "$ARCHIVE is empty"
  if printf '%s\n' "$names" | grep -qxF "$name"; then unknown "$name is there and was not given"; fi
  exit 1
fi
if [ -f "$ARCHIVE/$name" ]; then
  cp "$ARCHIVE/$name" "$to" || unknown "$name cannot be copied"
  exit 0
fi
# Where a folder is not mounted there is an empty one, or none.
[ -n "$(ls -A "$ARCHIVE" | head -n 1)" ] || unknown "$ARCHIVE is empty or away"
exit 1
