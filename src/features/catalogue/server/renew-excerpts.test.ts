import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readContentChanges } from '#server/platform/content-changes.ts'
import { createWorld, type World } from '#test/world.ts'
import { excerptRenewal } from './renew-excerpts.ts'
import { renewStored } from './renew-stored.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('excerpts of an older version are recomputed once, and pages are invalidated', async () => {
  const { id } = await world.addPrompt({ content: '# Dinner\nPlan a dinner for six people in a small flat.' })
  expect(await renewStored(world.db, excerptRenewal)).toBe(0)
  await sql`update prompts set excerpt = '# Dinner', excerpt_version = 1 where id = ${id}`.execute(world.db)
  const { version } = await readContentChanges(world.db, null)
  expect(await renewStored(world.db, excerptRenewal)).toBe(1)
  expect(await renewStored(world.db, excerptRenewal)).toBe(0)
  const { rows } = await sql`select excerpt from prompts where id = ${id}`.execute(world.db)
  expect(rows).toEqual([{ excerpt: 'Plan a dinner for six people in a small flat. …' }])
  expect((await readContentChanges(world.db, version)).keys.toSorted()).toEqual([id, 'everything'])
})
