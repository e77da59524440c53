import { randomInt } from 'node:crypto'
import { Email } from '#features/accounts/contract.ts'
import { accountLimits } from '#features/accounts/rules.ts'
import { registrationsPerNetwork } from '#features/accounts/server/account-limits.ts'
import {
  admitPerson,
  countsPerNetwork,
  requireAllowedAddress,
  requireOpenRegistration,
} from '#features/accounts/server/admit-person.ts'
import type { LoginResult } from '#features/accounts/server/complete-login.ts'
import { createAccount } from '#features/accounts/server/create-account.ts'
import { startSession } from '#features/accounts/server/sessions/start-session.ts'
import { findUserIdByEmail } from '#features/accounts/server/user-queries.ts'
import { reservedWords } from '#lib/reserved-words.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Caller } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/limits.ts'
import type { Provider } from '../rules.ts'
import { storeProviderGroups, warnOfProblem } from './apply-provider-groups.ts'
import { insertConnection } from './connect-account.ts'
import type { OauthFlow } from './oauth-flow-cookie.ts'
import { type ConnectionContext, nameIn } from './oauth-settings.ts'
import type { Identity } from './provider-user.ts'

/**
 * Creates an account for a user who signs in through a provider for the first time. Requires an address that the
 * provider has confirmed. If an account here already has it, the user must sign in to that account and connect the
 * provider. The operator's own provider needs neither an invitation nor open registration. Throws AppError forbidden,
 * validation_failed, email_taken, username_taken, rate_limited or conflict (connected meanwhile).
 */
export async function registerByProvider(
  context: ConnectionContext,
  caller: Caller,
  { provider, identity, ...wishes }: Wishes & { provider: Provider; identity: Identity },
): Promise<LoginResult> {
  const { db, limits } = context
  const providerName = nameIn(context.oauth, provider)
  const { email } = identity
  if (provider !== 'oidc') requireOpenRegistration(context, wishes.invitation)
  if (email === null || !Email.safeParse(email).success) {
    throw new AppError(
      'forbidden',
      t('{providerName} has no confirmed email address for you. Confirm one there, then try again.', { providerName }),
    )
  }
  requireAllowedAddress(context, email)
  if (await findUserIdByEmail(db, email)) throw emailTakenError(providerName)
  const network = networkOf(caller.address)
  const isCounted = provider !== 'oidc' && countsPerNetwork(context)
  const taken = isCounted ? await limits.take(registrationsPerNetwork, network) : null
  try {
    return await createWithFreeName(context, caller, provider, { ...identity, email, ...wishes })
  } catch (error) {
    // A failed attempt doesn't count as a new account.
    if (taken) await limits.giveBack(taken)
    throw error instanceof AppError && error.code === 'email_taken' ? emailTakenError(providerName) : error
  }
}

type Wishes = Pick<OauthFlow, 'invitation' | 'language'>
type NewUser = Identity & Wishes & { email: string }

/**
 * How many usernames are tried. The first attempt uses the user's name at the provider. Further attempts add a random
 * suffix, and a name with such a suffix is almost never taken.
 */
const nameAttempts = 3

async function createWithFreeName(context: ConnectionContext, caller: Caller, provider: Provider, newUser: NewUser) {
  for (let attempt = 1; ; attempt++) {
    try {
      const username = usernameFrom(newUser.name, attempt === 1)
      return await createWithName(context, caller, provider, { ...newUser, username })
    } catch (error) {
      if (attempt === nameAttempts || !(error instanceof AppError) || error.code !== 'username_taken') throw error
    }
  }
}

type NamedUser = NewUser & { username: string }

async function createWithName(context: ConnectionContext, caller: Caller, provider: Provider, newUser: NamedUser) {
  const now = context.now()
  const key = await context.sessionKey()
  const { problem, ...login } = await inTransaction(context.db, async (tx) => {
    const { username, email, language } = newUser
    const admission = provider === 'oidc' ? {} : await admitPerson(context, tx, newUser.invitation)
    const account = { username, email, language, hash: null, emailVerified: true }
    const userId = await createAccount(tx, account, now, context.hooks)
    await insertConnection(context, tx, userId, provider, newUser)
    const problem = await storeProviderGroups(context, tx, userId, newUser)
    const target = { kind: 'user' as const, id: userId }
    await recordAuditEntry(tx, caller, { action: 'account.register', target, details: { by: provider, ...admission } })
    return { userId, token: await startSession(tx, { userId, device: caller, key, now }), problem }
  })
  warnOfProblem(context, login.userId, problem)
  return login
}

/** The length of the random suffix of letters and digits. Six characters allow two billion suffixes. */
const suffixLength = 6

/**
 * Returns a valid username that is close to the user's name at the provider. If the name itself is invalid, or
 * `withoutSuffix` is false, it gets a random suffix. A name that is an email address isn't used, because everybody sees
 * usernames. Doesn't check which usernames are taken: the unique key does.
 */
function usernameFrom(name: string, withoutSuffix: boolean): string {
  const letters = (name.includes('@') ? '' : name)
    .normalize('NFKD')
    .replace(/\s+/g, '-')
    .replace(/[^A-Za-z0-9_-]/g, '')
  const plainName = cutText(letters, accountLimits.usernameMax)
  const isValid = plainName.length >= accountLimits.usernameMin && !reservedWords.has(plainName.toLowerCase())
  if (withoutSuffix && isValid) return plainName
  const base = cutText(letters || 'member', accountLimits.usernameMax - suffixLength - 1)
  const suffix = Array.from({ length: suffixLength }, () => randomInt(36).toString(36)).join('')
  return `${base}-${suffix}`
}

function emailTakenError(providerName: string): AppError {
  const message = t(
    'An account with your email address already exists. Sign in to it (if you can’t, use “Forgot password?”), then connect {providerName} in your settings.',
    { providerName },
  )
  return new AppError('email_taken', message)
}
