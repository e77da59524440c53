import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { setSessionCookie } from '#features/accounts/server/sessions/set-session-cookie.ts'
import { requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { passkeysContract as contract } from '../contract.ts'
import { addPasskey } from './add-passkey.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { listPasskeys } from './passkey-queries.ts'
import { passkeySite } from './passkey-site.ts'
import { removePasskey } from './remove-passkey.ts'
import { startPasskeyLogin, startPasskeyRegistration } from './start-passkey.ts'

/** Creates the endpoints for passkeys. */
export function passkeysRoutes(accounts: Accounts): Api {
  const api = createApi()
  api.openapi(contract.startPasskeyLogin, async (c) => {
    const options = await startPasskeyLogin(accounts, c.get('actor'), passkeySite(accounts, c))
    return c.json({ ...options }, 200)
  })
  api.openapi(contract.logInByPasskey, async (c) => {
    const login = await logInByPasskey(accounts, c.get('actor'), passkeySite(accounts, c), c.req.valid('json'))
    return c.json(await setSessionCookie(accounts, c, login), 200)
  })
  api.openapi(contract.listPasskeys, async (c) =>
    c.json(await listPasskeys(accounts.db, requireMember(c.get('actor')).id), 200),
  )
  api.openapi(contract.startPasskeyRegistration, async (c) => {
    const member = requireMember(c.get('actor'))
    const { password } = c.req.valid('json')
    return c.json({ ...(await startPasskeyRegistration(accounts, member, passkeySite(accounts, c), password)) }, 200)
  })
  api.openapi(contract.addPasskey, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await addPasskey(accounts, member, passkeySite(accounts, c), c.req.valid('json')), 201)
  })
  api.openapi(contract.removePasskey, async (c) => {
    const { id } = c.req.valid('param')
    await removePasskey(accounts, requireMember(c.get('actor')), id, c.req.valid('json').password)
    return c.body(null, 204)
  })
  return api
}
