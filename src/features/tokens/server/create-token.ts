import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import { requireRecentLogin } from '#features/accounts/server/require-recent-login.ts'
import { getPersonOrThrow, inLanguageOf } from '#features/accounts/server/user-queries.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import type { Actor, Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { LimitRule } from '#platform/limits.ts'
import type { NewApiToken, TokenDraft } from '../contract.ts'
import { scopeDescriptions, tokenLimits } from '../rules.ts'
import { newTokenText } from './token-text.ts'

/** Limits how many tokens a member creates an hour, because an email is sent for each of them. */
const creationLimit: LimitRule = { name: 'token-create', points: 40, seconds: 3600 }

/**
 * Creates an API token for the member and emails them about it. Throws AppError authentication_required,
 * validation_failed (the password is required), forbidden (wrong password, unconfirmed email address), conflict (too
 * many tokens), rate_limited, overloaded.
 */
export async function createToken(
  accounts: Accounts,
  member: Member,
  { password, ...draft }: TokenDraft & { password?: string },
): Promise<NewApiToken> {
  await accounts.limits.take(creationLimit, member.id)
  await requireRecentLogin(accounts, member, password)
  return inTransaction(accounts.db, async (tx) => {
    await lockConfirmedMember(tx, member, accounts.sendsEmail)
    const apiToken = await storeToken(tx, member, { userId: member.id, draft, now: accounts.now() })
    await inLanguageOf(tx, member.id, () => sendTokenCreatedEmail(accounts, tx, member.id, apiToken))
    return apiToken
  })
}

/**
 * Deletes a user's expired API tokens, stores a new one and writes an audit entry. The caller checks permissions and
 * must have locked the user. Throws AppError conflict (too many tokens).
 */
export async function storeToken(
  tx: Tx,
  actor: Actor,
  { userId, draft, now }: { userId: string; draft: TokenDraft; now: Date },
): Promise<NewApiToken> {
  await tx.deleteFrom('apiTokens').where('userId', '=', userId).where('expiresAt', '<=', now).execute()
  const { tokenCount } = await tx
    .selectFrom('apiTokens')
    .where('userId', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('tokenCount'))
    .executeTakeFirstOrThrow()
  if (tokenCount >= tokenLimits.perMember)
    throw new AppError(
      'conflict',
      t('There are {tokenCount} tokens already. Revoke one that is no longer used.', { tokenCount }),
    )
  const { token, hash } = newTokenText(userId)
  const { expiresInDays, ...fields } = draft
  const id = newId()
  const expiresAt = new Date(now.getTime() + expiresInDays * 86_400_000)
  await tx
    .insertInto('apiTokens')
    .values({ userId, id, tokenHash: hash, ...fields, createdAt: now, expiresAt, usedOn: null })
    .execute()
  await recordAuditEntry(tx, actor, {
    action: 'account.token-create',
    target: { kind: 'user', id: userId },
    details: { token: id },
  })
  const dates = { createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() }
  return { id, ...fields, ...dates, spentToday: 0, lastUsedOn: null, token }
}

async function sendTokenCreatedEmail(accounts: Accounts, tx: Tx, userId: string, apiToken: NewApiToken) {
  const { siteName, origin } = accounts
  const { username, email } = await getPersonOrThrow(tx, userId)
  const text = t(
    `Hello {username},

An API token was just created for your account at {siteName}: {name}. A program that has it can:

{abilities}

It works until {date}. If you didn’t create it, revoke it and change your password immediately: {link}
`,
    {
      username,
      siteName,
      name: apiToken.name,
      abilities: apiToken.scopes.map((scope) => `- ${scopeDescriptions[scope]}`).join('\n'),
      date: usDate(apiToken.expiresAt),
      link: `${origin()}/settings`,
    },
  )
  const subject = t('An API token for {siteName} was created', { siteName })
  await accounts.mail.send(tx, { to: email, subject, text, key: `token:${apiToken.id}` })
}
