#!/bin/sh
# Imitates the entry point of the image postgres:18, with the same data folder and the variables that compose.yaml sets.
set -eu
version=18
bin=/usr/lib/postgresql/$version/bin
PGDATA=/var/lib/postgresql/$version/docker
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /run/postgresql
  chown -R 999:999 /var/lib/postgresql /run/postgresql
  exec setpriv --reuid=999 --regid=999 --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  : "${POSTGRES_PASSWORD:?POSTGRES_PASSWORD is required}"
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  "$bin/initdb" -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=/tmp/password -A scram-sha-256 --auth-local=trust -E UTF8 --locale=C.UTF-8
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database \"${POSTGRES_DB:-$POSTGRES_USER}\";" | "$bin/postgres" --single -D "$PGDATA" postgres
  # As in the image, a new database first accepts connections only on its socket for a while.
  "$bin/pg_ctl" -D "$PGDATA" -o '-c listen_addresses= -c unix_socket_directories=/run/postgresql' -w start
  sleep 2
  "$bin/pg_ctl" -D "$PGDATA" -m fast -w stop
fi
exec "$bin/postgres" -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/run/postgresql
