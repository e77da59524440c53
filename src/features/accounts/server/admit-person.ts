import type { Tx } from '#server/platform/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { invitationMissing } from '../registration-rules.ts'
import type { Accounts } from './account-hooks.ts'

/**
 * Throws if this person may not create an account. Comes first, since the rest takes time. AppError forbidden,
 * validation_failed.
 */
export function requireOpenRegistration({ registration }: Accounts, invitation: string | undefined): void {
  if (registration?.mode === 'closed') {
    throw new AppError('forbidden', 'This site takes no new accounts. Ask an admin to create one for you.')
  }
  if (registration?.mode === 'invite' && !invitation) throw invalidField('invitation', invitationMissing)
}

/** Refuses addresses outside of REGISTRATION_DOMAINS. AppError validation_failed. */
export function requireAllowedAddress({ registration }: Accounts, email: string): void {
  const domains = registration?.domains ?? []
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.length === 0 || domains.includes(domain)) return
  throw invalidField(
    'email',
    `Use an address at ${new Intl.ListFormat('en', { type: 'disjunction' }).format(domains)}.`,
  )
}

/**
 * Uses up one place of the invitation where new accounts need one, in the transaction that creates the account. Returns
 * what the audit log records. AppError validation_failed.
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
 * Whether members may act only once their address is confirmed: else anybody could name an address of an allowed domain.
 * Where nobody registers by themselves, admins and the operator's provider vouch for addresses.
 */
export function needsConfirmedAddress({ registration }: Pick<Accounts, 'registration'>): boolean {
  return registration !== undefined && registration.mode !== 'closed' && registration.domains.length > 0
}
