import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { findVoteDrifts } from '#features/votes/server/vote-queries.ts'
import { runCli, urlOf } from '#test/cli.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  for (let n = 0; n < 12; n++) await testSite.addPrompt()
})
afterAll(() => testSite.close())

const demo = (words: string[] = [], env: Record<string, string> = {}) =>
  runCli(['demo', ...words], { env: { DATABASE_URL: urlOf(testSite.connection), ...env } })

const fields = ['votesUp', 'votesDown', 'rating', 'copies', 'favorites', 'copiesHeat', 'votesHeat'] as const
/** Reads the numbers of all prompts, with trending scores rounded to six decimals, as computing them isn't exact. */
async function readNumbers() {
  const rows = await testSite.db
    .selectFrom('prompts')
    .select(['id', ...fields])
    .orderBy('id')
    .execute()
  const round = (value: number | null) => value && Math.round(value * 1e6) / 1e6
  return rows.map((row) => ({ ...row, copiesHeat: round(row.copiesHeat), votesHeat: round(row.votesHeat) }))
}
const countUsers = async () =>
  Number(
    (
      await testSite.db
        .selectFrom('users')
        .select((builder) => builder.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('demo', () => {
  it('refuses a public site without --yes', async () => {
    const { status, stderr } = await demo([], { PUBLIC_URL: 'https://prompts.example.org' })
    expect([status, stderr]).toEqual([
      1,
      'This site is public: real people would read made-up numbers. Add --yes to go ahead anyway.\n',
    ])
    // Migrations create two accounts: the site account and deleted-user.
    expect(await countUsers()).toBe(2)
  })

  it('adds members with recognizable names once, and --remove restores all numbers', async () => {
    const real = await testSite.addUser('somebody-real')
    const [first] = (await testSite.request('/api/prompts?limit=1')).body.items
    await testSite.request('/api/votes', { method: 'POST', as: real, json: { promptId: first.id, value: 1 } })
    await applyTallies(testSite.db, new Date())
    const before = await readNumbers()
    expect((await demo()).status).toBe(0)
    expect((await demo()).stdout).toBe('The demo members exist already. Remove them with demo --remove.\n')
    expect(await countUsers()).toBe(3 + 24)
    const names = await testSite.db
      .selectFrom('users')
      .select('username')
      .where('email', 'like', '%@demo.invalid')
      .execute()
    expect(names.every(({ username }) => username.startsWith('demo-member-'))).toBe(true)
    const passwords = await testSite.db.selectFrom('passwords').select('userId').execute()
    expect(passwords).toEqual([])
    const withDemo = await readNumbers()
    for (const field of ['votesUp', 'votesDown', 'copies', 'favorites'] as const)
      expect(
        withDemo.reduce((sum, row) => sum + row[field], 0),
        field,
      ).toBeGreaterThan(3)
    expect([...(await findDrifts(testSite.db)), ...(await findVoteDrifts(testSite.db))]).toEqual([])

    expect((await demo(['--remove'])).stdout).toMatch(/^Removed: 24 demo members/)
    expect(await countUsers()).toBe(3)
    expect(await readNumbers()).toEqual(before)
    expect([...(await findDrifts(testSite.db)), ...(await findVoteDrifts(testSite.db))]).toEqual([])
    expect((await demo(['--remove'])).stdout).toMatch(/^Removed: 0 demo members .*, 0 copies/)
  })

  it('--remove keeps real copies that were made since the demo was added', async () => {
    await demo()
    const [row] = (await readNumbers()).sort((a, b) => b.copies - a.copies)
    await testSite.db
      .updateTable('prompts')
      .set((builder) => ({ copies: builder('copies', '+', 2) }))
      .where('id', '=', row?.id ?? '')
      .execute()
    await demo(['--remove'])
    const after = (await readNumbers()).find(({ id }) => id === row?.id)
    expect(after?.copies).toBe(2)
  })
})
