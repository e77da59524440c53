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

/** What a process opens the database for: `server` may be there once, `command` any number of times. */
export type Purpose = 'server' | 'command'

/** PostgreSQL stays until every hold on it is let go. The kernel lets go for a process that dies. */
export type Hold = { letGo(): void }

/** The fifo whose writing ends are the holds (embedded-postgres-guard.sh reads it). */
export const fifoName = 'holders'

/**
 * Takes hold of the PostgreSQL of a run folder. Null when it can't be held (any more); `refusedBy` (a PID) when we come
 * as a server and another one lives. Both are written there first, as a claim, so that they can be named.
 */
export function takeHold(runFolder: string, purpose: Purpose): Hold | { refusedBy: number } | null {
  const me = identityOf(process.pid)
  if (me === null) throw new Error(`Process ${process.pid} can't be seen: is /proc mounted?`)
  // Not ours, or not so far: PostgreSQL writes down its folder some time after its PID.
  if (!isAbsolute(runFolder) || !existsSync(join(runFolder, fifoName))) return null
  return unlessGone(() => {
    const claim =
      purpose === 'server' ? claimAsServer(runFolder, me) : placeClaim(join(runFolder, `command.${me}.${++claims}`), me)
    if ('refusedBy' in claim) return claim
    const holding = openFifo(join(runFolder, fifoName))
    if (holding === null) {
      claim.withdraw()
      return null
    }
    return {
      letGo: () => {
        claim.withdraw()
        closeSync(holding)
      },
    }
  })
}

/** PIDs of the living processes that claim this run folder. */
export function livingHolders(runFolder: string): number[] {
  return claimsIn(runFolder)
    .filter(({ identity }) => isAlive(identity))
    .map(({ identity }) => pidOf(identity))
}

let claims = 0

type Claim = { withdraw(): void }

// Servers are numbered, and only the owner takes its claim away: of two that both saw number 3 dead, one makes number 4.
function claimAsServer(runFolder: string, me: string): Claim | { refusedBy: number } {
  for (;;) {
    const servers = claimsIn(runFolder)
      .filter(({ name }) => name.startsWith('server.'))
      .map(({ name, identity }) => ({ number: Number(name.slice('server.'.length)), identity }))
      .sort((a, b) => b.number - a.number)
    const last = servers[0]
    if (last && isAlive(last.identity)) return { refusedBy: pidOf(last.identity) }
    try {
      return placeClaim(join(runFolder, `server.${(last?.number ?? 0) + 1}`), me)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

// A symbolic link to "PID-start": unlike a file it is made whole or not at all.
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

// The line tells the guard, should it just have seen the last holder leave, that somebody came.
function openFifo(path: string): number | null {
  let holding: number | undefined
  try {
    holding = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    writeSync(holding, '\n')
    return holding
  } catch (error) {
    if (holding !== undefined) closeSync(holding)
    if (['ENOENT', 'ENXIO', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** The folder goes away with PostgreSQL, and a claim with its owner, at any moment: null then. */
function unlessGone<Result>(act: () => Result): Result | null {
  try {
    return act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
