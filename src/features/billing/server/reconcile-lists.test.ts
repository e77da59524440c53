import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'
import { type Position, readPage, reconciledLists } from './reconcile-lists.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const start = '2026-11-20T12:00:00.000Z'
const minute = 60_000

let testSite: BillingSite
beforeAll(async () => {
  testSite = await createBillingSite()
  testSite.deliveryFaults.isDropped = true
})
afterAll(() => testSite.close())
beforeEach(async () => {
  testSite.setClock(start)
  await sql`delete from pgboss.job`.execute(testSite.db)
  await sql`delete from billing_walks`.execute(testSite.db)
  await sql`delete from billing_subscriptions`.execute(testSite.db)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const advanceClock = (ms: number) => testSite.setClock(new Date(testSite.clock().getTime() + ms))
const readPageAt = (position: Position, since = new Date(start)) => readPage(testSite.context, position, since)

type SubscriptionRow = { id: string; status?: string; endsIn?: number; side?: string }

/** Stores a subscription. `endsIn` is the time until its period ends, in ms. */
async function addSubscription({ id, status = 'past_due', endsIn = 0, side = 'sandbox' }: SubscriptionRow) {
  const end = new Date(testSite.clock().getTime() + endsIn)
  await sql`
    insert into billing_subscriptions (user_id, id, side, status, cancel_at_period_end, period_end, reading, read_at,
      created_at)
    values (${newId()}, ${id}, ${side}, ${status}, false, ${end}, 1, ${testSite.clock()}, ${testSite.clock()})`.execute(
    testSite.db,
  )
}

describe('the list of stored subscriptions', () => {
  const listKnownIds = async (after: string | null = null) =>
    (await readPageAt({ list: 'known', after })).subjects.map(({ id }) => id)

  it('includes unpaid and paused ones, and active ones whose period is over or ends within the hour', async () => {
    for (const status of ['incomplete', 'past_due', 'unpaid', 'paused']) {
      await addSubscription({ id: `sub_${status}`, status, endsIn: 600 * minute })
    }
    for (const status of ['active', 'trialing', 'canceled', 'incomplete_expired']) {
      await addSubscription({ id: `sub_over_${status}`, status, endsIn: -minute })
      await addSubscription({ id: `sub_soon_${status}`, status, endsIn: 59 * minute })
      await addSubscription({ id: `sub_then_${status}`, status, endsIn: 60 * minute })
    }
    expect(await listKnownIds()).toEqual([
      'sub_incomplete',
      'sub_over_active',
      'sub_over_trialing',
      'sub_past_due',
      'sub_paused',
      'sub_soon_active',
      'sub_soon_trialing',
      'sub_unpaid',
    ])
    expect(await listKnownIds('sub_paused')).toEqual(['sub_soon_active', 'sub_soon_trialing', 'sub_unpaid'])
  })

  it('includes nothing from another payment account', async () => {
    await addSubscription({ id: 'sub_far', side: 'test:acct_2' })
    await addSubscription({ id: 'sub_far_soon', side: 'test:acct_2', status: 'active' })
    expect(await listKnownIds()).toEqual([])
  })

  it('is read 25 at a time: after a full page the list continues, after a shorter one the next list begins', async () => {
    const ids = Array.from({ length: 26 }, (_, n) => `sub_${String(n).padStart(2, '0')}`)
    for (const id of ids) await addSubscription({ id })
    const firstPage = await readPageAt({ list: 'known', after: null })
    expect(firstPage.subjects).toEqual(ids.slice(0, 25).map((id) => ({ kind: 'subscription', id })))
    expect(firstPage.next).toEqual({ list: 'known', after: 'sub_24' })
    expect(await readPageAt({ list: 'known', after: 'sub_24' })).toEqual({
      subjects: [{ kind: 'subscription', id: 'sub_25' }],
      next: { list: 'subscriptions', after: null },
    })
  })
})

describe('the lists of new objects at the provider', () => {
  it('are read one after the other: after the last page of a list, the next list begins', async () => {
    const me = await testSite.addMember()
    await testSite.subscribe(me)
    await testSite.stripe.refunds.create({ charge: (await testSite.chargeOf(me)).id, amount: 100 })
    const nextPositions = []
    for (const list of reconciledLists) nextPositions.push((await readPageAt({ list, after: null })).next)
    expect(nextPositions).toEqual([...reconciledLists.slice(1).map((list) => ({ list, after: null })), null])
  })

  it('name each subject once, and skip objects without a subscription or charge', async () => {
    const list = { object: 'list', url: '', has_more: false } as const
    const parentOf = (subscription: string) => ({ parent: { subscription_details: { subscription } } })
    const data = [
      { id: 'in_1', ...parentOf('sub_1') },
      { id: 'in_2', parent: null },
      { id: 'in_3', ...parentOf('sub_1') },
    ]
    vi.spyOn(testSite.stripe.invoices, 'list').mockResolvedValueOnce({ ...list, data } as never)
    const refunds = [
      { id: 're_1', charge: null },
      { id: 're_2', charge: { id: 'ch_2' } },
    ]
    vi.spyOn(testSite.stripe.refunds, 'list').mockResolvedValueOnce({ ...list, data: refunds } as never)
    expect((await readPageAt({ list: 'invoices', after: null })).subjects).toEqual([
      { kind: 'subscription', id: 'sub_1' },
    ])
    expect((await readPageAt({ list: 'refunds', after: null })).subjects).toEqual([{ kind: 'charge', id: 'ch_2' }])
  })
})

describe('a reconciliation', () => {
  const setReconciliation = (list: string, after: string | null, isDone = false) =>
    sql`
      insert into billing_walks (side, since, list, after, is_done, moved_at)
      values ('sandbox', ${new Date(start)}, ${list}, ${after}, ${isDone}, ${testSite.clock()})
      on conflict (side) do update set list = excluded.list, after = excluded.after, is_done = excluded.is_done`.execute(
      testSite.db,
    )
  const readReconciliation = async () => {
    const { rows } = await sql<{ movedAt: Date }>`
      select list, after, is_done, moved_at from billing_walks`.execute(testSite.db)
    return rows[0]
  }
  /** Lists waiting jobs: as `name list` if a job reads a page, as `name id` if it reads a subscription or charge. */
  const listWaitingJobs = async () => {
    const { rows } = await sql<{ job: string }>`
      select (data ->> 'name') || ' ' || coalesce(data -> 'data' ->> 'list', data -> 'data' ->> 'id') as job
      from pgboss.job where state in ('created', 'retry') and data ->> 'name' like 'reconcile-%' order by job`.execute(
      testSite.db,
    )
    return rows.map(({ job }) => job)
  }
  const addPageJob = (position: Position) =>
    inTransaction(testSite.db, (tx) => testSite.jobs.add(tx, 'reconcile-page', position))

  it('that made no progress for 30 minutes continues, and adds no second job for the same page', async () => {
    await reconcilePayments(testSite.context)
    advanceClock(30 * minute - 1)
    await reconcilePayments(testSite.context)
    expect((await readReconciliation())?.movedAt).toEqual(new Date(start))
    advanceClock(1)
    await reconcilePayments(testSite.context)
    expect((await readReconciliation())?.movedAt).toEqual(testSite.clock())
    expect(await listWaitingJobs()).toEqual(['reconcile-page known'])
  })

  it.each([
    ['the reconciliation is done', ['disputes', null, true], { list: 'disputes', after: null }],
    ['the reconciliation is at another list', ['invoices', null, false], { list: 'refunds', after: null }],
    ['the reconciliation is further down this list', ['invoices', 'in_9', false], { list: 'invoices', after: null }],
  ] as const)(
    'ignores a job for a page that isn’t the next one to process: %s',
    async (_, [list, after, isDone], position) => {
      await setReconciliation(list, after, isDone)
      const before = await readReconciliation()
      advanceClock(minute)
      let requestCount = 0
      const count = () => void requestCount++
      testSite.stripe.on('request', count)
      await addPageJob(position)
      await testSite.runJobs()
      testSite.stripe.off('request', count)
      expect(requestCount).toBe(0)
      expect(await readReconciliation()).toEqual(before)
      expect(await listWaitingJobs()).toEqual([])
    },
  )

  it('is left to another process that has continued it meanwhile', async () => {
    await setReconciliation('invoices', null)
    const { invoices } = testSite.stripe
    const list = invoices.list.bind(invoices)
    vi.spyOn(invoices, 'list').mockImplementationOnce((async (query: object) => {
      const page = await list(query)
      await setReconciliation('disputes', 'dp_9')
      return page
    }) as never)
    await addPageJob({ list: 'invoices', after: null })
    await testSite.runJobs()
    expect(await readReconciliation()).toMatchObject({ list: 'disputes', after: 'dp_9', isDone: false })
    const { rows } = await sql`
      select data -> 'data' ->> 'list' as list from pgboss.job where data ->> 'name' = 'reconcile-page'`.execute(
      testSite.db,
    )
    expect(rows).toEqual([{ list: 'invoices' }])
  })

  it('adds a job for each subject whose sync failed', async () => {
    const ids = ['sub_broken_1', 'sub_broken_2']
    for (const id of ids) await addSubscription({ id })
    vi.spyOn(testSite.stripe.subscriptions, 'retrieve').mockRejectedValue(new Error('Broken.'))
    await setReconciliation('known', null)
    await addPageJob({ list: 'known', after: null })
    await testSite.runJobs()
    expect(await listWaitingJobs()).toEqual(expect.arrayContaining(ids.map((id) => `reconcile-subject ${id}`)))
    expect(await readReconciliation()).toMatchObject({ isDone: true })
  })
})
