import type { MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { csvLine, guardCell } from '#lib/csv-line.ts'
import { t } from '#lib/texts.ts'
import { type Actor, type Member, requireMember, requireRole } from '#platform/actor.ts'
import { type Api, type ApiEnv, createApi, type Platform } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, isDatabaseUnreachable, type Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { networkOf } from '#platform/limits.ts'
import { runOnce } from '#platform/work/idempotency.ts'
import type { OnceRequest } from '#platform/work/once-claims.ts'
import { creditsContract as contract } from '../contract.ts'
import { createSpendBatcher } from './batch-spends.ts'
import type { CreditContext } from './credit-context.ts'
import { readCredits, readSummary } from './credit-queries.ts'
import { grantCredits } from './grant-credits.ts'
import { listHistory, readHistoryPages } from './history-queries.ts'
import type { AccountOwner } from './lock-account.ts'
import { returnCredits } from './return-credits.ts'
import { spendCredits } from './spend-credits.ts'

const columns = ['createdAt', 'kind', 'reason', 'amount', 'balanceAfter'] as const

/** Returns a user's whole credit history as a stream of CSV (RFC 4180). */
function writeHistory(db: Db, userId: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const lines = linesOf(db, userId)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}

async function* linesOf(db: Db, userId: string): AsyncGenerator<string> {
  yield csvLine([...columns])
  for await (const entries of readHistoryPages(db, userId)) {
    yield entries.map((entry) => csvLine(columns.map((name) => cellOf(entry[name])))).join('')
  }
}

function cellOf(value: string | number | null): string {
  return typeof value === 'string' ? guardCell(value) : String(value ?? '')
}

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

/**
 * Gives a user credits that don't expire, on behalf of an admin. Returns the credits that the user can spend. Throws
 * AppError authentication_required, forbidden or not_found.
 */
async function grantGift(
  tx: Tx,
  context: CreditContext,
  actor: Actor,
  { userId, amount, reason }: { userId: string; amount: number; reason: string },
): Promise<number> {
  requireRole(actor, 'admin')
  const { rows } = await sql`select from users where id = ${userId}`.execute(tx)
  if (rows.length === 0) throw notFound(t('This person'))
  const grant = { amount, reason, sourceKey: `admin:${newId()}`, kind: 'gift', expiresAt: null } as const
  const credits = await grantCredits(tx, context, { userId, ...grant })
  await recordAuditEntry(tx, actor, {
    action: 'credits.give',
    target: { kind: 'user', id: userId },
    details: { amount },
  })
  return credits
}
