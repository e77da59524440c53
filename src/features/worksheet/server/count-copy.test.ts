import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#platform/actor.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { aggregateCopies } from './aggregate-copies.ts'
import { findCopyDrifts } from './copy-queries.ts'
import { countCopy } from './count-copy.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const visitor = (address: string): Actor => ({ kind: 'visitor', address, browser: 'Testfox' })
const at = (time: string) => new Date(time)

describe('a copy', () => {
  it('counts once in 24 hours per visitor, even across midnight, and again after that', async () => {
    const { id } = await testSite.addPrompt()
    const copies = []
    for (const time of [
      '2026-03-01T23:50:00Z',
      '2026-03-01T23:59:00Z',
      '2026-03-02T00:10:00Z',
      '2026-03-02T23:49:00Z',
    ]) {
      copies.push(await countCopy(testSite.db, visitor('192.0.2.1'), { id }, at(time)))
    }
    expect(copies).toEqual([1, 1, 1, 1])
    await aggregateCopies(testSite.db, at('2026-03-02T23:50:00Z'))
    expect(await countCopy(testSite.db, visitor('192.0.2.1'), { id }, at('2026-03-03T00:00:00Z'))).toBe(2)
  })

  it('counts for each visitor and member separately, and never for the author', async () => {
    const userId = await testSite.addUser('grace')
    const { id } = await testSite.addPrompt({ userId })
    const now = new Date()
    await countCopy(testSite.db, visitor('192.0.2.1'), { id }, now)
    await countCopy(testSite.db, visitor('192.0.2.2'), { id }, now)
    await countCopy(testSite.db, memberOf(await testSite.addUser('linus')), { id }, now)
    expect(await countCopy(testSite.db, memberOf(userId), { id }, now)).toBe(3)
  })

  it('counts exactly once when 40 visitors copy while four concurrent calls aggregate copies', async () => {
    const { id } = await testSite.addPrompt()
    const now = new Date()
    const copying = Array.from({ length: 40 }, (_, n) =>
      countCopy(testSite.db, visitor(`198.51.100.${n}`), { id }, now),
    )
    const aggregating = Array.from({ length: 4 }, () => aggregateCopies(testSite.db, now))
    await Promise.all([...copying, ...aggregating])
    while ((await aggregateCopies(testSite.db, now)) > 0);
    const prompt = await testSite.db
      .selectFrom('prompts')
      .select(['copies', 'userId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(prompt.copies).toBe(40)
    expect(await findCopyDrifts(testSite.db)).toEqual([])
  })

  it('that was aggregated but is missing from the total is reported', async () => {
    const { id, slug } = await testSite.addPrompt()
    await sql`
      insert into prompt_copies (prompt_id, visitor, copied_at, folded)
      values (${id}, 'a', now(), true)`.execute(testSite.db)
    expect(await findCopyDrifts(testSite.db)).toEqual([{ what: `copies of ${slug}`, stored: 0, counted: 1 }])
  })

  it('through the API returns the new number, and 404 for an unknown prompt', async () => {
    const { slug } = await testSite.addPrompt()
    expect((await testSite.request(`/api/prompts/${slug}/copy`, { method: 'POST' })).body).toEqual({ copies: 1 })
    expect((await testSite.request('/api/prompts/none/copy', { method: 'POST' })).status).toBe(404)
  })
})
