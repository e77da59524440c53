import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { inTransaction, openPool } from '#platform/database/db.ts'
import { ensureHistoryTable, migrateWithin, readMigrations } from '#server/database/migrations.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { connectionTo, createDatabase, run } from '#test/postgres.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { promptSorts } from '../rules.ts'
import { catalogueRetention } from './catalogue-retention.ts'
import { eraseAuthor } from './erase-author.ts'
import { orderKeys } from './prompt-orders.ts'
import { findDrifts } from './stored/recount-queries.ts'
import { recordProofs } from './stored/store-card-facts.ts'

let testSite: TestSite
let writer: string
let newOwnerId: string
let voter: string
let deletedUsers = 0
beforeAll(async () => {
  testSite = await createTestSite()
  writer = await testSite.addUser('ada', 'admin')
  newOwnerId = await testSite.addUser('heir')
  voter = await testSite.addUser('voter')
  for (const name of tags) await testSite.addPrompt({ userId: writer, tags: [name] })
})
afterAll(() => testSite.close())

const tags = ['tea', 'cups', 'milk']
const categories = ['general', 'creative', 'technical']
const someTags = fc.subarray(tags)
const category = fc.constantFrom(...categories)
const promptIndex = fc.nat(30)
/** No credit, one name, two names, and the id of an account, which names nobody. */
const credit = fc.constantFrom(null, 'grace', 'Grace,linus', 'a45e44c9')

const authorAction = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    tags: someTags,
    category,
    hasDuplicateTags: fc.boolean(),
    credit,
  }),
  fc.record({ kind: fc.constant('write' as const), tags: someTags, category, isDraft: fc.boolean() }),
  fc.record({ kind: fc.constant('edit' as const), promptIndex, tags: someTags, category }),
  fc.record({ kind: fc.constant('withdraw' as const), promptIndex }),
  fc.record({ kind: fc.constant('publish' as const), promptIndex }),
  fc.record({ kind: fc.constant('delete' as const), promptIndex }),
  fc.record({ kind: fc.constant('restore' as const), promptIndex }),
  fc.record({ kind: fc.constant('purge' as const) }),
  fc.record({
    kind: fc.constant('delete account' as const),
    prompts: fc.constantFrom('keep' as const, 'delete' as const),
    tags: someTags,
  }),
  fc.record({ kind: fc.constant('prove' as const), promptIndex, day: fc.integer({ min: 1, max: 28 }) }),
  fc.record({ kind: fc.constant('change date' as const), promptIndex, days: fc.integer({ min: -9, max: 9 }) }),
)
const readerAction = fc.oneof(
  fc.record({ kind: fc.constant('vote' as const), promptIndex, value: fc.constantFrom(1, 0, -1) }),
  fc.record({ kind: fc.constant('copy' as const), promptIndex, from: fc.integer({ min: 1, max: 250 }) }),
)
const anyAction = fc.oneof(authorAction, readerAction)
type Action = typeof anyAction extends fc.Arbitrary<infer Value> ? Value : never

async function perform(action: Action): Promise<void> {
  const send = (path: string, method: string, json?: object) => testSite.request(path, { method, as: writer, json })
  const isByReader = action.kind === 'vote' || action.kind === 'copy'
  const { rows } = await sql<{ id: string }>`
    select id from prompts where status = 'published' or not ${isByReader} order by id`.execute(testSite.db)
  const id = 'promptIndex' in action ? rows[action.promptIndex % Math.max(1, rows.length)]?.id : undefined
  const path = `/api/prompts/${id}`
  switch (action.kind) {
    case 'insert':
      await testSite.addPrompt({
        ...action,
        userId: writer,
        tags: action.hasDuplicateTags ? [...action.tags, ...action.tags] : action.tags,
      })
      return
    case 'write': {
      const text = { title: 'Written here', content: `Do ${rows.length} things.` }
      const status = action.isDraft ? 'draft' : 'published'
      await send('/api/prompts', 'POST', { ...text, tags: action.tags, category: action.category, status })
      return
    }
    case 'edit':
      await send(path, 'PATCH', { tags: action.tags, category: action.category })
      return
    case 'withdraw':
      await send(path, 'PATCH', { status: 'draft' })
      return
    case 'publish':
      await send(path, 'PATCH', { status: 'published' })
      return
    case 'delete':
      await send(path, 'DELETE')
      return
    case 'restore':
      await send(`${path}/restore`, 'POST')
      return
    case 'vote':
      await testSite.request('/api/votes', { method: 'POST', as: voter, json: { promptId: id, value: action.value } })
      return
    case 'copy':
      await testSite.request(`${path}/copy`, { method: 'POST', from: `192.0.2.${action.from}` })
      await aggregateCopies(testSite.db, new Date())
      return
    case 'purge':
      // Deleted prompts are purged after 30 days.
      await deleteOldData(testSite.db, catalogueRetention, new Date(Date.now() + 40 * 86_400_000))
      return
    case 'delete account': {
      const userId = await testSite.addUser(`deleted${++deletedUsers}`)
      await testSite.addPrompt({ userId, tags: action.tags })
      await inTransaction(testSite.db, (tx) => eraseAuthor(tx, userId, { prompts: action.prompts, newOwnerId }))
      return
    }
    case 'prove': {
      if (!id) return
      const madeAt = new Date(Date.UTC(2026, 1, action.day))
      const found = { promptId: id, model: 'm', passed: 1, answered: 1, current: action.day > 5, madeAt }
      await inTransaction(testSite.db, (tx) => recordProofs(tx, { promptIds: [id], source: 'test' }, [found]))
      return
    }
    case 'change date':
      await sql`update prompts set published_at = published_at + make_interval(days => ${action.days}) where id = ${id}`.execute(
        testSite.db,
      )
  }
}

