import { createRoute, z } from '@hono/zod-openapi'
import {
  costsCredits,
  errors,
  forAdmins,
  forMembers,
  forMembersOrToken,
  Id,
  jsonBody,
  OnceHeaders,
  ok,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { decreaseMax, giftMax, ledgerKinds } from './rules.ts'

export const Credits = z.object({ credits: z.number().int() }).openapi('Credits')

export const CreditSummary = Credits.extend({
  onHold: z.number().int().openapi({ description: 'Reserved for runs in progress; not part of `credits`.' }),
  plan: z.enum(['free', 'premium']),
  monthlyCredits: z.number().int(),
  allowanceLeft: z.number().int().openapi({ description: 'The part of `credits` that expires at `nextReset`.' }),
  otherLeft: z.number().int().openapi({ description: 'The other part of `credits`: gifts, purchases and refunds.' }),
  nextReset: Time.openapi({ description: 'When the next allowance arrives, if the plan doesn’t change.' }),
}).openapi('CreditSummary')

export const LedgerEntry = z
  .object({
    id: Id,
    amount: z.number().int().openapi({ description: 'Negative for spent or expired credits.' }),
    kind: z.enum(ledgerKinds),
    reason: z.string().nullable(),
    balanceAfter: z.number().int(),
    createdAt: Time,
  })
  .openapi('LedgerEntry')

export type CreditSummary = z.infer<typeof CreditSummary>
export type LedgerEntry = z.infer<typeof LedgerEntry>

const amountTo = (max: number) =>
  z
    .number()
    .int('amount must be a whole number.')
    .min(1, 'amount must be 1 or more.')
    .max(max, `amount must be ${max} or less.`)

const Reason = z.string().trim().min(1, 'reason is required.').max(200, 'reason must have at most 200 characters.')

export const creditsContract = {
  getCredits: createRoute({
    method: 'get',
    path: '/api/user/credits',
    security: forMembersOrToken('read'),
    tags: ['Credits'],
    summary: 'Returns the credits that you can spend',
    responses: { ...ok(Credits, 'The balance without reserved credits.'), ...errors(401) },
  }),
  getCreditSummary: createRoute({
    method: 'get',
    path: '/api/user/credits/summary',
    security: forMembersOrToken('read'),
    tags: ['Credits'],
    summary: 'Returns the credits that you can spend, their sources, and when the next allowance arrives',
    responses: { ...ok(CreditSummary, 'The summary.'), ...errors(401) },
  }),
  listCreditHistory: createRoute({
    method: 'get',
    path: '/api/user/credits/history',
    security: forMembersOrToken('read'),
    tags: ['Credits'],
    summary: 'Lists every change of your balance, newest first; as CSV at /api/user/credits/history.csv',
    request: { query: Paging },
    responses: { ...ok(pageOf(LedgerEntry).openapi('LedgerPage'), 'A page of entries.'), ...errors(401) },
  }),
  decreaseCredits: createRoute({
    method: 'post',
    path: '/api/user/credits/decrease',
    security: forMembers,
    tags: ['Credits'],
    summary: 'Spends credits',
    ...costsCredits,
    request: {
      // With an Idempotency-Key, a repeated request spends only once.
      headers: OnceHeaders,
      body: jsonBody(z.object({ amount: amountTo(decreaseMax), reason: Reason.optional() })),
    },
    responses: { ...ok(Credits, 'The credits left to spend.'), ...errors(401, 402, 409, 422) },
  }),
  increaseCredits: createRoute({
    method: 'post',
    path: '/api/user/credits/increase',
    security: forMembers,
    tags: ['Credits'],
    summary: 'Gives back credits spent with /decrease in the last 15 minutes',
    request: { headers: OnceHeaders, body: jsonBody(z.object({ amount: amountTo(giftMax) })) },
    responses: { ...ok(Credits, 'The credits that you can spend now.'), ...errors(401, 409, 422) },
  }),
  giveCredits: createRoute({
    method: 'post',
    path: '/api/admin/users/{id}/credits',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Gives credits to a user; they do not expire',
    request: {
      headers: OnceHeaders,
      params: z.object({ id: z.uuid() }),
      body: jsonBody(z.object({ amount: amountTo(giftMax), reason: Reason })),
    },
    responses: { ...ok(Credits, 'The credits that the user can spend now.'), ...errors(401, 403, 404, 409, 422) },
  }),
}
