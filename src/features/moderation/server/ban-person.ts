import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { lockAccountStatus } from '#features/accounts/server/lock-account-status.ts'
import { beginTakedown, endTakedown } from '#features/catalogue/server/begin-takedown.ts'
import type { Actor, Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { promiseToFollow } from './follow-ban.ts'
import type { ModerationContext } from './moderation-context.ts'
import { refuseSiteAccounts } from './refuse-site-accounts.ts'

type Promising = Pick<ModerationContext, 'jobs'>

/**
 * Bans a person, who is out with the commit; with `undo` nobody sees their prompts from then on. What follows of it (votes
 * count no more, all that the account did is undone) is promised in the same transaction: call `followNow` after it. The
 * caller asked whether the member may. AppError not_found, forbidden (the site's own accounts), conflict (the last admin).
 */
export async function banPerson(
  context: Promising,
  tx: Tx,
  member: Member,
  { userId, undo }: { userId: string; undo: boolean },
): Promise<void> {
  await setStanding(tx, member, userId, true)
  if (undo) await beginTakedown(tx, userId, member.id)
  await promiseToFollow(context, tx, userId)
}

/**
 * Lets a banned person in again; their votes count again (`followNow`). Undone acts stay undone; what is not undone yet
 * stays as it is. AppError as `banPerson`.
 */
export async function unbanPerson(context: Promising, tx: Tx, actor: Actor, userId: string): Promise<void> {
  await setStanding(tx, actor, userId, false)
  await endTakedown(tx, userId)
  await promiseToFollow(context, tx, userId)
}

async function setStanding(tx: Tx, actor: Actor, userId: string, banned: boolean): Promise<void> {
  refuseSiteAccounts(userId)
  const before = await lockAccountStatus(tx, userId)
  if (before.banned === banned) return
  if (banned && before.isLastAdmin)
    throw new AppError('conflict', 'This is the last admin. Make somebody else an admin first.')
  await setBanned(tx, actor, userId, banned)
}
