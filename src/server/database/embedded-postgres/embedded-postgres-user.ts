import { statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../start/start-error.ts'
import { type Binaries, ownDatabaseAdvice } from './embedded-postgres-binaries.ts'
import { reasonIn, runProgram } from './run-program.ts'

/**
 * How to run PostgreSQL's programs. `prefix` comes before the command. `owner` is the user who owns PostgreSQL's files;
 * null means the current user. `version` is PostgreSQL's version.
 */
export type Runner = { prefix: string[]; owner: { uid: number; gid: number } | null; version: string }

type Candidate = Omit<Runner, 'version'>

/** The ids of the user `nobody`. */
const nobody = { uid: 65_534, gid: 65_534 }

// Makes Linux stop PostgreSQL cleanly when its guard, the process that started it, is killed. Other systems don't have
// setpriv.
const stopWithGuard = ['setpriv', '--pdeathsig', 'INT', '--']

// PostgreSQL refuses to run as user id 0. In this user namespace, root appears as user 1000. Outside it, PostgreSQL's
// files belong to root.
const mappedRoot = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--', ...stopWithGuard]

/**
 * Returns how to run a command as another user, who may still access root's folders. PostgreSQL checks its files with
 * access(2). That call uses the real user id and ignores capabilities, unless `no_setuid_fixup` is set.
 */
function dropTo(owner: { uid: number; gid: number }): Candidate {
  const ids = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups']
  const caps = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--securebits', '+no_setuid_fixup']
  return { prefix: ['setpriv', ...ids, ...caps, '--', ...stopWithGuard], owner }
}

/**
 * Finds a way to run PostgreSQL for this data folder, by trying `postgres --version`. Throws StartError if PostgreSQL
 * can't run at all, or can't run as this user.
 */
export async function chooseRunner(binaries: Binaries, dataFolder: string): Promise<Runner> {
  const reasons: string[] = []
  for (const candidate of candidates(dataFolder)) {
    const enter = ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', dataFolder]
    const { ok, output, errors } = await runProgram([...candidate.prefix, ...enter, binaries.postgres, '--version'])
    const version = /\(PostgreSQL\) (\d+\S*)/.exec(output)?.[1]
    if (ok && version) return { ...candidate, version }
    reasons.push(reasonIn(errors || output))
  }
  throw await explainFailure(binaries, reasons)
}

function candidates(dataFolder: string): Candidate[] {
  const asCurrentUser: Candidate = { prefix: [], owner: null }
  if (process.getuid?.() !== 0) {
    return process.platform === 'linux' ? [{ prefix: stopWithGuard, owner: null }, asCurrentUser] : [asCurrentUser]
  }
  if (process.platform !== 'linux') return []
  const owner = ownerOf(join(dataFolder, 'postgres')) ?? ownerOf(dataFolder)
  return owner && owner.uid !== 0 ? [dropTo(owner)] : [{ prefix: mappedRoot, owner: null }, dropTo(nobody)]
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}

async function explainFailure(binaries: Binaries, reasons: string[]): Promise<StartError> {
  const { ok, output, errors } = await runProgram([binaries.postgres, '--version'])
  if (!ok) {
    const why = reasonIn(errors || output)
    return new StartError(
      `The bundled PostgreSQL does not run on this machine (${describeHost()}): ${why}. Please ${ownDatabaseAdvice}.`,
    )
  }
  const why = reasons.filter((reason) => reason !== '').join('; ')
  if (process.getuid?.() !== 0) return new StartError(`PostgreSQL can't run here: ${why}. Please ${ownDatabaseAdvice}.`)
  const advice = `Start Promptarium as an ordinary user, or ${ownDatabaseAdvice}`
  return new StartError(`PostgreSQL can't run as root here${why && ` (${why})`}. ${advice}.`)
}

function describeHost(): string {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform !== 'linux') return platform
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  const glibc = report.header?.glibcVersionRuntime
  return `${platform}, ${glibc ? `glibc ${glibc}` : 'no glibc, which PostgreSQL needs'}`
}
