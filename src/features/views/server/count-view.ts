import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '#server/platform/actor.ts'
import { isRobot } from '../rules.ts'

/** A view that waits to be written. `memberId` is kept until then only, so that authors are left out. */
export type WaitingView = { promptId: string; day: string; memberId: string | null }

/** Readers that a process remembers; a flood of more forgets them all, so memory stays flat (some 20 MB). */
const mostRemembered = 200_000
/** Views that wait at most; beyond that they are dropped: it is a count for orientation, not a bill. */
const mostWaiting = 50_000

export type ViewCounter = ReturnType<typeof createViewCounter>

/**
 * Counts views in this process, until they are folded into the database. A reader counts once a day for each prompt: what
 * is remembered is a hash with a random key that never leaves the memory and changes with each day.
 */
export function createViewCounter() {
  let waiting: WaitingView[] = []
  let today = ''
  let key = randomBytes(32)
  let seen = new Set<string>()

  function begin(day: string) {
    if (day === today && seen.size < mostRemembered) return
    if (day !== today) key = randomBytes(32)
    today = day
    seen = new Set()
  }

  return {
    /** Counts that this actor reads the prompt now. Robots, and who was counted today, are left out. */
    count(actor: Actor, promptId: string, now: Date): void {
      if (actor.kind === 'system' || isRobot(actor.browser) || waiting.length >= mostWaiting) return
      const day = now.toISOString().slice(0, 10)
      begin(day)
      const reader = actor.kind === 'user' ? actor.id : `${actor.address}\0${actor.browser}`
      const name = createHash('sha256').update(key).update(`${promptId}\0${reader}`).digest('base64url').slice(0, 16)
      if (seen.has(name)) return
      seen.add(name)
      waiting.push({ promptId, day, memberId: actor.kind === 'user' ? actor.id : null })
    },
    /** Takes all that waits. */
    take(): WaitingView[] {
      const taken = waiting
      waiting = []
      return taken
    },
    /** Puts back what could not be written. */
    restoreComparison(views: WaitingView[]): void {
      waiting = [...views, ...waiting].slice(0, mostWaiting)
    },
  }
}
