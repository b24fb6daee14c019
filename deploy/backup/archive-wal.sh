#!/bin/sh
# PostgreSQL's archive_command: sh archive-wal.sh FOLDER %p %f
# Copies one file of the write-ahead log into FOLDER. Exits with 0 only when it is there and on disk, since PostgreSQL
# deletes its own copy then. After a crash PostgreSQL may give the same file again; another file of that name is refused.
set -eu
umask 077
target=$1/$3.gz
if [ -e "$target" ]; then
  if gzip -cd "$target" | cmp -s - "$2"; then exit 0; fi
  echo "archive-wal: $target exists and is another file" >&2
  exit 1
fi
gzip -c "$2" > "$target.part"
sync "$target.part" 2> /dev/null || sync
mv "$target.part" "$target"
