import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { invitationMissing } from '../registration-rules.ts'
import type { Accounts } from './account-hooks.ts'

/**
 * Refuses if registration is closed, or if it requires an invitation and none was sent. Called before the slow steps of
 * a registration. `admitPerson` later checks whether the invitation is valid. Throws AppError forbidden or
 * validation_failed.
 */
export function requireOpenRegistration({ registration }: Accounts, invitation: string | undefined): void {
  if (registration?.mode === 'closed') {
    throw new AppError('forbidden', t('This site doesn’t accept new accounts. Ask an admin to create one for you.'))
  }
  if (registration?.mode === 'invite' && !invitation) throw invalidField('invitation', invitationMissing())
}

/** Refuses email addresses outside the domains of REGISTRATION_DOMAINS. Throws AppError validation_failed. */
export function requireAllowedAddress({ registration }: Accounts, email: string): void {
  const domains = registration?.domains ?? []
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.length === 0 || domains.includes(domain)) return
  throw invalidField('email', t('Use an address at {domains}.', { domains: formatList(domains, 'or') }))
}

/**
 * Tells whether new accounts count toward the limit of their network. Otherwise, the places of an invitation limit them,
 * so that a whole office can register.
 */
export function countsPerNetwork({ registration }: Pick<Accounts, 'registration'>): boolean {
  return registration?.mode !== 'invite'
}

/**
 * If registration requires an invitation, uses up one of the invitation's places. Call it in the transaction that
 * creates the account. Returns the details for the audit log. Throws AppError validation_failed.
 */
export async function admitPerson(
  { registration, hooks, now }: Accounts,
  tx: Tx,
  invitation: string | undefined,
): Promise<{ invitation?: string }> {
  if (registration?.mode !== 'invite') return {}
  return { invitation: await hooks.redeemInvitation(tx, invitation ?? '', now()) }
}

/**
 * Tells whether members must confirm their address before they can do anything, because otherwise anybody could enter
 * an address of an allowed domain. Returns false if registration is closed, since admins or the identity provider then
 * set the addresses.
 */
export function needsConfirmedAddress({ registration }: Pick<Accounts, 'registration'>): boolean {
  return registration !== undefined && registration.mode !== 'closed' && registration.domains.length > 0
}
