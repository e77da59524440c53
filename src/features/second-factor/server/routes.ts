import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { setSessionCookie } from '#features/accounts/server/set-session-cookie.ts'
import { requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { secondFactorContract as contract } from '../contract.ts'
import { confirmFactor } from './confirm-factor.ts'
import { readFactor } from './factor-queries.ts'
import { logInByCode } from './log-in-by-code.ts'
import { setUpFactor } from './set-up-factor.ts'
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
