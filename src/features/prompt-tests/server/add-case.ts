import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { maySendTo } from '#features/blocks/server/block-visibility.ts'
import {
  lockPromptOrThrow,
  roleOf,
  type StoredPrompt,
  type WriterFacts,
} from '#features/catalogue/server/stored/stored-prompt.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { TestCase, TestCaseDraft } from '../contract.ts'
import { testLimits } from '../rules.ts'
import { getCaseOrThrow, readCases, toTestCase } from './case-queries.ts'
import { recordProposal } from './record-case-events.ts'
import { refuseBrokenChecks } from './run-checks.ts'

/**
 * Adds a test case to a prompt (id or slug) if the member may change the prompt, otherwise proposes it to the prompt's
 * author. Throws AppError authentication_required, not_found, validation_failed, forbidden (one of the two has blocked
 * the other, or the member has muted the author), conflict (too many cases or proposals).
 */
export async function addCase(
  db: Db,
  member: Member,
  idOrSlug: string,
  { reason, values, checks }: TestCaseDraft,
  now: Date,
): Promise<TestCase> {
  await refuseBrokenChecks(checks)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const prompt = await lockPromptOrThrow(tx, member, idOrSlug)
    const status = mayDecideCases(member, prompt) ? 'accepted' : 'proposed'
    if (status === 'proposed' && !(await maySendTo(tx, member, prompt.userId)))
      throw new AppError('forbidden', t('You can’t propose a case for this prompt. You can fork it to make your own.'))
    await refuseTooMany(tx, { promptId: prompt.id, userId: member.id, status })
    const id = await insertCase(tx, { promptId: prompt.id, userId: member.id, status }, { reason, values, checks }, now)
    if (status === 'accepted') await recordCaseChange(tx, member, prompt)
    else await recordProposal(tx, member, prompt, now)
    return toTestCase(await getCaseOrThrow(tx, prompt.id, id))
  })
}

/** Stores a test case, whose checks work, without telling anybody. The caller has locked the prompt. Returns its id. */
export async function insertCase(
  tx: Tx,
  owner: NewCase,
  { reason, values, checks }: TestCaseDraft,
  now: Date,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('testCases')
    .values({
      id,
      ...owner,
      reason,
      filled: JSON.stringify(values),
      checks: JSON.stringify(checks),
      revision: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return id
}

/** Tells whether the member may decide on the test cases of a prompt. Those who may change the prompt may. */
export function mayDecideCases(member: Member, prompt: WriterFacts): boolean {
  return roleOf(member, prompt) !== null
}

/**
 * Records a change to accepted test cases: drops the cached pages that show them, and adds an entry to the audit log if
 * a moderator changed them.
 */
export async function recordCaseChange(tx: Tx, member: Member, prompt: StoredPrompt): Promise<void> {
  if (prompt.userId !== member.id)
    await recordAuditEntry(tx, member, { action: 'prompt.tests', target: { kind: 'prompt', id: prompt.id } })
  await recordContentChange(tx, [prompt.id])
}

/** `userId` is the id of the member who adds or proposes the test case. */
type NewCase = { promptId: string; userId: string; status: 'accepted' | 'proposed' }

/**
 * Throws AppError conflict if the prompt has the maximum number of test cases with this status, or of proposals of this
 * member. The caller must have locked the prompt, so that these numbers don't change.
 */
async function refuseTooMany(tx: Tx, { promptId, userId, status }: NewCase): Promise<void> {
  const { casesMax, proposalsPerMemberMax, proposalsPerPromptMax } = testLimits
  const cases = (await readCases(tx, promptId)).filter((row) => row.status === status)
  if (status === 'accepted') {
    if (cases.length >= casesMax) throw tooManyCases()
    return
  }
  if (cases.filter((row) => row.userId === userId).length >= proposalsPerMemberMax)
    throw new AppError(
      'conflict',
      t(
        '{proposalsPerMemberMax} of your proposals for this prompt are still open. Withdraw one, or wait for the author.',
        { proposalsPerMemberMax },
      ),
    )
  if (cases.length >= proposalsPerPromptMax)
    throw new AppError(
      'conflict',
      t('{proposalsPerPromptMax} proposals are open already. Wait until the author has decided.', {
        proposalsPerPromptMax,
      }),
    )
}

export function tooManyCases(): AppError {
  return new AppError(
    'conflict',
    t('This prompt has {casesMax} cases, which is the maximum. Delete one first.', { casesMax: testLimits.casesMax }),
  )
}
