import { lockTakedown } from '#features/catalogue/server/begin-takedown.ts'
import { updateReportProofsOf } from '#features/comments/server/store-report-proofs.ts'
import { applyBanToSomeVotes } from '#features/votes/server/hold-votes.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import type { ModerationContext } from './moderation-context.ts'
import { firstTakedownStep, type TakedownStep } from './undo-actions.ts'

/** The name of the job that applies what follows from a ban or from its end. The name is stored with each job. */
const banJob = 'follow-ban'
/** The maximum number of takedown steps, and of batches of votes, that a request handles. A job does the rest. */
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
 * Does most of the job's work immediately, so that the moderator sees the result. The change is already committed, so an
 * error here doesn't fail the request. The job tries again and reports errors.
 */
export async function applyBanEffectsNow(context: BanContext, userId: string): Promise<void> {
  try {
    await applyBanEffects(context, userId, stepsPerRequest)
  } catch {
    // The job that finishes the work is already in the database.
  }
}

/** Registers the handler of the job that `scheduleBanEffects` adds. */
export function handleBanJobs(context: BanContext): void {
  context.jobs.handle(banJob, async (data) => {
    const { userId } = data as { userId: string }
    await applyBanEffects(context, userId, Number.POSITIVE_INFINITY)
  })
}

/**
 * Continues the account's takedown, if one is in progress, then holds or releases the account's votes, and updates
 * which prompts its reports of use prove. Uses small transactions with short locks. A repeated call continues where the
 * last one stopped, and concurrent calls wait for each other.
 */
async function applyBanEffects(context: BanContext, userId: string, maxSteps: number): Promise<void> {
  let next: TakedownStep | null = firstTakedownStep
  for (let steps = 0; steps < maxSteps && next; steps++) {
    const step: TakedownStep = next
    next = await inTransaction(context.db, async (tx) => {
      const takedown = await lockTakedown(tx, userId)
      return takedown && step(context, tx, userId, takedown)
    })
  }
  // After the end of a ban, the votes count once the account is older than `voteMaturityHours`.
  for (let steps = 0; steps < maxSteps; steps++) {
    const maturity = { now: context.now(), maturityHours: context.voteMaturityHours }
    if (!(await applyBanToSomeVotes(context.db, userId, maturity))) return updateReportProofsOf(context.db, userId)
  }
}
