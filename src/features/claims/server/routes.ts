import { requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { claimsContract as contract } from '../contract.ts'
import { listClaimsOf } from './claim-queries.ts'
import { releaseClaim } from './release-claim.ts'
import { requestClaim } from './request-claim.ts'

/** Creates the endpoints of claims to credited names. */
export function claimsRoutes(platform: Platform): Api {
  const api = createApi()
  const { db } = platform
  api.openapi(contract.listOwnClaims, async (c) =>
    c.json(await listClaimsOf(db, requireMember(c.get('actor')).id), 200),
  )
  api.openapi(contract.requestClaim, async (c) => {
    const claim = { ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await requestClaim(platform, requireMember(c.get('actor')), claim), 201)
  })
  api.openapi(contract.releaseClaim, async (c) => {
    await releaseClaim(db, requireMember(c.get('actor')), c.req.valid('param').name)
    return c.body(null, 204)
  })
  return api
}
