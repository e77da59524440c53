import type { ResetScope } from '#features/accounts/server/account-credentials.ts'
import { confirmPassword } from '#features/accounts/server/confirm-password.ts'
import { lockConfirmedMember, lockUser } from '#features/accounts/server/lock-user.ts'
import { getPersonOrThrow, inLanguageOf } from '#features/accounts/server/user-queries.ts'
import { leaveClaimGroups } from '#features/groups/server/follow-claim.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Provider } from '../rules.ts'
import { type ConnectionContext, nameIn, type OauthSettings } from './oauth-settings.ts'
import type { Identity } from './provider-user.ts'

/**
 * Connects a member to an account at a provider and emails the member. Does nothing if the two are already connected.
 * Throws AppError authentication_required, forbidden (unconfirmed address) or conflict (the member is connected to
 * another account at this provider, or that account to another member).
 */
export async function connectAccount(
  context: ConnectionContext,
  member: Member,
  provider: Provider,
  identity: Identity,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockConfirmedMember(tx, member, context.sendsEmail)
    if (!(await insertConnection(context, tx, member.id, provider, identity))) return
    await inLanguageOf(tx, member.id, () => sendConnectedEmail(context, tx, member.id, provider))
    await recordAuditEntry(tx, member, {
      action: 'account.connect',
      target: { kind: 'user', id: member.id },
      details: { provider },
    })
  })
}

/**
 * Inserts the connection. Returns false if it already exists. Throws AppError conflict if the member is connected to
 * another account at this provider, or that account to another member.
 */
export async function insertConnection(
  { oauth, now }: Pick<ConnectionContext, 'oauth' | 'now'>,
  tx: Tx,
  userId: string,
  provider: Provider,
  { subject, name }: Identity,
): Promise<boolean> {
  const providerName = nameIn(oauth, provider)
  try {
    const insertedRow = await tx
      .insertInto('connections')
      .values({ userId, provider, subject, name: cutText(name, nameMaxLength), createdAt: now() })
      .onConflict((conflict) => conflict.columns(['userId', 'provider']).doNothing())
      .returning('subject')
      .executeTakeFirst()
    if (insertedRow) return true
  } catch (error) {
    if (!violatesKey(error, 'connections_provider_subject_key')) throw error
    throw new AppError(
      'conflict',
      t('This {providerName} account is already connected to another account here.', { providerName }),
    )
  }
  const existing = await tx
    .selectFrom('connections')
    .select('subject')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (existing?.subject === subject) return false
  throw new AppError(
    'conflict',
    t('You are already connected to another {providerName} account. Remove it first.', { providerName }),
  )
}

/** How many characters of a user's name at the provider are stored. */
const nameMaxLength = 200

/**
 * Removes a connection. Does nothing if there is none. Throws AppError forbidden (wrong password), rate_limited or
 * overloaded.
 */
export async function removeConnection(
  context: ConnectionContext,
  member: Member,
  provider: Provider,
  password: string,
): Promise<void> {
  await confirmPassword(context, member, password)
  await inTransaction(context.db, async (tx) => {
    await lockUser(tx, member.id)
    const { numDeletedRows } = await tx
      .deleteFrom('connections')
      .where('userId', '=', member.id)
      .where('provider', '=', provider)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    if (provider === 'oidc') await leaveClaimGroups(tx, member.id)
    const target = { kind: 'user' as const, id: member.id }
    await recordAuditEntry(tx, member, { action: 'account.disconnect', target, details: { provider } })
  })
}

/**
 * Removes the connections that a password reset must remove: those created before `before`, or all if it is null.
 * Returns a phrase for each, which the email lists.
 */
export async function removeConnectionsOnReset(
  tx: Tx,
  userId: string,
  { before }: ResetScope,
  oauth: OauthSettings,
): Promise<string[]> {
  const deletion = tx.deleteFrom('connections').where('userId', '=', userId)
  const rows = await (before ? deletion.where('createdAt', '<', before) : deletion).returning('provider').execute()
  if (rows.some(({ provider }) => provider === 'oidc')) await leaveClaimGroups(tx, userId)
  return rows.map(({ provider }) => `the connected ${nameIn(oauth, provider)} account`)
}

async function sendConnectedEmail(
  { mail, siteName, origin, oauth }: ConnectionContext,
  tx: Tx,
  userId: string,
  provider: Provider,
) {
  const { username, email } = await getPersonOrThrow(tx, userId)
  const providerName = nameIn(oauth, provider)
  const text = t(
    `Hello {username},

A {providerName} account was just connected to your account at {siteName}. Anyone with that account can sign in here.

If it wasn’t you, remove the connection and change your password now: {link}
`,
    { username, providerName, siteName, link: `${origin()}/settings` },
  )
  const subject = t('{providerName} was connected to {siteName}', { providerName, siteName })
  await mail.send(tx, { to: email, subject, text, key: `connection:${newId()}` })
}
