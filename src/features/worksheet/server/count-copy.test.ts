import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/actor.ts'
import { createWorld, memberOf, type World } from '#test/world.ts'
import { aggregateCopies } from './aggregate-copies.ts'
import { findCopyDrifts } from './copy-queries.ts'
import { countCopy } from './count-copy.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const visitor = (address: string): Actor => ({ kind: 'visitor', address, browser: 'Testfox' })
const at = (time: string) => new Date(time)

describe('counting a copy', () => {
  it('counts a visitor once in 24 hours, even across midnight, and again after that', async () => {
    const { id } = await world.addPrompt()
    const copies = []
    for (const time of [
      '2026-03-01T23:50:00Z',
      '2026-03-01T23:59:00Z',
      '2026-03-02T00:10:00Z',
      '2026-03-02T23:49:00Z',
    ]) {
      copies.push(await countCopy(world.db, visitor('192.0.2.1'), { id }, at(time)))
    }
    expect(copies).toEqual([1, 1, 1, 1])
    await aggregateCopies(world.db, at('2026-03-02T23:50:00Z'))
    expect(await countCopy(world.db, visitor('192.0.2.1'), { id }, at('2026-03-03T00:00:00Z'))).toBe(2)
  })

  it('counts different visitors and members separately, and never the author', async () => {
    const userId = await world.addUser('grace')
    const { id } = await world.addPrompt({ userId })
    const now = new Date()
    await countCopy(world.db, visitor('192.0.2.1'), { id }, now)
    await countCopy(world.db, visitor('192.0.2.2'), { id }, now)
    await countCopy(world.db, memberOf(await world.addUser('linus')), { id }, now)
    expect(await countCopy(world.db, memberOf(userId), { id }, now)).toBe(3)
  })

  it('counts each copy exactly once when 40 visitors copy and 4 processes aggregate copies concurrently', async () => {
    const { id } = await world.addPrompt()
    const now = new Date()
    const copying = Array.from({ length: 40 }, (_, n) => countCopy(world.db, visitor(`198.51.100.${n}`), { id }, now))
    const aggregating = Array.from({ length: 4 }, () => aggregateCopies(world.db, now))
    await Promise.all([...copying, ...aggregating])
    while ((await aggregateCopies(world.db, now)) > 0);
    const prompt = await world.db
      .selectFrom('prompts')
      .select(['copies', 'userId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(prompt.copies).toBe(40)
    expect(await findCopyDrifts(world.db)).toEqual([])
  })

  it('reports a total that is smaller than its aggregated copies', async () => {
    const { id, slug } = await world.addPrompt()
    await sql`insert into prompt_copies values (${id}, 'a', now(), true)`.execute(world.db)
    expect(await findCopyDrifts(world.db)).toEqual([{ what: `copies of ${slug}`, stored: 0, counted: 1 }])
  })

  it('through the API returns the new number, and 404 for prompts that aren’t public', async () => {
    const { slug } = await world.addPrompt()
    expect((await world.request(`/api/prompts/${slug}/copy`, { method: 'POST' })).body).toEqual({ copies: 1 })
    expect((await world.request('/api/prompts/none/copy', { method: 'POST' })).status).toBe(404)
  })
})
