import { accountLimits, usernamePattern } from '#features/accounts/rules.ts'
import { registerOfNetwork } from '#features/accounts/server/account-limits.ts'
import { createAccount } from '#features/accounts/server/create-account.ts'
import type { LetIn } from '#features/accounts/server/let-in.ts'
import { startSession } from '#features/accounts/server/start-session.ts'
import { findByEmail, findUserId } from '#features/accounts/server/user-queries.ts'
import { reservedWords } from '#lib/reserved-words.ts'
import type { Caller } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/limits.ts'
import { type Provider, providerNames } from '../rules.ts'
import { insertConnection } from './connect-account.ts'
import type { Identity } from './oauth-client.ts'
import type { ConnectionStage } from './oauth-settings.ts'

/**
 * Makes an account for who comes from a provider for the first time. It takes an address that the provider has confirmed
 * and no account here has: one that has it is connected by its owner, signed in, and by nobody else.
 * AppError forbidden, email_taken, rate_limited.
 */
export async function registerByProvider(
  stage: ConnectionStage,
  caller: Caller,
  provider: Provider,
  identity: Identity,
): Promise<LetIn> {
  const { db, limits } = stage
  const there = providerNames[provider]
  const { email } = identity
  if (email === null || email.length > accountLimits.emailMax) {
    throw new AppError(
      'forbidden',
      `${there} has no confirmed email address of you. Confirm one there, or register here.`,
    )
  }
  if (await findByEmail(db, email)) throw emailTaken(there)
  const network = networkOf(caller.address)
  await limits.take(registerOfNetwork, network)
  try {
    return await makeAccount(stage, caller, provider, { ...identity, email })
  } catch (error) {
    // Only accounts that are made count.
    await limits.giveBack(registerOfNetwork, network)
    throw error instanceof AppError && error.code === 'email_taken' ? emailTaken(there) : error
  }
}

type Newcomer = Identity & { email: string }

/** Names that somebody else took meanwhile, in a row: the provider's code works once, so its person can't try again. */
const nameTries = 20

async function makeAccount(stage: ConnectionStage, caller: Caller, provider: Provider, newcomer: Newcomer) {
  for (let tries = 1; ; tries++) {
    try {
      return await tryAccount(stage, caller, provider, newcomer)
    } catch (error) {
      if (tries === nameTries || !(error instanceof AppError) || error.code !== 'username_taken') throw error
    }
  }
}

async function tryAccount(stage: ConnectionStage, caller: Caller, provider: Provider, newcomer: Newcomer) {
  const now = stage.now()
  const key = await stage.sessionKey()
  return inTransaction(stage.db, async (tx) => {
    const username = await freeName(tx, newcomer.name)
    const account = { username, email: newcomer.email, hash: null, emailVerified: true }
    const userId = await createAccount(tx, account, now, stage.hooks)
    await insertConnection(tx, userId, provider, newcomer, now)
    const target = { kind: 'user', id: userId }
    await recordAct(tx, caller, { action: 'account.register', target, details: { by: provider } })
    return { userId, token: await startSession(tx, { userId, device: caller, key, now }) }
  })
}

/** As near to the name there as the rules here and the names that are taken allow. */
async function freeName(tx: Tx, name: string): Promise<string> {
  const letters = name
    .normalize('NFKD')
    .replace(/\s+/g, '-')
    .replace(/[^A-Za-z0-9_-]/g, '')
  const stem = letters.length >= accountLimits.usernameMin ? letters : `member-${letters}`
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const username = stem.slice(0, accountLimits.usernameMax - suffix.length) + suffix
    const isFree = usernamePattern.test(username) && !reservedWords.has(username.toLowerCase())
    if (isFree && (await findUserId(tx, username)) === null) return username
  }
}

function emailTaken(there: string): AppError {
  const words = `There is an account with your email address. Sign in to it, then connect ${there} in your settings.`
  return new AppError('email_taken', words)
}
