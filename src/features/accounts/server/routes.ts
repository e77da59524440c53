import type { Context } from 'hono'
import type { LanguageTag } from '#lib/languages.ts'
import { t } from '#lib/texts.ts'
import { type Caller, type Member, requireMember } from '#platform/actor.ts'
import { type Api, type ApiEnv, createApi } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { jsonChunks } from '#platform/json-chunks.ts'
import { streamOf } from '#platform/stream-of.ts'
import { type AccountExport, type Answers, accountsContract as contract } from '../contract.ts'
import type { Accounts } from './account-hooks.ts'
import { emailsPerAddress } from './account-limits.ts'
import { hashPassword } from './argon2.ts'
import { checkNewPassword } from './check-new-password.ts'
import { confirmAddress } from './confirm-address.ts'
import { confirmPassword } from './confirm-password.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { lockMember, lockUser } from './lock-user.ts'
import { logIn } from './log-in.ts'
import { readLink, useLink } from './one-time-links.ts'
import { registerUser } from './register-user.ts'
import { requestReset } from './request-reset.ts'
import { sendVerificationEmail } from './send-account-email.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/session-queries.ts'
import { clearSessionCookie, setSessionCookie } from './sessions/set-session-cookie.ts'
import { storePassword } from './store-password.ts'
import { getOwnUser, getPersonOrThrow, inLanguageOf } from './user-queries.ts'

type Ctx = Context<ApiEnv>

/** Answers other reads of the client that sent a request. Throws AppError validation_failed. */
type AnswerReads = (c: Ctx, addresses: string[]) => Promise<Answers>

/** Creates the endpoints for registering, signing in, and managing one's account. */
export function accountsRoutes(accounts: Accounts, answerReads: AnswerReads): Api {
  const { db, now, hooks } = accounts
  const api = createApi()
  const readOwnUser = (c: Ctx, userId: string) => getOwnUser(db, userId, { ...hooks, address: c.get('actor').address })

  api.openapi(contract.login, async (c) => {
    const login = await logIn(accounts, c.get('actor'), c.req.valid('json'))
    return c.json(await setSessionCookie(accounts, c, login), 200)
  })
  api.openapi(contract.register, async (c) => {
    const login = await registerUser(accounts, c.get('actor'), c.req.valid('json'))
    return c.json(await setSessionCookie(accounts, c, login), 201)
  })
  api.openapi(contract.logout, async (c) => {
    const actor = c.get('actor')
    if (actor.kind === 'user') await endSession(db, actor.id, actor.sessionId)
    clearSessionCookie(c)
    return c.body(null, 204)
  })
  api.openapi(contract.getOwnUser, async (c) => {
    const { with: addresses } = c.req.valid('query')
    const [user, answers] = await Promise.all([
      readOwnUser(c, requireMember(c.get('actor')).id),
      addresses && answerReads(c, addresses),
    ])
    return c.json({ ...user, ...(answers && { answers }) }, 200)
  })

  api.openapi(contract.forgotPassword, async (c) => {
    await requestReset(accounts, c.get('actor'), c.req.valid('json'))
    return c.body(null, 202)
  })
  api.openapi(contract.resetPassword, async (c) => {
    const actor = c.get('actor')
    await resetPassword(accounts, actor, c.req.valid('json'))
    // The page then shows nobody as signed in. This browser may have had a session of another account.
    if (actor.kind === 'user') {
      await endSession(db, actor.id, actor.sessionId)
      clearSessionCookie(c)
    }
    return c.body(null, 204)
  })
  api.openapi(contract.changePassword, async (c) => {
    await changePassword(accounts, requireMember(c.get('actor')), c.req.valid('json'))
    return c.body(null, 204)
  })
  api.openapi(contract.verifyEmail, async (c) => {
    await verifyEmail(accounts, requireMember(c.get('actor')), c.req.valid('json').token)
    return c.body(null, 204)
  })
  api.openapi(contract.requestVerification, async (c) => {
    await requestVerification(accounts, requireMember(c.get('actor')))
    return c.body(null, 202)
  })

  api.openapi(contract.setLanguage, async (c) => {
    await setLanguage(accounts, requireMember(c.get('actor')), c.req.valid('json').language)
    return c.body(null, 204)
  })

  api.openapi(contract.listSessions, async (c) =>
    c.json(await listSessions(db, requireMember(c.get('actor')), now()), 200),
  )
  api.openapi(contract.endSession, async (c) => {
    const member = requireMember(c.get('actor'))
    const { id } = c.req.valid('param')
    await endSession(db, member.id, id)
    if (id === member.sessionId) clearSessionCookie(c)
    return c.body(null, 204)
  })
  api.openapi(contract.exportAccount, async (c) => {
    const member = requireMember(c.get('actor'))
    c.header('Content-Disposition', `attachment; filename="promptarium-${member.username}.json"`)
    const body = streamOf(jsonChunks(await exportAccount(accounts, member)))
    const response: Response = c.body(body, 200, { 'Content-Type': 'application/json' })
    // The response is cast, because its type doesn't tell what the stream contains. Tests check every response against
    // the contract.
    return response as ReturnType<typeof c.json<AccountExport, 200>>
  })
  api.openapi(contract.deleteAccount, async (c) => {
    await deleteAccount(accounts, requireMember(c.get('actor')), c.req.valid('json'))
    clearSessionCookie(c)
    return c.body(null, 204)
  })
  return api
}

