#!/bin/sh
# Keeps a segment of the write-ahead log: PostgreSQL's archive_command = '/srv/plimsoll/app/deploy/pitr/archive-wal.sh %p %f'.
# ARCHIVE is a folder; or ARCHIVE_PUT a command that is given a file and a name and ends with 0 once it is kept for good,
# and replaces no other one of that name ("rclone copyto --immutable", with ARCHIVE=bucket:plimsoll/wal). Ends with anything
# but 0 when it is not kept: PostgreSQL keeps the segment then and asks again.
set -eu
from=$1 name=$2
: "${ARCHIVE:?is where segments are kept}"
if [ -n "${ARCHIVE_PUT:-}" ]; then
  exec $ARCHIVE_PUT "$from" "$ARCHIVE/$name"
fi
to=$ARCHIVE/$name
# Kept already, as after a crash between the copy and PostgreSQL's note of it; another one of this name is never replaced.
if [ -f "$to" ]; then cmp -s "$from" "$to" && exit 0 || exit 1; fi
umask 077
cp "$from" "$to.part"
sync "$to.part"
mv "$to.part" "$to"
sync "$ARCHIVE"
