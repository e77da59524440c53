import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printRows } from '../load/report.ts'
import { reportOf } from './report.ts'
import { soak } from './run.ts'

/**
 * `npm run soak -- --hours N` or `--minutes N` runs the product under mixed traffic while its database, disk, clock,
 * workers and vendors fail at random, then checks invariants. `reportOf` decides whether it passed. Filling the disk
 * needs root on Linux, and moving the clock needs Debian's libfaketime. Without them, these failures are skipped.
 */
const { values } = parseArgs({
  options: {
    hours: { type: 'string' },
    minutes: { type: 'string' },
    // Actions per second.
    rate: { type: 'string', default: '8' },
    // The random seed. The same seed causes the same failures in the same order.
    seed: { type: 'string', default: '1' },
    // The file for the errors that the product logs.
    log: { type: 'string', default: join(tmpdir(), 'promptarium-soak.log') },
    // Set by `runOnDisk` when it starts this program again: `own:FOLDER` or `shared:FOLDER`.
    disk: { type: 'string', default: '' },
  },
})
const minutes = Number(values.minutes ?? 0) + 60 * Number(values.hours ?? 0)
if (!(minutes > 0)) throw new Error('Give the duration: --hours 2, or --minutes 2.')
/** The size of the disk in MB: more than the database and its write-ahead log need, but little enough to be filled. */
const diskSize = 3_000

if (values.disk === '') {
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-soak-'))
  process.exitCode = await runOnDisk(folder).finally(() => rm(folder, { recursive: true, force: true }))
} else {
  const [kind, dataDir = ''] = values.disk.split(':')
  const hasOwnDisk = kind === 'own'
  const note = hasOwnDisk ? '' : ' The disk isn’t filled, because that needs root on Linux.'
  console.log(`${minutes} minutes, ${values.rate} actions per second, seed ${values.seed}.${note}`)
  // Without this, a signal would end the process before its exit handler (soak/site.ts) stops the product.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  const [perSecond, seed] = [Number(values.rate), Number(values.seed)]
  const options = { dataDir, ms: minutes * 60_000, perSecond, seed, hasOwnDisk, logFile: values.log }
  const { tables, reasons } = reportOf(await soak(options, console.log))
  for (const { title, rows } of tables) printRows(title, rows)
  console.log(reasons.length === 0 ? 'Passed.' : `FAILED:\n${reasons.join('\n')}`)
  process.exitCode = reasons.length === 0 ? 0 : 1
}

/**
 * Starts this program again, with a separate disk in a mount namespace if that is possible. Returns its exit status.
 */
async function runOnDisk(folder: string): Promise<number> {
  const dataDir = join(folder, 'data')
  const program = [process.execPath, import.meta.filename, ...process.argv.slice(2)]
  const mount = `mkdir "${dataDir}" && mount -t tmpfs -o size=${diskSize}m,mode=755 tmpfs "${dataDir}"`
  const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0
  const [command, ...args] = canMount
    ? ['unshare', '--mount', 'sh', '-c', `${mount} && exec "$@"`, 'sh', ...program, '--disk', `own:${dataDir}`]
    : [...program, '--disk', `shared:${dataDir}`]
  const child = spawn(command as string, args, { cwd: join(import.meta.dirname, '../..'), stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => child.kill(signal))
  const [status] = (await once(child, 'exit')) as [number | null]
  return status ?? 1
}
