import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStage, day, minute } from '#test/credit-stage.ts'
import { createWorld, type World } from '#test/world.ts'
import { readCredits } from './credit-queries.ts'
import { findCreditFaults } from './fault-queries.ts'
import { reserveCredits } from './reserve-credits.ts'
import { settleHold } from './settle-hold.ts'
import { tidyCredits } from './tidy-credits.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function count(table: 'credit_holds' | 'credit_lots' | 'credit_ledger'): Promise<number> {
  const { rows } = await sql`select from ${sql.table(table)}`.execute(world.db)
  return rows.length
}

it('drops closed holds and ended lots after 30 days; open holds, live lots and the ledger stay', async () => {
  const stage = createStage(world.db)
  const userId = await world.addUser('tidy')
  const counts = async () => [await count('credit_holds'), await count('credit_lots'), await count('credit_ledger')]
  const pay = { userId, amount: 3, opKey: 'run:0', reason: 'A run', expiresAt: new Date('2027-01-01T00:00:00.000Z') }
  await stage.run(reserveCredits, pay)
  await stage.run(settleHold, { userId, opKey: 'run:0' })
  stage.setClock('2026-12-31T00:00:00.000Z')
  await readCredits(world.db, stage.context, { userId })
  const expiresAt = new Date(stage.now().getTime() + minute)
  await stage.run(reserveCredits, { userId, amount: 2, opKey: 'run:1', reason: 'A run', expiresAt })
  await tidyCredits(world.db, stage.now())
  expect(await counts()).toEqual([1, 2, 4])
  stage.pass(day)
  await tidyCredits(world.db, stage.now())
  expect(await counts()).toEqual([1, 1, 4])
  expect(await findCreditFaults(world.db)).toEqual([])
})
