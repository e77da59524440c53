import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { createCreditSetup } from '#test/credit-setup.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readCredits } from './credit-queries.ts'
import { eraseCredits } from './erase-credits.ts'
import { spendCredits } from './spend-credits.ts'
import { findCreditViolations } from './violation-queries.ts'

let testSite: TestSite
let creditSetup: ReturnType<typeof createCreditSetup>
let userId: string

beforeAll(async () => {
  testSite = await createTestSite()
  creditSetup = createCreditSetup(testSite.db)
  userId = await testSite.addUser('marta')
  // The first read grants the monthly allowance of 30 credits (entry 1). Spending adds entries 2 and 3.
  await readCredits(testSite.db, creditSetup.context, { userId })
  await creditSetup.run(spendCredits, { userId, amount: 3, reason: 'A run' })
  await creditSetup.run(spendCredits, { userId, amount: 4, reason: null })
})
afterAll(() => testSite.close())

describe('constraints on the ledger', () => {
  it.each([
    ['change an amount', 'update credit_ledger set amount = amount + 1', /entries of credit_ledger never change/],
    [
      'change a reason',
      "update credit_ledger set reason = 'x' where number = 1",
      /entries of credit_ledger never change/,
    ],
    ['delete an entry', 'delete from credit_ledger where number = 2', /foreign key/],
    ['delete the last entry', 'delete from credit_ledger where number = 3', /foreign key/],
    ['delete all entries', 'delete from credit_ledger', /foreign key/],
    ['raise a balance', 'update credit_accounts set balance = balance + 1', /foreign key/],
    ['clear the number of the last entry', 'update credit_accounts set last_entry = null', /check constraint/],
    ['reserve more than there is', 'update credit_accounts set reserved = balance + 1', /check constraint/],
  ])('nobody can %s', async (_, statement, message) => {
    const attempt = testSite.db.transaction().execute(async (tx) => {
      await sql.raw(statement).execute(tx)
      throw new Error('The change was accepted.')
    })
    await expect(attempt).rejects.toThrow(message)
  })

  it.each([
    ['a second entry with the same number', { number: 3, previous: 2, before: 27, amount: -1 }, /credit_ledger_pkey/],
    ['an entry after a gap', { number: 5, previous: 4, before: 23, amount: -1 }, /foreign key/],
    ['an entry that begins at another balance', { number: 4, previous: 3, before: 100, amount: -1 }, /foreign key/],
    ['a second first entry', { number: 4, previous: null, before: 0, amount: 50 }, /check constraint/],
  ])('nobody can add %s', async (_, { number, previous, before, amount }, message) => {
    const kind = amount > 0 ? 'gift' : 'spend'
    const attempt = sql`
      insert into credit_ledger (user_id, number, previous, id, kind, amount, balance_before, balance_after, created_at)
      values (${userId}, ${number}, ${previous}, gen_random_uuid(), ${kind}, ${amount}, ${before}, ${before + amount}, now())`
    await expect(attempt.execute(testSite.db)).rejects.toThrow(message)
  })

  it('a ledger can be deleted as a whole, as happens when an account is deleted', async () => {
    const other = await testSite.addUser('other')
    await readCredits(testSite.db, creditSetup.context, { userId: other })
    await inTransaction(testSite.db, (tx) => eraseCredits(tx, other))
    const { rows } = await sql`select from credit_ledger where user_id = ${other}`.execute(testSite.db)
    expect(rows).toHaveLength(0)
    expect(await findCreditViolations(testSite.db)).toEqual([])
  })
})
