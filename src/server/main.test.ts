import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '#test/cli.ts'
import { makeDatabaseFolder } from '#test/database-folder.ts'
import { run } from '#test/postgres.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let dataDir: string
beforeAll(async () => {
  testSite = await createTestSite()
  dataDir = makeDatabaseFolder()
})
afterAll(async () => {
  await testSite.close()
  await rm(dataDir, { recursive: true, force: true })
})

/**
 * Starts the server like `npm start`, with settings that make the start fail. Returns the exit status and the output.
 */
function start(settings: Record<string, string>): Promise<{ status: unknown; output: string }> {
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, ...settings }
  return new Promise((done) => {
    execFile(process.execPath, ['src/server/main.ts'], { env }, (error, stdout, stderr) =>
      done({ status: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

describe('a failed start', () => {
  it.each([
    ['an invalid setting', { PORT: 'eighty' }, /^Invalid setting: PORT must be/],
    ['two invalid settings', { PORT: 'x', LOG_LEVEL: 'y' }, /PORT .*LOG_LEVEL/],
    ['an invalid proxy', { TRUST_PROXY: 'my-proxy' }, /TRUST_PROXY/],
    ['an unreachable database', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /127\.0\.0\.1:1\/none.*DATABASE_URL/],
  ])('because of %s prints one line and exits with status 1', async (_, settings, line) => {
    const { status, output } = await start(settings)
    expect(output).toMatch(line)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(1)
  })

  it('because of an old PostgreSQL names that version', async () => {
    const name = `promptarium_old_${process.pid}`
    await run(testSite.connection, `create database ${name}`)
    const url = urlOf(testSite.connection).replace(/\/[^/?]+(\?|$)/, `/${name}$1`)
    // This function makes the database look like PostgreSQL 14.
    await run(
      { connectionString: url },
      `create function public.current_setting(text) returns text language sql return '140011'`,
    )
    await run({ connectionString: url }, `alter database ${name} set search_path = public, pg_catalog`)
    const { status, output } = await start({ DATABASE_URL: url })
    await run(testSite.connection, `drop database ${name} with (force)`)
    expect(output).toContain('PostgreSQL 14')
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(1)
  })

  it('because a newer version migrated the database names a migration that this version lacks', async () => {
    await run(testSite.connection, `insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`)
    const { status, output } = await start({ DATABASE_URL: urlOf(testSite.connection) })
    expect(output).toMatch(/newer Promptarium \(it has 9999_later\.sql\)/)
    expect(status).toBe(1)
    await run(testSite.connection, `delete from schema_migrations where name = '9999_later.sql'`)
  })
})
