import { lockTakedown } from '#features/catalogue/server/begin-takedown.ts'
import { applyBanToSomeVotes } from '#features/votes/server/hold-votes.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import type { ModerationContext } from './moderation-context.ts'
import { firstUndoStep, type UndoStep } from './undo-actions.ts'

/** The name of the job that applies the effects of a ban. */
const banJob = 'follow-ban'
/** The maximum number of undo steps, and of batches of votes, that a request runs. A job does the rest. */
const stepsPerRequest = 20

type BanContext = Omit<ModerationContext, 'siteName' | 'origin' | 'moderation'>

/** Adds a job that applies the effects of a ban, or of lifting one, after the commit, even if this process dies. */
export async function scheduleBanEffects(
  { jobs }: Pick<ModerationContext, 'jobs'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  await jobs.add(tx, banJob, { userId })
}

/**
 * Applies most effects immediately, so that the moderator sees them. The ban is already committed, so an error here
 * doesn't fail the request. The job tries again and reports errors.
 */
export async function applyBanEffectsNow(context: BanContext, userId: string): Promise<void> {
  try {
    await applyBanEffects(context, userId, stepsPerRequest)
  } catch {
    // The job that finishes the work is already in the database.
  }
}

/** Registers the handler of the job that applies the effects of a ban. */
export function handleBanJobs(context: BanContext): void {
  context.jobs.handle(banJob, async (data) => {
    const { userId } = data as { userId: string }
    await applyBanEffects(context, userId, Number.POSITIVE_INFINITY)
  })
}

/**
 * Applies the effects of a ban in small transactions with short locks. A repeated call continues where the last one
 * stopped, and concurrent calls wait for each other.
 */
async function applyBanEffects(context: BanContext, userId: string, maxSteps: number): Promise<void> {
  let next: UndoStep | null = firstUndoStep
  for (let steps = 0; steps < maxSteps && next; steps++) {
    const step: UndoStep = next
    next = await inTransaction(context.db, async (tx) => {
      const takedown = await lockTakedown(tx, userId)
      return takedown && step(context, tx, userId, takedown)
    })
  }
  for (let steps = 0; steps < maxSteps; steps++)
    if (!(await applyBanToSomeVotes(context.db, userId, { now: context.now(), maturityHours: context.maturityHours })))
      return
}
