#!/bin/sh
# Gives a recovery a segment: restore_command = '/srv/plimsoll/app/deploy/pitr/fetch-wal.sh %f %p'. ARCHIVE is as in
# archive-wal.sh, ARCHIVE_GET a command that is given a name and a file ("rclone copyto"). Ends with 1 where there is none.
set -eu
name=$1 to=$2
: "${ARCHIVE:?is where segments are kept}"
if [ -n "${ARCHIVE_GET:-}" ]; then
  exec $ARCHIVE_GET "$ARCHIVE/$name" "$to"
fi
[ -f "$ARCHIVE/$name" ] || exit 1
cp "$ARCHIVE/$name" "$to"
