import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteAccountId } from '#server/platform/actor.ts'
import { createWorld, type World } from '#test/world.ts'
import { findDrifts } from './recount-queries.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('stored counts', () => {
  it('agree with a recount after normal writes', async () => {
    await world.addPrompt({ tags: ['tea', 'cups'], featured: true })
    await world.addPrompt({ tags: ['tea'], category: 'creative' })
    await world.addPrompt({ status: 'draft' })
    expect(await findDrifts(world.db)).toEqual([])
  })

  it('are reported when they differ from a recount', async () => {
    await sql`update prompt_counts set prompts = 7 where scope = 'tag' and key = 'tea'`.execute(world.db)
    await sql`delete from prompt_counts where scope = 'tag' and key = 'cups'`.execute(world.db)
    await sql`update author_totals set votes = 3`.execute(world.db)
    expect(await findDrifts(world.db)).toEqual([
      { what: 'prompts of tag cups', stored: 0, counted: 1 },
      { what: 'prompts of tag tea', stored: 7, counted: 2 },
      { what: `votes of author ${siteAccountId}`, stored: 3, counted: 0 },
    ])
  })
})
