import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  // Rate limits are on, because they store something about each attempt.
  testSite = await createTestSite({ limits: true })
})
afterAll(() => testSite.close())

/** Returns every row of every table as text, including the tables of the job queue. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`.execute(testSite.db)
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(testSite.db)
      return [name, ...rows.map(({ row }) => row)].join('\n')
    }),
  )
  return texts.join('\n')
}

describe('deleting an account', () => {
  it('leaves no trace of username or email address in the database', async () => {
    const person = await signUp(testSite, 'Quillfeather')
    const post = (path: string, json: unknown) => testSite.request(path, { method: 'POST', json })
    await post('/api/login', { username: 'QUILLFEATHER', password: 'not the one' })
    await post('/api/password/forgot', { email: person.email })
    await testSite.runJobs()
    await post('/api/password/forgot', { email: person.email })
    expect(await dumpDatabase()).toMatch(/quillfeather/i)

    const { status } = await testSite.request('/api/user', {
      method: 'DELETE',
      json: { password: goodPassword },
      headers: { cookie: person.cookie },
    })
    expect(status).toBe(204)
    expect(await dumpDatabase()).not.toMatch(/quillfeather/i)
    await testSite.runJobs({ includingNotDue: true })
    expect(await dumpDatabase()).not.toMatch(/quillfeather/i)
  })
})
