#!/bin/sh
# Debian's version is older than its collectors, so the arguments that switch them are left out.
for argument; do
  shift
  case $argument in --collector.* | --no-collector.*) ;; *) set -- "$@" "$argument" ;; esac
done
exec prometheus-postgres-exporter "$@"
