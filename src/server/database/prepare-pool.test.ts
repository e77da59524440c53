import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, openPool } from '#platform/database/db.ts'
import { findWrongSettings } from '#platform/database/store-session-settings.ts'
import { runCli, urlOf } from '#test/cli.ts'
import { run } from '#test/postgres.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readSettings } from '../settings/settings.ts'
import { openMigratedDatabase } from './open-migrated-database.ts'
import { preparePool } from './prepare-pool.ts'

const role = `promptarium_session_${randomBytes(4).toString('hex')}`
let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  await run(
    testSite.connection,
    `create role ${role};
     grant usage on schema pgboss to ${role}; grant create on schema public to ${role};
     grant all on all tables in schema public, pgboss to ${role}; grant all on all sequences in schema public to ${role}`,
  )
})
afterAll(async () => {
  await run(testSite.connection, `drop owned by ${role}; drop role ${role}`)
  await testSite.close()
})

const resetSettings = () => run(testSite.connection, `alter role current_user in database ${testSite.name} reset all`)
const open = (connection: Connection) =>
  openMigratedDatabase(readSettings({ DATABASE_URL: urlOf(connection) }), { purpose: 'server', log: () => undefined })

/**
 * Returns a connection on which a role other than the login role is in effect, so it may not store settings for the
 * login role.
 */
function asLimitedRole(): Connection {
  const url = new URL(urlOf(testSite.connection))
  url.searchParams.set('options', `-c role=${role}`)
  return { connectionString: url.href }
}

describe('the settings of connections', () => {
  it('are stored again at the next start if a restored or copied database lacks them', async () => {
    await resetSettings()
    const [one, two] = await Promise.all([open(testSite.connection), open(testSite.connection)])
    for (const { db, close } of [one, two]) {
      expect(await findWrongSettings(db)).toEqual([])
      await close()
    }
  })

  it('also apply to a pool whose connections were opened before the settings were stored', async () => {
    await resetSettings()
    const { db, pool } = openPool(testSite.connection, () => undefined, { max: 1 })
    const wrong = (await findWrongSettings(db)).map(({ name }) => name)
    expect(wrong).toEqual(expect.arrayContaining(['jit', 'lock_timeout', 'statement_timeout']))
    await preparePool({ db, pool, statements: { areNamed: true } })
    expect(await findWrongSettings(db)).toEqual([])
    await db.destroy()
  })

  it('prevent a start if the role may not store them, until a superuser has run the statements in the message', async () => {
    await resetSettings()
    const error = await open(asLimitedRole()).catch((refused) => refused)
    expect(error.message).toMatch(/^\w+ is .+ on connections of DATABASE_URL, and the role may not store .*$/)
    const doctor = await runCli(['doctor'], asLimitedRole())
    expect(doctor.stdout).toMatch(/^fail {2}time-outs .*statement_timeout is 0.*Restart the server/m)
    const [, statements = ''] = /run: (.+)\. A pooler/.exec(error.message) ?? []
    await run(testSite.connection, statements)
    const database = await open(asLimitedRole())
    expect(await findWrongSettings(database.db)).toEqual([])
    await database.close()
  })
})
