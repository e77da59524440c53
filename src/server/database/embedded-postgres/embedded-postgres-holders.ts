import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { identityOf, isAlive, pidOf } from './process-identity.ts'

/** Why a process opens the database. At any time there is at most one `server`, and any number of `command`s. */
export type Purpose = 'server' | 'command'

/**
 * A process's hold on PostgreSQL. PostgreSQL runs until every hold is released. If a process dies, the kernel releases
 * its hold.
 */
export type Hold = { release(): void }

/** The name of the fifo. A hold is its open write end. `embedded-postgres-guard.sh` has the read end open. */
export const fifoName = 'holders'

/**
 * Takes a hold on the PostgreSQL of a run folder, after placing a claim there: a link to this process's identity (PID
 * and start time). Returns null if Promptarium didn't start that PostgreSQL, or it isn't ready or is stopping. Returns
 * `refusedBy`, the PID of the other server, if this process is a server and another server is alive.
 */
export function takeHold(runFolder: string, purpose: Purpose): Hold | { refusedBy: number } | null {
  const self = identityOf(process.pid)
  if (self === null) throw new Error(`Process ${process.pid} can't be seen: is /proc mounted?`)
  // Without a fifo, Promptarium didn't start this PostgreSQL. `runFolder` may be read from PostgreSQL's PID file. It is
  // then empty until PostgreSQL, while starting, writes the folder of its socket to that file.
  if (!isAbsolute(runFolder) || !existsSync(join(runFolder, fifoName))) return null
  return unlessGone(() => {
    const claim =
      purpose === 'server'
        ? claimAsServer(runFolder, self)
        : placeClaim(join(runFolder, `command.${self}.${++claimCount}`), self)
    if ('refusedBy' in claim) return claim
    const writeEnd = openFifo(join(runFolder, fifoName))
    if (writeEnd === null) {
      claim.withdraw()
      return null
    }
    return {
      release: () => {
        claim.withdraw()
        closeSync(writeEnd)
      },
    }
  })
}

/** The PIDs of the living processes that have a claim in this run folder. */
export function aliveHolders(runFolder: string): number[] {
  return claimsIn(runFolder)
    .filter(({ identity }) => isAlive(identity))
    .map(({ identity }) => pidOf(identity))
}

/** How many claims this process has placed as a command. The number makes the name of each claim unique. */
let claimCount = 0

type Claim = { withdraw(): void }

// Claims of servers have numbers, and only the process that placed a claim removes it. If two servers find that claim 3
// belongs to a dead process, only one of them can create claim 4.
function claimAsServer(runFolder: string, self: string): Claim | { refusedBy: number } {
  for (;;) {
    const servers = claimsIn(runFolder)
      .filter(({ name }) => name.startsWith('server.'))
      .map(({ name, identity }) => ({ number: Number(name.slice('server.'.length)), identity }))
      .sort((a, b) => b.number - a.number)
    const last = servers[0]
    if (last && isAlive(last.identity)) return { refusedBy: pidOf(last.identity) }
    try {
      return placeClaim(join(runFolder, `server.${(last?.number ?? 0) + 1}`), self)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

// The claim is a symbolic link to the identity, since a link is created atomically, unlike a file with content.
function placeClaim(path: string, identity: string): Claim {
  symlinkSync(identity, path)
  return { withdraw: () => unlessGone(() => unlinkSync(path)) }
}

function claimsIn(runFolder: string): { name: string; identity: string }[] {
  const names = unlessGone(() => readdirSync(runFolder)) ?? []
  return names
    .filter((name) => /^(server|command)\./.test(name))
    .flatMap((name) => {
      const identity = unlessGone(() => readlinkSync(join(runFolder, name)))
      return identity === null ? [] : [{ name, identity }]
    })
}

// The guard may have just seen the last holder leave. The line written here tells the guard that there is a new holder.
function openFifo(path: string): number | null {
  let writeEnd: number | undefined
  try {
    writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    writeSync(writeEnd, '\n')
    return writeEnd
  } catch (error) {
    if (writeEnd !== undefined) closeSync(writeEnd)
    if (['ENOENT', 'ENXIO', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** Calls `act`. Returns null if what it accesses is gone, since folders and claims may be removed at any time. */
function unlessGone<Result>(act: () => Result): Result | null {
  try {
    return act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
