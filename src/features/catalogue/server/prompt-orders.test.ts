import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Proof } from '#features/proofs/contract.ts'
import { makeCard } from '#test/make-home.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { PromptCard } from '../contract.ts'
import { isUnranked } from '../list-order-rules.ts'
import { promptSorts } from '../rules.ts'
import type { PromptFilter } from './prompt-conditions.ts'
import { orderKeys, type PromptOrder, partsOf } from './prompt-orders.ts'
import { listPrompts } from './prompt-queries.ts'

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const proof: Proof = {
  state: 'proved',
  source: 'test',
  model: 'gpt-5.4-mini',
  passed: 9,
  answered: 9,
  current: true,
  madeAt: '2026-11-03T12:00:00.000Z',
}

/** Returns the fields that decide which part of a list a prompt is in. */
function decidingFields(parts: ReturnType<typeof partsOf>): string[] {
  const conditions = parts.map(({ condition }) => condition?.('p').compile(compiler).sql ?? '')
  const columns = [...conditions.join(' ').matchAll(/\bp"?\."?(\w+)/g)].map(([, column = '']) => column)
  const filters = parts.flatMap(({ filter }) => [
    ...(filter.featured === undefined ? [] : ['featured']),
    ...(filter.pick === undefined ? [] : ['communityPick']),
  ])
  return [...new Set([...columns, ...filters])]
}

/** Returns a change to this field that puts a sample card in an earlier part of the list. */
function earlierBy(field: string): Partial<PromptCard> {
  if (field === 'proved_at') return { proof }
  if (field === 'rating') return { votes: { up: 9, down: 0 } }
  const value = Reflect.get(makeCard('a'), field)
  return { [field]: typeof value === 'number' ? 9 : true }
}

const cases = promptSorts.flatMap((sort) =>
  [{}, { categoryId: 'a-category' }].flatMap((filter) =>
    decidingFields(partsOf(sort, filter)).map((field) => ({ sort, filter, field })),
  ),
)

it.each(cases)(
  'isUnranked finds the ranked prompts behind those that are first by $field, in a list by $sort with the filter $filter',
  ({ sort, field }) => {
    const ranked = { ...makeCard('second'), copies: 9, votes: { up: 9, down: 0 }, proof }
    const isListUnranked = isUnranked(sort, [{ ...makeCard('first'), ...earlierBy(field) }, ranked], undefined)
    expect(isListUnranked, `isUnranked in list-order-rules.ts must skip prompts that are first by ${field}`).toBe(false)
  },
)

it.each(['newest', 'recent'] as const)(
  'a list by %s, as in feeds and Markdown files, is ordered by date alone',
  (order) => {
    for (const filter of [{}, { categoryId: 'a-category' }, { tag: 'tea' }, { authorId: 'ada' }])
      expect(partsOf(order, filter), 'partsOf must have one part for an order by date').toEqual([
        { name: order, order, filter },
      ])
  },
)

/** The columns on which the parts of a list may depend, each with two values. */
const columnValues = {
  copies: [0, 3],
  rating: [0, 0.5],
  proved_at: [null, new Date('2026-11-03T12:00:00Z')],
  featured: [false, true],
  communityPick: [false, true],
}
const variants = columnValues.copies.flatMap((copies) =>
  columnValues.rating.flatMap((rating) =>
    columnValues.featured.flatMap((featured) =>
      columnValues.communityPick.flatMap((communityPick) =>
        columnValues.proved_at.map((provedAt) => ({ copies, rating, featured, communityPick, provedAt })),
      ),
    ),
  ),
)

let testSite: TestSite
let ids: string[]
let categoryId: string
let authorId: string
beforeAll(async () => {
  testSite = await createTestSite()
  authorId = await testSite.addUser('ada')
  ids = await testSite.addPrompts(variants.length, { userId: authorId, tags: ['tea'] })
  for (const [index, variant] of variants.entries())
    await testSite.db
      .updateTable('prompts')
      .set({ ...variant, ...(variant.communityPick && { filters: ['language:fr'] }) })
      .where('id', '=', ids[index] as string)
      .execute()
  const row = await testSite.db.selectFrom('prompts').select('categoryId').distinct().executeTakeFirstOrThrow()
  categoryId = row.categoryId
})
afterAll(() => testSite.close())

it.each(Object.keys(orderKeys) as PromptOrder[])(
  'a list by %s has each prompt once, with every filter',
  async (order) => {
    const both = { categoryId, authorId }
    const idsWith = (test: (variant: (typeof variants)[number]) => boolean) =>
      ids.filter((_, at) => test(variants[at] as (typeof variants)[number]))
    const filters: [PromptFilter, string[]][] = [
      [{}, ids],
      [{ categoryId }, ids],
      [{ authorId }, ids],
      [both, ids],
      [{ tag: 'tea' }, ids],
      [{ tag: 'tea', categoryId }, ids],
      [{ ...both, tag: 'tea' }, ids],
      [{ filters: ['language:fr'] }, idsWith((prompt) => prompt.communityPick)],
      [{ tag: 'tea', filters: ['language:fr'] }, idsWith((prompt) => prompt.communityPick)],
      [{ featured: true }, idsWith((prompt) => prompt.featured)],
      [{ categoryId, featured: false }, idsWith((prompt) => !prompt.featured)],
      [{ pick: true }, idsWith((prompt) => prompt.communityPick)],
      [{ categoryId, pick: false }, idsWith((prompt) => !prompt.communityPick)],
    ]
    for (const [filter, expected] of filters) {
      const parts = partsOf(order, filter)
      const names = Object.keys(filter).join(', ') || 'no filter'
      const unknown = decidingFields(parts).filter((field) => !Object.hasOwn(columnValues, field))
      expect(unknown, 'add these columns to columnValues, so that the prompts of this test differ in them').toEqual([])
      const listedIds: string[] = []
      let cursor: string | undefined
      do {
        const page = await listPrompts(testSite.db, order, filter, { limit: 3, cursor })
        listedIds.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined && listedIds.length <= 2 * ids.length)
      const failure = `the parts of partsOf (prompt-orders.ts) overlap or leave out prompts, with ${names}`
      expect(listedIds.toSorted(), failure).toEqual(expected.toSorted())
    }
  },
)
