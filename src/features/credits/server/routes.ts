import type { MiddlewareHandler } from 'hono'
import { type Actor, type Member, requireMember } from '#platform/actor.ts'
import { type Api, type ApiEnv, createApi, type Platform } from '#platform/api.ts'
import { isDatabaseUnreachable, type Tx } from '#platform/db.ts'
import { runOnce } from '#platform/idempotency.ts'
import { networkOf } from '#platform/limits.ts'
import type { OnceRequest } from '#platform/once-claims.ts'
import { creditsContract as contract } from '../contract.ts'
import { createSpendBatcher } from './batch-spends.ts'
import type { CreditContext } from './credit-context.ts'
import { readCredits, readSummary } from './credit-queries.ts'
import { grantGift } from './grant-gift.ts'
import { listHistory } from './history-queries.ts'
import type { AccountOwner } from './lock-account.ts'
import { returnCredits } from './return-credits.ts'
import { spendCredits } from './spend-credits.ts'
import { writeHistory } from './write-history.ts'

export function creditsRoutes(platform: Platform, context: CreditContext): Api {
  const api = createApi()
  const { db } = platform
  const spendBatched = createSpendBatcher(db, context)
  const once = async (member: Member, request: OnceRequest, work: (tx: Tx) => Promise<number>) => {
    const { body } = await runOnce(platform, member, request, async (tx) => ({
      status: 200,
      body: { credits: await work(tx) },
    }))
    return body
  }

  api.use(
    '/api/user/credits/*',
    addBalance((owner) => readCredits(db, context, owner)),
  )
  api.openapi(contract.getCredits, async (c) =>
    c.json({ credits: await readCredits(db, context, ownerOf(c.get('actor'))) }, 200),
  )
  api.openapi(contract.getCreditSummary, async (c) =>
    c.json(await readSummary(db, context, ownerOf(c.get('actor'))), 200),
  )
  api.openapi(contract.listCreditHistory, async (c) => {
    const owner = ownerOf(c.get('actor'))
    // Updates the account if it is due, so that the history is complete.
    await readCredits(db, context, owner)
    return c.json(await listHistory(db, owner.userId, c.req.valid('query')), 200)
  })
  api.get('/api/user/credits/history.csv', async (c) => {
    const owner = ownerOf(c.get('actor'))
    await readCredits(db, context, owner)
    return c.body(writeHistory(db, owner.userId), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="credits.csv"',
    })
  })
  api.openapi(contract.decreaseCredits, async (c) => {
    const member = requireMember(c.get('actor'))
    const { 'idempotency-key': key } = c.req.valid('header')
    const body = c.req.valid('json')
    const { amount, reason = null } = body
    const spending = { ...ownerOf(member), amount, reason }
    const request = { key, path: c.req.path, body }
    const credits = await spendBatched({ ...spending, request }).catch((error) => {
      // If the connection broke during the spend, the response stored with the key tells whether the spend was made.
      if (key === undefined || !isDatabaseUnreachable(error)) throw error
      return null
    })
    if (credits !== null) return c.json({ credits }, 200)
    const response = await once(member, request, (tx) => spendCredits(tx, context, spending))
    return c.json(response, 200)
  })
  api.openapi(contract.increaseCredits, async (c) => {
    const member = requireMember(c.get('actor'))
    const { 'idempotency-key': key } = c.req.valid('header')
    const body = c.req.valid('json')
    const response = await once(member, { key, path: c.req.path, body }, (tx) =>
      returnCredits(tx, context, { ...ownerOf(member), ...body }),
    )
    return c.json(response, 200)
  })
  api.openapi(contract.giveCredits, async (c) => {
    const member = requireMember(c.get('actor'))
    const { 'idempotency-key': key } = c.req.valid('header')
    const body = c.req.valid('json')
    const response = await once(member, { key, path: c.req.path, body }, (tx) =>
      grantGift(tx, context, member, { userId: c.req.valid('param').id, ...body }),
    )
    return c.json(response, 200)
  })
  return api
}

/** Returns the acting member as the owner of a credit account. */
function ownerOf(actor: Actor): AccountOwner {
  const { id, address } = requireMember(actor)
  return { userId: id, network: networkOf(address) }
}

/** Adds the member's balance as `credits` to 4xx responses to members, unless they already contain it. */
function addBalance(creditsOf: (owner: AccountOwner) => Promise<number>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next()
    const actor = c.get('actor')
    if (c.res.status < 400 || c.res.status >= 500 || actor.kind !== 'user') return
    const body = await c.res.clone().json()
    if ('credits' in body) return
    c.res = new Response(JSON.stringify({ ...body, credits: await creditsOf(ownerOf(actor)) }), c.res)
  }
}
