#!/bin/sh
# A copy of the whole cluster, which recovery starts from: base-backup.sh postgres://replicator:…@db.internal/ FOLDER
# Every night, as a role with REPLICATION. Ends with 0 when the copy is whole, which is checked.
set -eu
pg_basebackup --dbname="$1" --pgdata="$2" --checkpoint=fast --wal-method=none --manifest-checksums=SHA256
pg_verifybackup --no-parse-wal "$2"