/**
 * Changes the member's password, ends all other sessions and the private feed, and emails the owner. Throws AppError authentication_required,
 * forbidden (wrong current password), rate_limited, validation_failed or overloaded.
 */
async function changePassword(
  accounts: Accounts,
  member: Member,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  await confirmPassword(accounts, member, currentPassword, 'currentPassword')
  const person = await getPersonOrThrow(accounts.db, member.id)
  checkNewPassword('newPassword', newPassword, person)
  const hash = await hashPassword(newPassword)
  await inTransaction(accounts.db, async (tx) => {
    await lockMember(tx, member)
    await storePassword(accounts, tx, member, {
      userId: member.id,
      hash,
      event: { kind: 'change', sessionId: member.sessionId },
    })
  })
}

/**
 * Sets a new password with a link that works once, and ends the account's credentials. Of the sign-in methods, ends
 * those added before the address was confirmed, or all of them if it wasn't confirmed. An emailed link also confirms
 * the address. With a link that the operator handed over, the second factor stays on. If the password is refused, the
 * link stays usable. Throws AppError validation_failed or overloaded.
 */
async function resetPassword(
  accounts: Accounts,
  caller: Caller,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const now = accounts.now()
  const { userId } = await readLink(accounts.db, token, 'reset-password', now)
  checkNewPassword('password', password, await getPersonOrThrow(accounts.db, userId))
  const hash = await hashPassword(password)
  await inTransaction(accounts.db, async (tx) => {
    const person = await lockUser(tx, userId)
    const { byEmail } = await useLink(tx, token, 'reset-password', now)
    const before = person?.emailVerified ? person.verifiedAt : null
    if (byEmail && before === null) await confirmAddress(tx, userId, now)
    await storePassword(accounts, tx, caller, {
      userId,
      hash,
      event: { kind: 'reset', scope: { before, byEmail, now } },
    })
  })
}

/**
 * Confirms the address that a link was sent to. Requires a session of the account, so that opening the email doesn't
 * confirm an account that somebody else created with this address. Throws AppError authentication_required, forbidden
 * (the link is for another account) or validation_failed.
 */
async function verifyEmail({ db, now }: Accounts, member: Member, token: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMember(tx, member)
    const { userId } = await useLink(tx, token, 'verify-email', now())
    // Thrown inside the transaction, so that the link stays usable for the account that it belongs to.
    if (userId !== member.id)
      throw new AppError('forbidden', t('This link belongs to another account. Sign in to that account.'))
    await confirmAddress(tx, userId, now())
    await recordAuditEntry(tx, member, { action: 'account.verify-email', target: { kind: 'user', id: userId } })
  })
}

/**
 * Emails the member a new link to confirm their address, unless it is already confirmed. Throws AppError
 * authentication_required or rate_limited.
 */
async function requestVerification(accounts: Accounts, member: Member): Promise<void> {
  const person = await getPersonOrThrow(accounts.db, member.id)
  if (person.emailVerified) return
  await accounts.limits.take(emailsPerAddress, person.email.toLowerCase())
  await inLanguageOf(accounts.db, member.id, () =>
    inTransaction(accounts.db, (tx) => sendVerificationEmail(accounts, tx, member.id, person)),
  )
}

/** Sets the language in which the site writes to the member. Throws AppError authentication_required. */
async function setLanguage({ db, now }: Accounts, member: Member, language: LanguageTag): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMember(tx, member)
    await tx.updateTable('users').set({ language, updatedAt: now() }).where('id', '=', member.id).execute()
  })
}
