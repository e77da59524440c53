import { sql } from 'kysely'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { CreditContext } from './credit-context.ts'
import { grantCredits } from './grant-credits.ts'

/**
 * Gives a user credits that don't expire, on behalf of an admin. Returns the credits that the user can spend. Throws
 * AppError authentication_required, forbidden or not_found.
 */
export async function grantGift(
  tx: Tx,
  context: CreditContext,
  actor: Actor,
  { userId, amount, reason }: { userId: string; amount: number; reason: string },
): Promise<number> {
  requireRole(actor, 'admin')
  const { rows } = await sql`select from users where id = ${userId}`.execute(tx)
  if (rows.length === 0) throw notFound('This person')
  const grant = { amount, reason, sourceKey: `admin:${newId()}`, kind: 'gift', expiresAt: null } as const
  const credits = await grantCredits(tx, context, { userId, ...grant })
  await recordAuditEntry(tx, actor, {
    action: 'credits.give',
    target: { kind: 'user', id: userId },
    details: { amount },
  })
  return credits
}
