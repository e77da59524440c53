import { lockMember } from '#features/accounts/server/lock-user.ts'
import { findCreditedAuthor, releaseCreditedAuthors } from '#features/catalogue/server/move-credit.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'

/**
 * Releases a name, which is then unclaimed again, or withdraws an open request for it. A repeated call changes nothing.
 * Throws AppError authentication_required.
 */
export async function releaseClaim(db: Db, member: Member, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMember(tx, member)
    const author = await findCreditedAuthor(tx, name)
    if (!author) return
    const { numDeletedRows } = await tx
      .deleteFrom('authorClaims')
      .where('authorId', '=', author.id)
      .where('userId', '=', member.id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    const released = await releaseCreditedAuthors(tx, member.id, author.id)
    if (released.length > 0 || numDeletedRows > 0n)
      await recordAuditEntry(tx, member, { action: 'claim.release', target: { kind: 'author', id: author.id } })
  })
}

/**
 * Ends all claims of a member who is banned or deletes their account. The names are unclaimed again, and open requests
 * are deleted. Lifting the ban doesn't restore them.
 */
export async function endClaimsOf(tx: Tx, userId: string): Promise<void> {
  await releaseCreditedAuthors(tx, userId)
  await tx.deleteFrom('authorClaims').where('userId', '=', userId).where('status', '=', 'pending').execute()
}
