import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import {
  changeExampleStatus,
  type LockedExample,
  lockExampleOrThrow,
  type StatusChange,
} from '#features/examples/server/change-example-status.ts'
import { t } from '#lib/texts.ts'
import { type Actor, type Member, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminExample, ExampleDecision } from '../content-contract.ts'
import { type ExampleAction, standardReasons } from '../rules.ts'
import { exampleEmail } from './author-emails.ts'
import { getAdminExampleOrThrow } from './example-queries.ts'
import type { ModerationContext } from './moderation-context.ts'
import { notifyUser } from './notify-author.ts'

/**
 * Approves a pending example, removes an example with a reason, restores a removed one, or keeps one (`dismiss`). Each
 * of these closes the example's open reports. If the example changed, its author is notified and gets an email. Throws
 * AppError authentication_required, forbidden (also for the moderator's own example), not_found, conflict (approving a
 * removed one).
 */
export async function decideExample(
  context: ModerationContext,
  actor: Actor,
  id: string,
  decision: ExampleDecision,
): Promise<AdminExample> {
  const moderator = requireRole(actor, 'moderator')
  return inTransaction(context.db, async (tx) => {
    const example = await lockExampleOrThrow(tx, id)
    const { reports } = await getAdminExampleOrThrow(tx, moderator, id)
    if (example.userId === moderator.id)
      throw new AppError('forbidden', t('Another moderator has to decide on your example.'))
    const { action, removedReason = standardReasons[reports[0]?.reason ?? 'other'] } = decision
    const isChanged = await applyDecision(context, tx, example, { action, removedReason })
    const closedReports = await closeReports(tx, id, context.now())
    if (isChanged || closedReports > 0) await recordDecision(tx, moderator, id, decision)
    if (isChanged && action !== 'dismiss') {
      const prompt = await findPublicPrompt(tx, example.promptId)
      const change = action === 'remove' ? { action, removedReason } : { action }
      await notifyUser(context, tx, example.userId, decisionOn(example, action), (username) =>
        exampleEmail(context, username, prompt, change),
      )
    }
    return getAdminExampleOrThrow(tx, moderator, id)
  })
}

const outcomes = { approve: 'example-approved', remove: 'example-removed', restore: 'example-restored' } as const

function decisionOn({ id, promptId }: LockedExample, action: keyof typeof outcomes) {
  return { outcome: outcomes[action], subjectId: id, promptId }
}

/** Applies the decision to the example. Returns whether the example changed. */
async function applyDecision(
  { now }: ModerationContext,
  tx: Tx,
  example: LockedExample,
  { action, removedReason }: Required<ExampleDecision>,
): Promise<boolean> {
  const { status } = example
  if (action === 'dismiss') return false
  if (action === 'approve' && status === 'removed')
    throw new AppError('conflict', t('A colleague removed this example. Restore it under Removed.'))
  if (action === 'remove' ? status === 'removed' : action === 'restore' ? status !== 'removed' : status === 'published')
    return false
  await changeExampleStatus(tx, example, changeOf(action, removedReason), now())
  return true
}

function changeOf(action: Exclude<ExampleAction, 'dismiss'>, reason: string): StatusChange {
  if (action === 'remove') return { to: 'removed', reason }
  return { to: action === 'restore' ? 'restored' : 'published' }
}

/** Returns the title and slug of a prompt for an email, or null unless everybody may read the prompt. */
async function findPublicPrompt(tx: Tx, promptId: string): Promise<{ title: string; slug: string } | null> {
  const { rows } = await sql<{ title: string; slug: string }>`
    select p.title, p.slug from prompts p where p.id = ${promptId} and ${isPublished}`.execute(tx)
  return rows[0] ?? null
}

async function closeReports(tx: Tx, exampleId: string, decidedAt: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('exampleReports')
    .set({ decidedAt })
    .where('exampleId', '=', exampleId)
    .where('decidedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function recordDecision(tx: Tx, moderator: Member, id: string, { action }: ExampleDecision): Promise<void> {
  await recordAuditEntry(tx, moderator, { action: `example.${action}`, target: { kind: 'example', id } })
}
