import { resetLinkMs } from '#features/accounts/rules.ts'
import { resetLink } from '#features/accounts/server/account-emails.ts'
import { lockAccountStatus, lockActingAdmin } from '#features/accounts/server/lock-account-status.ts'
import { createLink } from '#features/accounts/server/one-time-links.ts'
import { requireRecentLogin } from '#features/accounts/server/require-recent-login.ts'
import { getPersonOrThrow } from '#features/accounts/server/user-queries.ts'
import { getLinkRequesterIdOrThrow } from '#features/contact/server/message-queries.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ResetLink } from '../people-contract.ts'
import type { ModerationContext } from './moderation-context.ts'

/**
 * Creates the password reset link that a member asked for in a message. The admin then sends it from their own mailbox.
 * Refuses accounts of moderators and admins, so that no admin can take over a colleague's account. Throws
 * AppError authentication_required, forbidden, validation_failed (a password is required), not_found (the message
 * doesn't ask for a link) and, while checking the password, rate_limited or overloaded.
 */
export async function makeResetLink(
  context: ModerationContext,
  actor: Actor,
  messageId: string,
  { password }: { password?: string },
): Promise<ResetLink> {
  const admin = requireRole(actor, 'admin')
  await requireRecentLogin(context, admin, password)
  const now = context.now()
  return inTransaction(context.db, async (tx) => {
    const userId = await getLinkRequesterIdOrThrow(tx, messageId)
    await lockActingAdmin(tx, admin, userId)
    const { role } = await lockAccountStatus(tx, userId)
    if (role !== 'user')
      throw new AppError('forbidden', t('Make links for moderators and admins on the server: user reset-link NAME.'))
    const { email } = await getPersonOrThrow(tx, userId)
    // The site doesn't email this link, so using it doesn't confirm the address (`byEmail`).
    const token = await createLink(
      tx,
      userId,
      { purpose: 'reset-password', email, lifetimeMs: resetLinkMs, byEmail: false },
      now,
    )
    await recordAuditEntry(tx, admin, { action: 'account.reset-link', target: { kind: 'user', id: userId } })
    return {
      link: resetLink(context.origin(), token),
      email,
      expiresAt: new Date(now.getTime() + resetLinkMs).toISOString(),
    }
  })
}
