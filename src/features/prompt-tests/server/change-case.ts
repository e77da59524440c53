import { isDeepStrictEqual } from 'node:util'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockPromptOrThrow, type StoredPrompt, writerOf } from '#features/catalogue/server/stored/stored-prompt.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import type { TestCase, TestCaseDraft } from '../contract.ts'
import { testLimits } from '../rules.ts'
import { recordCaseChange, tooManyCases } from './add-case.ts'
import { type CaseRow, getCaseOrThrow, readAcceptedCases, toTestCase } from './case-queries.ts'
import { recordCaseDecision } from './record-case-events.ts'
import { refuseBrokenChecks } from './run-checks.ts'

/** `id` is the prompt's id or slug. */
type CasePath = { id: string; caseId: string }

/**
 * Changes a test case of a prompt that the member may change. If values or checks change, earlier results are no longer
 * current. Throws AppError authentication_required, not_found, forbidden, validation_failed.
 */
export async function changeCase(
  db: Db,
  member: Member,
  path: CasePath,
  change: Partial<TestCaseDraft>,
  now: Date,
): Promise<TestCase> {
  if (change.checks) await refuseBrokenChecks(change.checks)
  return inTransaction(db, async (tx) => {
    const { prompt, before } = await lockCaseOrThrow(tx, member, path)
    const { reason = before.reason, values = before.values, checks = before.checks } = change
    const hasNewBasis = !isDeepStrictEqual([values, checks], [before.values, before.checks])
    if (!hasNewBasis && reason === before.reason) return toTestCase(before)
    await tx
      .updateTable('testCases')
      .set({
        reason,
        filled: JSON.stringify(values),
        checks: JSON.stringify(checks),
        revision: before.revision + (hasNewBasis ? 1 : 0),
        updatedAt: now,
      })
      .where('id', '=', before.id)
      .execute()
    if (before.status === 'accepted') await recordCaseChange(tx, member, prompt)
    return toTestCase(await getCaseOrThrow(tx, prompt.id, before.id))
  })
}

/**
 * Accepts a proposed test case. A repeated call changes nothing. Throws AppError authentication_required, not_found,
 * forbidden, conflict (too many accepted cases).
 */
export function acceptCase(db: Db, member: Member, path: CasePath, now: Date): Promise<TestCase> {
  return inTransaction(db, async (tx) => {
    const { prompt, before } = await lockCaseOrThrow(tx, member, path)
    if (before.status === 'accepted') return toTestCase(before)
    if ((await readAcceptedCases(tx, prompt.id)).length >= testLimits.casesMax) throw tooManyCases()
    await tx.updateTable('testCases').set({ status: 'accepted', updatedAt: now }).where('id', '=', before.id).execute()
    await recordCaseChange(tx, member, prompt)
    await recordCaseDecision(tx, member, { prompt, proposed: before, outcome: 'accepted' }, now)
    return toTestCase({ ...before, status: 'accepted' })
  })
}

/**
 * Locks a prompt that the member may change, so that nobody else changes its test cases. `before` is the stored test
 * case. Throws AppError authentication_required, not_found, forbidden.
 */
async function lockCaseOrThrow(
  tx: Tx,
  member: Member,
  { id, caseId }: CasePath,
): Promise<{ prompt: StoredPrompt; before: CaseRow }> {
  await lockWriter(tx, member)
  const prompt = await lockPromptOrThrow(tx, member, id)
  // Throws if the member may not change the prompt.
  writerOf(member, prompt)
  return { prompt, before: await getCaseOrThrow(tx, prompt.id, caseId) }
}

/**
 * Deletes a test case, declines somebody's proposal, or withdraws the member's own. Stored runs keep their copies of
 * the test case. Throws AppError authentication_required, not_found, forbidden.
 */
export function deleteCase(db: Db, member: Member, { id, caseId }: CasePath, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const prompt = await lockPromptOrThrow(tx, member, id)
    const before = await getCaseOrThrow(tx, prompt.id, caseId)
    const isWithdrawal = before.status === 'proposed' && before.userId === member.id
    // Throws if the member may not change the prompt.
    if (!isWithdrawal) writerOf(member, prompt)
    await tx.deleteFrom('testCases').where('id', '=', before.id).execute()
    if (before.status === 'accepted') await recordCaseChange(tx, member, prompt)
    else if (!isWithdrawal) await recordCaseDecision(tx, member, { prompt, proposed: before, outcome: 'declined' }, now)
  })
}
