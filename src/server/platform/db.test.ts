import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { inTransaction, isCommitted } from './db.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const xact = sql<{ id: string }>`select pg_current_xact_id()::text as id`

it('isCommitted is true only for committed transactions, also after a crash of the database', async () => {
  const committed = await inTransaction(world.db, async (tx) => (await xact.execute(tx)).rows[0]?.id ?? '')
  expect(await isCommitted(world.db, committed)).toBe(true)

  const open = await world.db.startTransaction().execute()
  const aborted = (await xact.execute(open)).rows[0]?.id ?? ''
  await open.rollback().execute()
  expect(await isCommitted(world.db, aborted)).toBe(false)

  const fromBeforeTheCrash = String(BigInt(aborted) + 1_000_000_000n)
  expect(await isCommitted(world.db, fromBeforeTheCrash)).toBe(false)
})
