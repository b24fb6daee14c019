#!/bin/sh
# PostgreSQL's restore_command: sh restore-wal.sh FOLDER %f %p
# PostgreSQL also asks for files that do not exist, and takes exit 1 as that answer.
set -eu
source=$1/$2.gz
[ -e "$source" ] || exit 1
gzip -cd "$source" > "$3"
