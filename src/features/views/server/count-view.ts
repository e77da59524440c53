import { createHash, randomBytes } from 'node:crypto'
import type { ViewSource } from '#features/prompt-statistics/rules.ts'
import { utcDay } from '#lib/utc-day.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Actor } from '#platform/actor.ts'
import { isRobot } from '../rules.ts'

/** A view that isn't stored yet. `memberId` is needed to ignore views by authors, and is never stored. */
export type PendingView = { promptId: string; source: ViewSource; day: string; memberId: string | null }

/** At this number of counted views, a process forgets them all. They use at most about 20 MB. */
const countedViewsMax = 200_000
/** How many views may be pending. Further views are dropped, because the counts needn't be exact. */
const pendingMax = 50_000

export type ViewCounter = ReturnType<typeof createViewCounter>

/**
 * Collects views in this process until `aggregateViews` adds them to the database. A reader counts once a day per
 * prompt. Repeated views are recognized by hashes, whose random key never leaves memory and changes every day.
 */
export function createViewCounter() {
  let pending: PendingView[] = []
  let today = ''
  let key = randomBytes(32)
  let countedViews = new Set<string>()

  /** Forgets the counted views when a new day begins, or when there are too many of them. */
  function forgetIfDue(day: string) {
    if (day === today && countedViews.size < countedViewsMax) return
    if (day !== today) key = randomBytes(32)
    today = day
    countedViews = new Set()
  }

  return {
    /** Counts a view by an actor. Ignores repeated views on the same day, and robots other than MCP clients. */
    count(actor: Actor, { promptId, source }: { promptId: string; source: ViewSource }, now: Date): void {
      if (actor.kind === 'system' || pending.length >= pendingMax) return
      if (source !== 'mcp' && isRobot(actor.browser)) return
      const day = utcDay(now)
      forgetIfDue(day)
      const reader = actor.kind === 'user' ? actor.id : `${actor.address}\0${actor.browser}`
      const hash = createHash('sha256').update(key).update(`${promptId}\0${reader}`)
      const fingerprint = cutText(hash.digest('base64url'), 16)
      if (countedViews.has(fingerprint)) return
      countedViews.add(fingerprint)
      pending.push({ promptId, source, day, memberId: actor.kind === 'user' ? actor.id : null })
    },
    /** Removes and returns all pending views. */
    takeAll(): PendingView[] {
      const views = pending
      pending = []
      return views
    },
    /** Makes views that could not be stored pending again. */
    putBack(views: PendingView[]): void {
      pending = [...views, ...pending].slice(0, pendingMax)
    },
  }
}
