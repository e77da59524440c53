import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { requireMember, requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { tokensContract as contract } from '../contract.ts'
import { createToken } from './create-token.ts'
import { revokeToken } from './revoke-token.ts'
import { listTokens } from './token-queries.ts'

/** Creates the endpoints of API tokens. */
export function tokensRoutes(accounts: Accounts): Api {
  const api = createApi()
  const { db, now } = accounts
  api.openapi(contract.listTokens, async (c) =>
    c.json(await listTokens(db, requireMember(c.get('actor')).id, now()), 200),
  )
  api.openapi(contract.createToken, async (c) =>
    c.json(await createToken(accounts, requireMember(c.get('actor')), c.req.valid('json')), 201),
  )
  api.openapi(contract.revokeToken, async (c) => {
    const member = requireMember(c.get('actor'))
    await revokeToken(db, member, { userId: member.id, ...c.req.valid('param') })
    return c.body(null, 204)
  })
  api.openapi(contract.listTokensOf, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await listTokens(db, c.req.valid('param').userId, now()), 200)
  })
  api.openapi(contract.revokeTokenOf, async (c) => {
    await revokeToken(db, requireRole(c.get('actor'), 'admin'), c.req.valid('param'))
    return c.body(null, 204)
  })
  return api
}
