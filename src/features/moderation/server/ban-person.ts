import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { lockAccountStatus } from '#features/accounts/server/lock-account-status.ts'
import { beginTakedown, endTakedown } from '#features/catalogue/server/begin-takedown.ts'
import { endClaimsOf } from '#features/claims/server/release-claim.ts'
import { t } from '#lib/texts.ts'
import type { Actor, Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { scheduleBanEffects } from './apply-ban-effects.ts'
import type { ModerationContext } from './moderation-context.ts'
import { refuseSiteAccounts } from './refuse-site-accounts.ts'

type JobContext = Pick<ModerationContext, 'jobs' | 'hooks'>

/**
 * Bans a user, which ends their sessions, claims, API tokens and private feed. `undo` also starts a takedown, which hides their
 * prompts. A job completes the takedown and holds their votes. Call `applyBanEffectsNow` after the commit to do most of
 * this immediately. The caller checks permissions. Throws AppError not_found, forbidden (the site's own accounts),
 * conflict (the last admin).
 */
export async function banPerson(
  context: JobContext,
  tx: Tx,
  moderator: Member,
  { userId, undo }: { userId: string; undo: boolean },
): Promise<void> {
  await changeBan(context, tx, moderator, { userId, banned: true })
  await endClaimsOf(tx, userId)
  if (undo) await beginTakedown(tx, userId, moderator.id)
  await scheduleBanEffects(context, tx, userId)
}

/**
 * Lifts a ban. The user's votes count again once `applyBanEffectsNow` or the job has run. A takedown ends, but what it
 * removed stays removed. The caller checks permissions. Throws AppError not_found, forbidden (the site's own accounts).
 */
export async function unbanPerson(context: JobContext, tx: Tx, actor: Actor, userId: string): Promise<void> {
  await changeBan(context, tx, actor, { userId, banned: false })
  await endTakedown(tx, userId)
  await scheduleBanEffects(context, tx, userId)
}

async function changeBan(
  { hooks }: JobContext,
  tx: Tx,
  actor: Actor,
  { userId, banned }: { userId: string; banned: boolean },
): Promise<void> {
  refuseSiteAccounts(userId)
  const before = await lockAccountStatus(tx, userId)
  if (before.banned === banned) return
  if (banned && before.isLastAdmin)
    throw new AppError('conflict', t('This is the last admin. Make somebody else an admin first.'))
  await setBanned(tx, hooks, actor, { userId, banned })
}
