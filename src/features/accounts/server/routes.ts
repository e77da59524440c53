import type { Context } from 'hono'
import { requireMember } from '#platform/actor.ts'
import { type Api, type ApiEnv, createApi } from '#platform/api.ts'
import { jsonChunks } from '#platform/json-chunks.ts'
import { streamOf } from '#platform/stream-of.ts'
import { type AccountExport, accountsContract as contract } from '../contract.ts'
import type { Accounts } from './account-hooks.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { endSession } from './end-session.ts'
import { exportAccount } from './export-account.ts'
import { logIn } from './log-in.ts'
import { registerUser } from './register-user.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { listSessions } from './session-queries.ts'
import { clearSessionCookie, setSessionCookie } from './set-session-cookie.ts'
import { getOwnUser } from './user-queries.ts'
import { requestVerification, verifyEmail } from './verify-email.ts'

type Ctx = Context<ApiEnv>

/** Creates the endpoints for registering, signing in, and managing one's account. */
export function accountsRoutes(accounts: Accounts): Api {
  const { db, now, hooks } = accounts
  const api = createApi()
  const readOwnUser = (c: Ctx, userId: string) =>
    getOwnUser(db, userId, { creditsOf: hooks.creditsOf, address: c.get('actor').address })

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
  api.openapi(contract.getOwnUser, async (c) => c.json(await readOwnUser(c, requireMember(c.get('actor')).id), 200))

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
