import { lockTakedown } from '#features/catalogue/server/begin-takedown.ts'
import { applyBanToSomeVotes } from '#features/votes/server/hold-votes.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import type { ModerationContext } from './moderation-context.ts'
import { startUndoing, type UndoStep } from './undo-acts.ts'

const job = 'follow-ban'
/** The request that bans does so many steps itself; what is left is the job's. */
const stepsAtOnce = 20

type Following = Omit<ModerationContext, 'siteName' | 'origin' | 'moderation'>

/** Has what follows from a ban, or from its end, be done after the commit, whatever happens to this process. */
export async function promiseToFollow(
  { jobs }: Pick<ModerationContext, 'jobs'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  await jobs.add(tx, job, { userId })
}

/**
 * Does most of what follows at once, so that who banned sees it done. What is committed is answered as done: whatever
 * stands in the way here, the job meets it again, and says so.
 */
export async function followNow(context: Following, userId: string): Promise<void> {
  try {
    await follow(context, userId, stepsAtOnce)
  } catch {
    // The job is in the database already.
  }
}

/** Does the jobs. */
export function followBans(context: Following): void {
  context.jobs.handle(job, async (data) => {
    const { userId } = data as { userId: string }
    await follow(context, userId, Number.POSITIVE_INFINITY)
  })
}

/**
 * Goes on with what follows from a ban in small transactions: each holds little, for a short time. Whoever begins anew
 * goes on where the one before was stopped; two at once take turns.
 */
async function follow(context: Following, userId: string, stepsMax: number): Promise<void> {
  let next: UndoStep | null = startUndoing
  for (let steps = 0; steps < stepsMax && next; steps++) {
    const step: UndoStep = next
    next = await inTransaction(context.db, async (tx) => {
      const takedown = await lockTakedown(tx, userId)
      return takedown && step(context, tx, userId, takedown)
    })
  }
  for (let steps = 0; steps < stepsMax; steps++)
    if (!(await applyBanToSomeVotes(context.db, userId, { now: context.now(), maturityHours: context.maturityHours })))
      return
}
