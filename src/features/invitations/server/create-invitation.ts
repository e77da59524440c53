import { sql } from 'kysely'
import { newToken } from '#features/accounts/server/secret-token.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Invitation, InvitationDraft } from '../contract.ts'
import { invitationLimits } from '../rules.ts'
import { workingInvitations } from './invitation-queries.ts'

/**
 * Creates an invitation and returns it with its token, of which only a hash is stored. The
 * caller checks permissions. Throws AppError conflict (too many).
 */
export async function createInvitation(
  tx: Tx,
  actor: Actor,
  { label, uses, days }: InvitationDraft,
  now: Date,
): Promise<{ invitation: Invitation; token: string }> {
  // Invitations are created one at a time, because the count must be correct.
  await sql`select pg_advisory_xact_lock(hashtext('promptarium invitations'))`.execute(tx)
  const { working } = await workingInvitations(tx, now)
    .select((eb) => eb.fn.countAll<number>().as('working'))
    .executeTakeFirstOrThrow()
  if (working >= invitationLimits.usableMax)
    throw new AppError(
      'conflict',
      t('There are already {working} usable invitations. Revoke one you no longer need.', { working }),
    )
  const id = newId()
  const { token, hash } = newToken(id)
  const expiresAt = new Date(now.getTime() + days * 86_400_000)
  await tx
    .insertInto('invitations')
    .values({ id, tokenHash: hash, label, usesMax: uses, createdAt: now, expiresAt })
    .execute()
  await recordAuditEntry(tx, actor, { action: 'invitation.create', details: { invitation: id, uses, days } })
  const times = { createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() }
  return { invitation: { id, label, uses: 0, usesMax: uses, ...times, works: true }, token }
}