/** Reads all pages of a list. */
async function readAllPages(path: string): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await testSite.request(`${path}&limit=4${cursor}`)
    ids.push(...body.items.map((item: { id: string }) => item.id))
    if (!body.nextCursor) return { ids, total: body.total }
    cursor = `&cursor=${body.nextCursor}`
  }
}

/**
 * Computes a list by tag from the prompts. In orders by copies, rating or proof, prompts that have none follow in the order of
 * “trending”.
 */
async function expectedIds(tag: string, sort: (typeof promptSorts)[number], categorySlug?: string): Promise<string[]> {
  const { key } = orderKeys[sort]
  const unranked =
    sort === 'popular' || sort === 'highest-rated'
      ? sql`case when ${key} <= 0 then p.trending end`
      : sort === 'proved'
        ? sql`case when ${key} is null then p.trending end`
        : sql`null::integer`
  const { rows } = await sql<{ id: string }>`
    select p.id from prompts p join categories c on c.id = p.category_id
    where p.status = 'published' and ${tag} = any(p.tags)
      and (${categorySlug ?? null}::text is null or c.slug = ${categorySlug ?? null})
    order by ${key} desc nulls last, ${unranked} desc nulls last, p.id desc`.execute(testSite.db)
  return rows.map(({ id }) => id)
}

describe('lists by tag', () => {
  it('agree with the prompts after any sequence of writes, in every order and on every page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 25, maxLength: 40 }), async (actions) => {
        for (const action of actions) await perform(action)
        expect(await findDrifts(testSite.db)).toEqual([])
        for (const tag of tags) {
          for (const sort of promptSorts) {
            for (const categorySlug of [undefined, 'creative']) {
              const ids = await expectedIds(tag, sort, categorySlug)
              const categoryFilter = categorySlug ? `&category=${categorySlug}` : ''
              expect(await readAllPages(`/api/prompts?tag=${tag}&sort=${sort}${categoryFilter}`)).toEqual({
                ids,
                total: ids.length,
              })
            }
          }
        }
      }),
      { numRuns: 6 },
    )
  })

  it('are reported when they are wrong, and can be rebuilt', async () => {
    await testSite.addPrompt({ tags: ['rare', 'lost'] })
    await sql`update prompt_tags set copies = 7 where tag = 'rare'`.execute(testSite.db)
    await sql`delete from prompt_tags where tag = 'lost'`.execute(testSite.db)
    expect(await findDrifts(testSite.db)).toEqual([
      { what: 'wrong places in the list of tag lost', stored: 0, counted: 1 },
      { what: 'wrong places in the list of tag rare', stored: 1, counted: 1 },
    ])
    await sql`select refill_prompt_tags()`.execute(testSite.db)
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('are filled when an older database is upgraded', async () => {
    const name = `promptarium_older_${randomBytes(4).toString('hex')}`
    await createDatabase(inject('postgres').connection, name)
    const { db } = openPool(connectionTo(inject('postgres').connection, name), () => undefined)
    try {
      await ensureHistoryTable(db)
      // 0019_tag_lists.sql creates and fills the table of these lists.
      const olderMigrations = (await readMigrations())
        .map((migration) => migration.name)
        .filter((file) => file < '0019')
      await inTransaction(db, (tx) => migrateWithin(tx, olderMigrations))
      await sql`
        insert into prompts (id, slug, title, description, content, excerpt, language, category_id, user_id, licence, status,
          tags, content_hash, created_at, updated_at, published_at, search_head, search_text)
        select gen_random_uuid(), status || '-prompt', 'Older', '', 'Older.', '', 'en', c.id, u.id, 'CC0-1.0', status,
          '{tea,cups,tea}', '', now(), now(), now(), '', ''
        from (select id from categories limit 1) c, (select id from users limit 1) u, unnest(array['published', 'draft']) status`.execute(
        db,
      )
      await inTransaction(db, (tx) => migrateWithin(tx))
      const { rows } = await sql`
        select t.tag, p.slug from prompt_tags t join prompts p on p.id = t.prompt_id order by 1`.execute(db)
      expect(rows).toEqual(['cups', 'tea'].map((tag) => ({ tag, slug: 'published-prompt' })))
    } finally {
      await db.destroy()
      await run(inject('postgres').connection, `drop database ${name} with (force)`)
    }
  })
})
