import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { completeLogin, type LoginResult, recordFailedLogin } from '#features/accounts/server/complete-login.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import { readLink, useLink } from '#features/accounts/server/one-time-links.ts'
import { endSessions } from '#features/accounts/server/sessions/end-session.ts'
import { markSecondFactor } from '#features/accounts/server/sessions/mark-second-factor.ts'
import { setSessionCookie } from '#features/accounts/server/sessions/set-session-cookie.ts'
import { inLanguageOf } from '#features/accounts/server/user-queries.ts'
import { type Caller, type Member, requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { secondFactorContract as contract } from '../contract.ts'
import { sendFactorChangedEmail, sendRecoveryCodeEmail } from './factor-emails.ts'
import { codesPerUser } from './factor-limits.ts'
import { readFactor } from './factor-queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { requireFactorState } from './require-factor-state.ts'
import { setUpFactor } from './set-up-factor.ts'
import { spendCode, spendCodeOrThrow } from './spend-code.ts'
import { renewRecoveryCodes, switchFactorOff } from './switch-factor-off.ts'

/** Creates the endpoints of the second factor. */
export function secondFactorRoutes(accounts: Accounts): Api {
  const api = createApi()
  api.openapi(contract.logInByCode, async (c) => {
    const login = await logInByCode(accounts, c.get('actor'), c.req.valid('json'))
    return c.json(await setSessionCookie(accounts, c, login), 200)
  })
  api.openapi(contract.getSecondFactor, async (c) =>
    c.json(await readFactor(accounts.db, requireMember(c.get('actor'))), 200),
  )
  api.openapi(contract.setUpSecondFactor, async (c) => {
    const { password } = c.req.valid('json')
    return c.json(await setUpFactor(accounts, requireMember(c.get('actor')), password), 200)
  })
  api.openapi(contract.confirmSecondFactor, async (c) => {
    const { code } = c.req.valid('json')
    return c.json({ recoveryCodes: await confirmFactor(accounts, requireMember(c.get('actor')), code) }, 200)
  })
  api.openapi(contract.renewRecoveryCodes, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json({ recoveryCodes: await renewRecoveryCodes(accounts, member, c.req.valid('json')) }, 200)
  })
  api.openapi(contract.switchSecondFactorOff, async (c) => {
    await switchFactorOff(accounts, requireMember(c.get('actor')), c.req.valid('json'))
    return c.body(null, 204)
  })
  return api
}

/**
 * Switches the second factor on with a first code from the authenticator, and ends all other sessions. Returns the
 * recovery codes. Throws AppError authentication_required, forbidden (wrong code, unconfirmed email address), conflict
 * (no authenticator is waiting for its first code), rate_limited.
 */
async function confirmFactor(accounts: Accounts, member: Member, code: string): Promise<string[]> {
  await requireFactorState(accounts.db, member.id, 'set-up')
  await accounts.limits.take(codesPerUser, member.id)
  const codes = await inTransaction(accounts.db, async (tx) => {
    await lockConfirmedMember(tx, member, accounts.sendsEmail)
    await spendCodeOrThrow(accounts, tx, { userId: member.id, code, isUnconfirmed: true })
    const now = accounts.now()
    await tx.updateTable('authenticators').set({ confirmedAt: now }).where('userId', '=', member.id).execute()
    await markSecondFactor(tx, member.id, true, now)
    await endSessions(tx, member.id, member.sessionId)
    await inLanguageOf(tx, member.id, () => sendFactorChangedEmail(accounts, tx, member.id, true))
    await recordAuditEntry(tx, member, { action: 'account.second-factor-on', target: { kind: 'user', id: member.id } })
    return makeRecoveryCodes(tx, member.id)
  })
  await accounts.limits.reset(codesPerUser, member.id)
  return codes
}

/**
 * Signs in with the code that is required after the password. The ticket stays valid after a wrong code. Throws
 * AppError validation_failed (the ticket is unknown, expired or used), invalid_credentials (the code is wrong),
 * rate_limited, forbidden (banned).
 */
async function logInByCode(
  accounts: Accounts,
  caller: Caller,
  { ticket, code }: { ticket: string; code: string },
): Promise<LoginResult> {
  const { userId } = await readLink(accounts.db, ticket, 'second-factor', accounts.now())
  await accounts.limits.take(codesPerUser, userId)
  const login = await completeLogin(accounts, caller, userId, async (tx) => {
    await useLink(tx, ticket, 'second-factor', accounts.now())
    const result = await spendCode(accounts, tx, { userId, code })
    if ('refusal' in result)
      throw new AppError('invalid_credentials', result.refusal, { fields: { code: result.refusal } })
    if (result.proof === 'recovery-code')
      await inLanguageOf(tx, userId, () => sendRecoveryCodeEmail(accounts, tx, userId))
    return result.proof
  }).catch(async (error) => {
    if (error instanceof AppError && error.code === 'invalid_credentials') {
      await recordFailedLogin(accounts, caller, userId)
    }
    throw error
  })
  await accounts.limits.reset(codesPerUser, userId)
  return login
}
