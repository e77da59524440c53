import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { creditKey } from '#features/catalogue/credit-rules.ts'
import { assignCreditedAuthor, type CreditedAuthor } from '#features/catalogue/server/move-credit.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Proof } from '../rules.ts'
import { getClaimableAuthorOrThrow } from './request-claim.ts'

/**
 * Returns the credited name that a member is about to claim by signing in to GitHub. Throws AppError not_found,
 * forbidden (a moderator declined or revoked the member's claim) or conflict (somebody has claimed the name already).
 */
export async function getUnclaimedAuthorOrThrow(db: Db, member: Member, name: string): Promise<CreditedAuthor> {
  const author = await getClaimableAuthorOrThrow(db, member, name)
  if (author.memberId !== null) throw alreadyClaimedError(author.name)
  if (await isRefused(db, author.id, member.id)) {
    throw new AppError(
      'forbidden',
      t('A moderator decided that {name} isn’t yours. Only a moderator can change that: send a new request.', {
        name: author.name,
      }),
    )
  }
  return author
}

/** Tells whether the latest decision about the member's claim to this name was to decline or revoke it. */
async function isRefused(db: Db, authorId: string, userId: string): Promise<boolean> {
  const latest = await db
    .selectFrom('authorClaims')
    .select('status')
    .where('authorId', '=', authorId)
    .where('userId', '=', userId)
    .where('decidedAt', 'is not', null)
    .orderBy('decidedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return latest?.status === 'declined'
}

/**
 * Assigns a credited name to the member whose GitHub username (`login`) GitHub has just confirmed. A stored connection
 * isn't enough: its account may have been renamed since, and another account may have the old name. Throws AppError
 * authentication_required, not_found, forbidden (another username, or a moderator declined or revoked the claim) or
 * conflict (already claimed).
 */
export async function proveClaim(db: Db, member: Member, { name, login }: { name: string; login: string }, now: Date) {
  await inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const author = await getUnclaimedAuthorOrThrow(tx, member, name)
    // Both keys are in lower case.
    if (creditKey(login) !== author.key) {
      throw new AppError(
        'forbidden',
        t('GitHub says that you are {login}, not {name}. Sign in there as {name}, or ask a moderator.', {
          login,
          name: author.name,
        }),
      )
    }
    await grantClaim(tx, member.id, { author, proof: 'github', now })
    await recordAuditEntry(tx, member, {
      action: 'claim.prove',
      target: { kind: 'author', id: author.id },
      details: { proof: 'github' },
    })
  })
}

/**
 * Assigns a name to a member. Approves their open request for it, or stores an approved claim if there is none. The
 * caller checks permissions and writes to the audit log. Throws AppError conflict if somebody else has claimed the
 * name.
 */
export async function grantClaim(
  tx: Tx,
  userId: string,
  { author, proof, now }: { author: Pick<CreditedAuthor, 'id' | 'name'>; proof: Proof; now: Date },
): Promise<void> {
  if (!(await assignCreditedAuthor(tx, author.id, userId))) throw alreadyClaimedError(author.name)
  const approval = { status: 'approved' as const, proof, decidedAt: now }
  const { numUpdatedRows } = await tx
    .updateTable('authorClaims')
    .set(approval)
    .where('authorId', '=', author.id)
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const claim = { id: newId(), authorId: author.id, userId, note: '', createdAt: now, ...approval }
  await tx.insertInto('authorClaims').values(claim).execute()
}

function alreadyClaimedError(name: string): AppError {
  return new AppError(
    'conflict',
    t('Another member has already claimed {name}. If the name is yours, ask a moderator.', { name }),
  )
}
