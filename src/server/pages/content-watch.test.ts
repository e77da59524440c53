import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContentChanges, recordContentChange } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { countStatements } from '#test/count-statements.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createContentWatch } from './content-watch.ts'
import { collectContent, contentOf, recordContent } from './page-content.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

async function startWatch() {
  const watch = createContentWatch(testSite.db)
  const received: string[][] = []
  watch.onChange((keys) => received.push(keys.toSorted()))
  await watch.check()
  return { watch, received }
}

describe('the content watch', () => {
  it('reports each change once, and no changes to drafts', async () => {
    const { watch, received } = await startWatch()
    await testSite.addPrompt({ status: 'draft' })
    await watch.check()
    expect(received).toEqual([])
    await testSite.addPrompt({ category: 'research' })
    await testSite.addPrompt({ category: 'creative' })
    await Promise.all([watch.check(), watch.check()])
    expect(received).toEqual([['category:creative', 'category:research', 'lists', 'user:promptarium']])
  })

  it('reports all changes when concurrent transactions commit in any order', async () => {
    const { watch, received } = await startWatch()
    const writes = Array.from({ length: 30 }, (_, n) =>
      inTransaction(testSite.db, (tx) => recordContentChange(tx, [`key-${n}`])),
    )
    const checks = Array.from({ length: 30 }, () => watch.check())
    await Promise.all([...writes, ...checks])
    await watch.check()
    expect(new Set(received.flat())).toEqual(new Set(Array.from({ length: 30 }, (_, n) => `key-${n}`)))
  })

  it('reads twice for 30 concurrent checks: for the first check, then once for all the others', async () => {
    const { db, statements } = countStatements(testSite.db)
    const watch = createContentWatch(db)
    await Promise.all(Array.from({ length: 30 }, () => watch.check()))
    expect(statements.count).toBe(2)
  })

  it('reports “everything” if recorded changes were deleted, or if a change has too many keys', async () => {
    const { version } = await readContentChanges(testSite.db, null)
    await inTransaction(testSite.db, (tx) => recordContentChange(tx, ['a']))
    await testSite.db.deleteFrom('contentChanges').execute()
    expect((await readContentChanges(testSite.db, version)).keys).toEqual(['everything'])
    const { watch, received } = await startWatch()
    await inTransaction(testSite.db, (tx) =>
      recordContentChange(
        tx,
        Array.from({ length: 201 }, (_, n) => `${n}`),
      ),
    )
    await watch.check()
    expect(received).toEqual([['everything']])
  })
})

describe('the content keys of the response to', () => {
  const id = '01a1f962-2a7b-71bc-85f0-5e51e759080a'
  it.each([
    ['/api/prompts?sort=newest', [id, 'lists']],
    ['/api/prompts?sort=newest&category=creative', [id, 'category:creative']],
    ['/api/prompts/category/creative', [id, 'category:creative']],
    ['/api/prompts?author=Ada', [id, 'user:ada']],
    ['/api/users/Ada', [id, 'user:ada']],
    ['/api/home', [id, 'lists']],
    ['/api/search?q=x', [id, 'lists', 'collections']],
    ['/api/prompts/some-slug', [id]],
    ['/api/prompts/related/some-slug', [id]],
    ['/api/prompts/newest', [id, 'lists']],
    ['/api/prompts/newest-trends', [id]],
    ['/api/prompts/category-manager', [id]],
    ['/api/prompts?pick=true', [id, 'picks', 'lists']],
    ['/api/leaderboard?promptId=some-slug', [id]],
    ['/api/leaderboard', [id, 'lists']],
  ])('%s are %j', (path, keys) => expect(contentOf(path, `{"items":[{"id":"${id}"}]}`)).toEqual(keys))
})

describe('the content of a page', () => {
  const id = '01a1f962-2a7b-71bc-85f0-5e51e759080a'
  const makeResponse = (status = 200) => new Response(`{"id":"${id}"}`, { status, headers: { 'x-kept': 'yes' } })

  it('has the keys of all API responses that it was rendered from, and their highest status', async () => {
    const { page, keys, highestStatus } = await collectContent(async () => {
      const read = await recordContent('/api/prompts/some-slug', makeResponse())
      const failed = await recordContent('/api/prompts?category=creative', makeResponse(503))
      await recordContent('/api/home', makeResponse(404))
      return [read.status, await read.text(), failed.status, failed.headers.get('x-kept'), await failed.text()]
    })
    expect(page).toEqual([200, `{"id":"${id}"}`, 503, 'yes', `{"id":"${id}"}`])
    // Every page has the key “everything”.
    expect([[...keys].sort(), highestStatus]).toEqual([[id, 'category:creative', 'everything', 'lists'], 503])
  })

  it('has no keys from the footer, whose numbers may be outdated, but counts the footer’s status', async () => {
    const { keys, highestStatus } = await collectContent(() => recordContent('/api/footer', makeResponse(503)))
    expect([[...keys], highestStatus]).toEqual([['everything'], 503])
  })

  it('is collected only during rendering: at other times, responses are returned unchanged', async () => {
    const response = makeResponse()
    expect(await recordContent('/api/home', response)).toBe(response)
  })
})
