import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import { t } from '#lib/texts.ts'
import { deletedAccountId, type Member, siteAccountId } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { type BlockKind, blocksMax } from '../rules.ts'

/**
 * Blocks or mutes a person for a member, without telling them. If the person is already blocked or muted, changes only
 * the kind. Throws AppError authentication_required, not_found, forbidden (the member themselves, or the site account)
 * or conflict (too many).
 */
export async function blockPerson(
  db: Db,
  member: Member,
  { username, kind, now }: { username: string; kind: BlockKind; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const blockedId = await findUserId(tx, username)
    if (blockedId === null || blockedId === deletedAccountId) throw notFound(t('This person'))
    if (blockedId === member.id) throw new AppError('forbidden', t('You can’t block or mute yourself.'))
    if (blockedId === siteAccountId)
      throw new AppError('forbidden', t('This is the site’s own account. You can’t block or mute it.'))
    await tx
      .insertInto('blocks')
      .values({ userId: member.id, blockedId, kind, createdAt: now })
      .onConflict((conflict) => conflict.columns(['userId', 'blockedId']).doUpdateSet({ kind }))
      .execute()
    const { count } = await tx
      .selectFrom('blocks')
      .where('userId', '=', member.id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count > blocksMax)
      throw new AppError(
        'conflict',
        t('You can block or mute up to {blocksMax} people. Unblock or unmute somebody first.', { blocksMax }),
      )
  })
}

/** Unblocks or unmutes a person. Does nothing if they are neither blocked nor muted, or if there is no such account. */
export async function unblockPerson(db: Db, member: Member, username: string): Promise<void> {
  const blockedId = await findUserId(db, username)
  await db.deleteFrom('blocks').where('userId', '=', member.id).where('blockedId', '=', blockedId).execute()
}
