import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { findToolDrifts } from './tool-counts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('the stored counters of tools', () => {
  it('agree with a recount after our own writes', async () => {
    await world.addTool({ type: 'text', isFree: true })
    await world.addTool({ type: 'text', isFree: true })
    await world.addTool({ type: 'video', isFree: false })
    expect(await findToolDrifts(world.db)).toEqual([])
  })

  it('are reported if other writes bypassed them', async () => {
    await sql`update tool_counts set tools = 7 where type = 'text'`.execute(world.db)
    await sql`delete from tool_counts where type = 'video'`.execute(world.db)
    expect(await findToolDrifts(world.db)).toEqual([
      { what: 'free text tools', stored: 7, counted: 2 },
      { what: 'paid video tools', stored: 0, counted: 1 },
    ])
  })
})
