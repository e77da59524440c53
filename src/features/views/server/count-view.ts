import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '#server/platform/actor.ts'
import { isRobot } from '../rules.ts'

/** A view that is not stored yet. `memberId` is kept only until then, to ignore authors. */
export type PendingView = { promptId: string; day: string; memberId: string | null }

/** Readers that a process remembers. Beyond it, it forgets all of them to limit memory (some 20 MB). */
const rememberedMax = 200_000
/** The most pending views. Further ones are dropped, since the counts needn't be exact. */
const pendingMax = 50_000

export type ViewCounter = ReturnType<typeof createViewCounter>

/**
 * Counts views in this process until they are folded into the database. A reader counts once a day per prompt. The process
 * remembers a hash with a random key that never leaves memory and changes every day.
 */
export function createViewCounter() {
  let waiting: PendingView[] = []
  let today = ''
  let key = randomBytes(32)
  let seen = new Set<string>()

  function startDay(day: string) {
    if (day === today && seen.size < rememberedMax) return
    if (day !== today) key = randomBytes(32)
    today = day
    seen = new Set()
  }

  return {
    /** Counts a view by this actor. Ignores robots and readers who were counted today. */
    count(actor: Actor, promptId: string, now: Date): void {
      if (actor.kind === 'system' || isRobot(actor.browser) || waiting.length >= pendingMax) return
      const day = now.toISOString().slice(0, 10)
      startDay(day)
      const reader = actor.kind === 'user' ? actor.id : `${actor.address}\0${actor.browser}`
      const fingerprint = createHash('sha256')
        .update(key)
        .update(`${promptId}\0${reader}`)
        .digest('base64url')
        .slice(0, 16)
      if (seen.has(fingerprint)) return
      seen.add(fingerprint)
      waiting.push({ promptId, day, memberId: actor.kind === 'user' ? actor.id : null })
    },
    /** Takes all pending views. */
    take(): PendingView[] {
      const taken = waiting
      waiting = []
      return taken
    },
    /** Puts back views that could not be stored. */
    putBack(views: PendingView[]): void {
      waiting = [...views, ...waiting].slice(0, pendingMax)
    },
  }
}
