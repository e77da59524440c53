import { setBanned } from '#features/accounts/server/change-standing.ts'
import { lockStanding } from '#features/accounts/server/lock-standing.ts'
import { holdVotesOf, releaseVotesOf } from '#features/votes/server/hold-votes.ts'
import type { Actor, Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ModerationStage } from './moderation-stage.ts'
import { refuseSiteAccounts } from './refuse-site-accounts.ts'
import { undoActsOf } from './undo-acts.ts'

type Votes = Pick<ModerationStage, 'maturityHours'> & { now: () => Date }

/**
 * Bans a person: sessions end, votes count no more, and with `undo` everything that the account did is undone. The
 * caller asked whether the member may. AppError not_found, forbidden (the site's own accounts), conflict (the last admin).
 */
export async function banPerson(
  stage: ModerationStage,
  tx: Tx,
  member: Member,
  { userId, undo }: { userId: string; undo: boolean },
): Promise<void> {
  await setStanding(stage, tx, member, userId, true)
  if (undo) await undoActsOf(stage, tx, member, userId)
}

/** Lets a banned person in again; their votes count again. Undone acts stay undone. AppError as `banPerson`. */
export async function unbanPerson(stage: Votes, tx: Tx, actor: Actor, userId: string): Promise<void> {
  await setStanding(stage, tx, actor, userId, false)
}

async function setStanding(stage: Votes, tx: Tx, actor: Actor, userId: string, banned: boolean): Promise<void> {
  refuseSiteAccounts(userId)
  const before = await lockStanding(tx, userId)
  if (before.banned === banned) return
  if (banned && before.isLastAdmin)
    throw new AppError('conflict', 'This is the last admin. Make somebody else an admin first.')
  await setBanned(tx, actor, userId, banned)
  const now = stage.now()
  if (banned) await holdVotesOf(tx, userId, now)
  else await releaseVotesOf(tx, userId, { now, maturityHours: stage.maturityHours })
}
