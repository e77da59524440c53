import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshPeriods } from '#features/contributors/server/refresh-periods.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { inTransaction, openPool } from '#platform/database/db.ts'
import { loadStarter } from '#server/start/starter.ts'
import { runCli } from '#test/cli.ts'
import { signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { countUsageRows, refuseUsed } from './restore-unused.ts'

let folder = ''
/** A backup of a site with one member and one prompt. */
let file = ''
/** A site after its first startup, with some visits but no account. */
let started: TestSite
/** A site that has only the rows that migrations insert. */
let migrated: TestSite
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unused-'))
  file = join(folder, 'site.backup')
  const site = await createTestSite()
  await site.addPrompt({ userId: await site.addUser('anna'), title: 'The one in the backup' })
  expect((await runCli(['backup', file], site.connection)).status).toBe(0)
  await site.close()
  migrated = await createTestSite()
  started = await createTestSite()
  await startAndVisit(started)
  await started.jobs.stop()
  await started.db.destroy()
})
afterAll(async () => {
  await Promise.all([started.close(), migrated.close()])
  await rm(folder, { recursive: true })
})

/** Loads the starter catalogue, as the first startup does, and leaves the traces of visits. */
async function startAndVisit(site: TestSite): Promise<void> {
  await loadStarter(site.db)
  const [prompt] = (await site.request('/api/prompts/newest')).body.items
  await site.request(`/api/prompts/${prompt.id}`)
  await site.request(`/api/prompts/${prompt.id}/copy`, { method: 'POST' })
  await site.request('/api/views', { method: 'POST', json: { promptId: prompt.id } })
  await site.request('/api/search?q=plan')
  await site.request('/api/captcha')
  await site.request('/api/login', { method: 'POST', json: { username: 'nobody', password: 'nothing at all' } })
  await site.aggregateViews()
  await aggregateCopies(site.db, new Date())
  await refreshPeriods(site.db, new Date())
}

describe('a restore into a site after its first startup', () => {
  it('works if the site is unused, and replaces the starter catalogue', async () => {
    const site = await createTestSite({ copyOf: started })
    await site.db.destroy()
    const { status, stderr } = await runCli(['restore', file], site.connection)
    expect([status, stderr]).toEqual([0, expect.stringMatching(/rows$/m)])
    const { db } = openPool(site.connection, () => undefined)
    const prompts = await db.selectFrom('prompts').select('title').where('status', '=', 'published').execute()
    expect(prompts).toEqual([{ title: 'The one in the backup' }])
    await db.destroy()
    await site.close()
  })

  it.each<[string, (site: TestSite) => Promise<unknown>]>([
    ['registered', (site) => signUp(site, 'bob')],
    [
      'registered and deleted the account',
      async (site) => {
        const { cookie, password } = await signUp(site, 'bob')
        const deletion = await site.request('/api/user', { method: 'DELETE', headers: { cookie }, json: { password } })
        expect(deletion.status).toBe(204)
      },
    ],
    [
      'written to the operator',
      (site) =>
        site.request('/api/contact', {
          method: 'POST',
          json: { email: 'x@example.test', message: 'Hello to all of you.' },
        }),
    ],
    ['imported a prompt', (site) => site.addPrompt()],
    ['added a tool', (site) => site.addTool()],
    [
      'changed a prompt of the starter catalogue',
      (site) => sql`update prompts set version = 2, updated_at = now() where featured`.execute(site.db),
    ],
    [
      'removed a prompt of the starter catalogue',
      (site) => sql`update prompts set status = 'removed' where id = (select id from prompts limit 1)`.execute(site.db),
    ],
    [
      'removed a collection of the starter catalogue',
      (site) =>
        sql`update collections set removed_reason = 'Spam' where id = (select id from collections limit 1)`.execute(
          site.db,
        ),
    ],
    [
      'deleted a tool of the starter catalogue',
      (site) => sql`delete from tools where id = (select id from tools limit 1)`.execute(site.db),
    ],
  ])('is refused after somebody has %s', async (_, makeUseOfSite) => {
    const site = await createTestSite({ copyOf: started })
    await makeUseOfSite(site)
    const usageRows = await inTransaction(site.db, countUsageRows)
    // `migrated` stands for the recreated database, with which a restore compares these counts.
    const refusal = inTransaction(migrated.db, (tx) => refuseUsed(tx, usageRows))
    await expect(refusal).rejects.toThrow(/^The database isn't empty \(/)
    await site.close()
  })
})
