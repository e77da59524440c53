import { sql } from 'kysely'
import type Stripe from 'stripe'
import { type Billing, callProvider } from './billing-context.ts'
import { idOf } from './sync-subscription.ts'

/** An object to read from the provider. */
export type Subject = { kind: 'subscription' | 'charge'; id: string }

/**
 * The lists to reconcile. `known` contains stored subscriptions that are unpaid or paused, or whose period ends soon.
 * The others contain new objects at the provider.
 */
export const reconciledLists = ['known', 'subscriptions', 'invoices', 'refunds', 'disputes'] as const
type ReconciledList = (typeof reconciledLists)[number]

/** A position in a list: after this id, or at the start of the list if the id is null. */
export type Position = { list: ReconciledList; after: string | null }

/**
 * The subjects of a page without repetitions, and the position to continue at, which is null after the last page of the
 * last list.
 */
type Page = { subjects: Subject[]; next: Position | null }
/** A page of one list. `last` is the id after which the list continues, or null if this is its last page. */
type ListPage = { subjects: Subject[]; last: string | null }

/** The largest number of objects per page. A job finishes within its 300 s even if each request takes five seconds. */
const pageSize = 25
/** The list `known` includes an active subscription if its period ends within this time, in ms. */
const aheadMs = 3600_000
/** Banks decide a dispute within this time, in ms (docs.stripe.com/disputes/how-disputes-work). */
const disputeMs = 120 * 86_400_000

/**
 * Reads the page at a position: of stored subscriptions, or of objects that the provider created after `since`.
 * Disputes are read for as long as they may still be decided.
 */
export async function readPage(billing: Billing, { list, after }: Position, since: Date): Promise<Page> {
  const { subjects, last } = await readList(billing, { list, after }, since)
  if (last !== null) return { subjects, next: { list, after: last } }
  const nextList = reconciledLists[reconciledLists.indexOf(list) + 1]
  return { subjects, next: nextList ? { list: nextList, after: null } : null }
}

async function readList(billing: Billing, { list, after }: Position, since: Date): Promise<ListPage> {
  const from = list === 'disputes' ? billing.now().getTime() - disputeMs : since.getTime()
  const created = { gte: Math.floor(from / 1000) }
  const query = { created, limit: pageSize, ...(after && { starting_after: after }) }
  switch (list) {
    case 'known':
      return readStoredSubscriptions(billing, after)
    case 'subscriptions':
      return toListPage(
        await callProvider(billing, (stripe) => stripe.subscriptions.list({ ...query, status: 'all' })),
        ({ id }) => id,
        'subscription',
      )
    case 'invoices':
      return toListPage(
        await callProvider(billing, (stripe) => stripe.invoices.list(query)),
        subscriptionOf,
        'subscription',
      )
    case 'refunds':
      return toListPage(
        await callProvider(billing, (stripe) => stripe.refunds.list(query)),
        ({ charge }) => charge,
        'charge',
      )
    case 'disputes':
      return toListPage(
        await callProvider(billing, (stripe) => stripe.disputes.list(query)),
        ({ charge }) => charge,
        'charge',
      )
  }
}

function subscriptionOf({ parent }: Stripe.Invoice) {
  return parent?.subscription_details?.subscription ?? null
}

function toListPage<Thing extends { id: string }>(
  { data, has_more }: { data: Thing[]; has_more: boolean },
  subjectOf: (thing: Thing) => string | { id: string } | null,
  kind: Subject['kind'],
): ListPage {
  const ids = new Set(data.flatMap((thing) => subjectOf(thing) ?? []).map(idOf))
  const last = data.at(-1)
  return { subjects: [...ids].map((id) => ({ kind, id })), last: has_more && last ? last.id : null }
}

async function readStoredSubscriptions({ db, now, payments }: Billing, after: string | null): Promise<ListPage> {
  const soon = new Date(now().getTime() + aheadMs)
  const { rows } = await sql<{ id: string }>`
    select id from billing_subscriptions
    where side = ${payments.account} and id > ${after ?? ''} and (status in ('incomplete', 'past_due', 'unpaid', 'paused')
      or (status in ('active', 'trialing') and period_end < ${soon}))
    order by id limit ${pageSize}`.execute(db)
  const subjects = rows.map(({ id }) => ({ kind: 'subscription', id }) as const)
  return { subjects, last: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null }
}
