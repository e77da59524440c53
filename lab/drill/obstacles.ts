import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A rehearsal with real servers. In `failover`, database servers fail. In `pitr` (point-in-time recovery), a database
 * is restored from a backup and the archived write-ahead log. In `replicas`, standbys that serve reads fail. In `cache`,
 * the site behind Varnish fails.
 */
export type Drill = 'cache' | 'failover' | 'pitr' | 'replicas'

/** The programs that each drill starts, and the Debian packages that contain them. */
const requirements: Record<Drill, { programs: string[]; packages: string }> = {
  cache: {
    programs: ['varnishd', 'varnishstat', 'ip', 'unshare', 'setpriv', 'mount'],
    packages: 'postgresql varnish varnish-modules iproute2',
  },
  failover: {
    programs: ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'ip', 'unshare', 'setpriv', 'mount'],
    packages: 'postgresql etcd-server patroni haproxy pgbouncer iproute2',
  },
  pitr: { programs: ['pgbackrest', 'ip', 'unshare', 'setpriv', 'mount'], packages: 'postgresql pgbackrest iproute2' },
  replicas: { programs: ['ip', 'unshare', 'setpriv', 'mount', 'pgrep'], packages: 'postgresql iproute2 procps' },
}
/** PostgreSQL's program, in the version that `docs/operations/scale.md` configures. */
const postgres = '/usr/lib/postgresql/15/bin/postgres'

/**
 * The command that runs a program in separate namespaces. The processes, mounts and network interfaces that the
 * program creates disappear when it ends.
 */
export const separateNamespaces = 'unshare --net --mount --pid --fork --kill-child --mount-proc'.split(' ')
/** A command that succeeds if this machine allows what the drills do in namespaces. */
const trial = [...separateNamespaces, 'sh', '-c', 'ip link add try type bridge && mount -t tmpfs try /mnt']

/** Returns why a drill can't run on this machine, as the end of a sentence. Null if it can. */
export function findObstacle(drill: Drill): string | null {
  const { programs, packages } = requirements[drill]
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  if (!existsSync(postgres)) missing.push('PostgreSQL 15')
  if (missing.length > 0) return `not installed: ${missing.join(', ')} (on Debian 12: apt-get install ${packages}).`
  if (process.getuid?.() !== 0) return 'it needs root, to create namespaces.'
  const [program = '', ...args] = trial
  if (spawnSync(program, args).status !== 0) return 'network namespaces or mounts aren’t allowed on this machine.'
  if (!existsSync(join(import.meta.dirname, '../../dist'))) return 'the pages aren’t built (npm run build).'
  return null
}
