import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { cutText } from '#lib/well-formed.ts'
import { newId } from '#platform/ids.ts'
import { release } from '#server/start/release.ts'
import { runCli, runCliProgram, startCli } from '#test/cli.ts'
import { goodPassword } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

const uglyFile = join(import.meta.dirname, '../../test/fixtures/ugly-prompts.csv')

let testSite: TestSite
let folder = ''
beforeAll(async () => {
  testSite = await createTestSite()
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true })
})

async function writeTestFile(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

async function countStored(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from prompts`.execute(testSite.db)
  return rows[0]?.count ?? 0
}

describe('the arguments', () => {
  it.each([
    ['--help'],
    ['import --help'],
    ['user --help'],
    ['user -h'],
    ['help user'],
    ['help user ban'],
    ['user ban --help'],
  ])('“%s” print the usage, with status 0', async (words) => {
    const { status, stdout, stderr } = await runCli(words.split(' '))
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Usage: npm run cli -- /)
  })

  it('“--version” print the version', async () => {
    expect(await runCliProgram(['--version'])).toEqual({ status: 0, stdout: `${release}\n`, stderr: '' })
  })

  it.each([
    ['', /^Choose a command: migrate, import, export, backup, restore, doctor, .*user create, .*\. /],
    ['user', /^Choose one of these commands: user create, user promote, user ban, .*add --help\.$/],
    ['user dance', /^There is no command “user dance”\. The commands are: user create, /],
    ['toString', /^There is no command “toString”\. The commands are: migrate/],
    ['import', /^FILE is missing\.$/],
    ['export a --format xml', /^--format must be json or csv, not “xml”\.$/],
  ])('“%s” are refused in one line, with status 2', async (words, message) => {
    const { status, stdout, stderr } = await runCli(words.split(' ').filter(Boolean))
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.trimEnd()).toMatch(message)
    expect(stderr.trimEnd()).not.toContain('\n')
  })
})

it('help for a group of commands lists only the commands of that group', async () => {
  const { stdout } = await runCli(['user', '--help'])
  expect(stdout).toMatch(/^Usage: npm run cli -- user COMMAND\n\n {2}user create /)
  expect(stdout).not.toContain('migrate')
})

describe('a command that fails', () => {
  it.each([
    ['an unreachable database', ['doctor', 'import'], 'postgres://nobody@127.0.0.1:1/nowhere', /127\.0\.0\.1:1/],
    ['a wrong setting', ['doctor', 'import'], 'mysql://somewhere', /DATABASE_URL must look like postgres:/],
  ])('because of %s prints one line, with status 1', async (_problem, names, connectionString, message) => {
    for (const name of names) {
      const { status, stdout, stderr } = await runCli(name === 'import' ? [name, uglyFile] : [name], {
        connectionString,
      })
      const lines = (stdout + stderr)
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('ok'))
      expect([name, status, lines.length]).toEqual([name, 1, 1])
      expect(lines[0]).toMatch(message)
    }
  })

  it('because of a broken file doesn’t change the database', async () => {
    const before = await countStored()
    const file = await writeTestFile('broken.csv', 'act,prompt\nGood row,With a text that is good.\nA,"never closed\n')
    const { status, stderr } = await runCli(['import', file], testSite.connection)
    expect([status, stderr.trimEnd()]).toEqual([
      1,
      `${file} can't be imported. The quote that opens on line 3 is never closed.`,
    ])
    expect(await countStored()).toBe(before)
  })

  it.each([
    ['no-such-folder/out.json', 'its folder is missing'],
    ['a-file/out.json', 'its folder is a file'],
    ['.', 'it is a folder'],
  ])('because of an unwritable target (%s) prints the reason, and leaves no .part file', async (place, reason) => {
    await writeTestFile('a-file', '')
    const file = join(folder, place)
    const { status, stderr } = await runCli(['export', file], testSite.connection)
    expect([status, stderr.trimEnd()]).toEqual([1, `${file} can't be written: ${reason}.`])
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('import', () => {
  it('prints the line and reason of each refused row, stores the others, and exits with status 1', async () => {
    const file = await writeTestFile(
      'mixed.csv',
      'act,prompt\nOk,Too short a title.\n"Two\nlines",short\nFine,With a text that is good.\n',
    )
    const { status, stdout, stderr } = await runCli(['import', file], testSite.connection)
    expect([status, stdout]).toEqual([1, 'mixed.csv: 1 new, 0 already there, 2 refused.\n'])
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      'Line 2 is left out. The title has 2 characters. Use 3 to 200.',
      'Line 3 is left out. Write at least 10 characters.',
    ])
  })

  it('applies the rules of every field, like the API and the form', async () => {
    const exported = join(folder, 'rules-before.json')
    await runCli(['export', exported], testSite.connection)
    const [row] = JSON.parse(await readFile(exported, 'utf8'))
    const record = { ...row, id: newId(), slug: 'by-the-rules', importKey: null, title: 'By the rules' }
    const rows = [
      { ...record, models: Array.from({ length: 50 }, (_, index) => `Model\u200B${index}`) },
      { ...record, models: ['Model\u202E'] },
      { ...record, title: 'A\u2066title' },
      { ...record, description: 'x\u200B' },
      { ...record, tags: ['one', 't\u200Bo'] },
      { ...record, credit: 'Somebody\u202E' },
      { ...record, content: 'A text with \u{E0041}hidden letters.' },
      { ...record, models: ['GPT', ' GPT '], tags: ['#One', 'one'] },
    ]
    const file = await writeTestFile('rules.json', JSON.stringify(rows, null, 1))
    const { status, stdout, stderr } = await runCli(['import', file], testSite.connection)
    expect([status, stdout]).toEqual([1, 'rules.json: 1 new, 0 already there, 7 refused.\n'])
    expect(stderr).toContain('Use at most 3 models.')
    expect(stderr.match(/The (?:model|title|description|tag|contributor’s name) contains invisible/g)).toHaveLength(5)
    expect(stderr).toContain('invisible letters that a model reads')
    const { body } = await testSite.request('/api/prompts/by-the-rules')
    expect(body).toMatchObject({ models: ['GPT'], tags: ['one'] })
  })

  it('shortens the name of a contributor between characters, so the other rows aren’t lost', async () => {
    const name = `${'a'.repeat(99)}😀`
    const file = await writeTestFile(
      'credits.csv',
      `act,prompt,contributor\nA good row,With a text that is good,b\nA long name,With a text that is fine,${name}\n`,
    )
    const { status, stdout } = await runCli(['import', file], testSite.connection)
    expect([status, stdout]).toEqual([0, 'credits.csv: 2 new, 0 already there, 0 refused.\n'])
    const author = await testSite.db.selectFrom('creditedAuthors').select('name').where('key', 'like', 'aaa%').execute()
    expect(author).toEqual([{ name: 'a'.repeat(99) }])
  })

  it('stores all rows of a messy file, reports lines with the same text, and exits with status 0', async () => {
    const { status, stdout, stderr } = await runCli(['import', uglyFile], testSite.connection)
    expect([status, stdout]).toEqual([0, 'ugly-prompts.csv: 42 new, 0 already there, 0 refused.\n'])
    expect(stderr).toContain('Line 82 was imported, but has the same text as line 81 under another title.\n')
  })

  it('migrates an empty database first, like the command that creates an account; an export refuses it', async () => {
    const empty = await createTestSite()
    try {
      await sql`drop schema public cascade`.execute(empty.db)
      await sql`create schema public`.execute(empty.db)
      const refused = await runCli(['export', join(folder, 'x.json')], empty.connection)
      expect([refused.status, refused.stderr]).toEqual([
        1,
        'The database is not up to date. Run: npm run cli -- migrate\n',
      ])
      const created = await runCli(['user', 'create', 'first', 'first@example.test'], empty.connection, goodPassword)
      expect([created.status, created.stderr]).toEqual([0, ''])
      expect((await runCli(['import', uglyFile], empty.connection)).status).toBe(0)
      expect((await runCli(['migrate'], empty.connection)).stdout).toBe('The database is up to date.\n')
    } finally {
      await empty.close()
    }
  })
})

describe('an export', () => {
  // Of these commands, only the first export to out.json runs as a separate program. The others run in this process.
  it.each([
    ['out.json', [], runCliProgram],
    ['out.csv', ['--format', 'csv'], runCli],
  ])('to %s can be imported into another site, and exported there unchanged', async (name, options, start) => {
    const [exported, exportedAgain] = [join(folder, name), join(folder, `again-${name}`)]
    const copy = await createTestSite()
    try {
      expect((await start(['export', exported, ...options], testSite.connection)).status).toBe(0)
      expect((await runCli(['import', exported], copy.connection)).status).toBe(0)
      expect((await runCli(['export', exportedAgain, ...options], copy.connection)).status).toBe(0)
      expect((await readFile(exported, 'utf8')).split('\n').length).toBeGreaterThan(await countStored())
      expect((await readFile(exportedAgain)).equals(await readFile(exported))).toBe(true)
    } finally {
      await copy.close()
    }
  })
})

describe('doctor', () => {
  it('finds no problem in a healthy database, and lists its checks', async () => {
    const { status, stdout } = await runCli(['doctor'], testSite.connection)
    expect(status).toBe(0)
    expect(stdout.split('\n').map((line) => cutText(line, 20).trimEnd())).toEqual([
      'ok    settings',
      'ok    database',
      'ok    encoding',
      'ok    migrations',
      'ok    extensions',
      'ok    text search',
      'ok    time-outs',
      'ok    writes',
      'ok    counters',
      'ok    credits',
      'ok    payments',
      'ok    jobs',
      'ok    emails',
      'ok    webhooks',
      'ok    AI budget',
      'ok    database size',
      'warn  backups',
      'ok    pooler',
      'ok    models',
      'ok    private files',
      '',
    ])
  })

  it('--json prints the results as JSON', async () => {
    const { status, stdout } = await runCli(['doctor', '--json'], testSite.connection)
    const { healthy, checks } = JSON.parse(stdout)
    expect([status, healthy]).toEqual([0, true])
    expect(checks).toContainEqual({ subject: 'migrations', level: 'ok', message: 'all applied' })
    const broken = await runCli(['doctor', '--json'], { env: { DATABASE_URL: 'mysql://x' } })
    expect([broken.status, JSON.parse(broken.stdout).healthy]).toEqual([1, false])
  })

  it('reports problems and fails', async () => {
    const damaged = await createTestSite()
    try {
      await sql`update prompt_counts set prompts = 7 where scope = 'all'`.execute(damaged.db)
      await sql`drop text search configuration promptarium_simple cascade`.execute(damaged.db)
      await sql`delete from schema_migrations where name like '0003%'`.execute(damaged.db)
      const { status, stdout } = await runCli(['doctor'], damaged.connection)
      expect(status).toBe(1)
      expect(stdout.split('\n').filter((line) => line.startsWith('fail'))).toEqual([
        'fail  migrations      missing: 0003_search.sql. Run: npm run cli -- migrate',
        'fail  text search     missing: promptarium_simple',
        'fail  counters        prompts of all: 7 stored, 0 counted',
      ])
    } finally {
      await damaged.close()
    }
  })

  it('doesn’t create the data folder', async () => {
    const dataDir = join(folder, 'no-data-yet')
    const { status, stdout } = await runCli(['doctor'], { env: { DATA_DIR: dataDir } })
    expect([status, stdout.split('\n')[1]]).toEqual([
      0,
      `warn  data folder     ${dataDir} doesn't exist yet; the first startup or import creates it`,
    ])
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('an import that ends early', () => {
  it('loses no reported row if it is killed, and can be completed by a second import', async () => {
    const total = 600
    const rows = Array.from({ length: total }, (_, row) => `Row ${row},"Text of row ${row}, of some length."\n`)
    const file = await writeTestFile('long.csv', `act,prompt\n${rows.join('')}`)
    const before = await countStored()

    const child = startCli(['import', file], testSite.connection)
    const reported = await new Promise<number>((resolve) => {
      let output = ''
      child.stderr.on('data', (chunk) => {
        output += chunk
        const done = /^(\d+) of 600 rows$/m.exec(output)?.[1]
        if (done) resolve(Number(done))
      })
    })
    child.kill('SIGKILL')
    const signal = await new Promise((resolve) => child.on('close', (_status, signal) => resolve(signal)))

    expect(signal).toBe('SIGKILL')
    const stored = (await countStored()) - before
    expect(stored).toBeGreaterThanOrEqual(reported)
    expect(stored).toBeLessThan(total)
    // All counts that the catalogue stores are right.
    expect(await findDrifts(testSite.db)).toEqual([])
    const { status, stdout } = await runCli(['import', file], testSite.connection)
    const known = Number(/(\d+) already there/.exec(stdout)?.[1])
    expect([status, known >= stored, (await countStored()) - before]).toEqual([0, true, total])
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('stops after the batch during which it receives SIGTERM', async () => {
    const total = 600
    const rows = Array.from({ length: total }, (_, row) => `Line ${row},"Text number ${row}, of some length."\n`)
    const file = await writeTestFile('stopped.csv', `act,prompt\n${rows.join('')}`)
    const before = await countStored()
    const child = await testSite.db.transaction().execute(async (tx) => {
      // The lock makes the import wait in its first batch.
      await sql`lock table prompts in share mode`.execute(tx)
      const child = startCli(['import', file], testSite.connection)
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      child.kill('SIGTERM')
      return child
    })
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const status = await new Promise((resolve) => child.on('close', resolve))
    const left = Number(/^Stopped with (\d+) rows left\. Run the import again to complete it\.$/m.exec(stderr)?.[1])
    expect([status, (await countStored()) - before]).toEqual([1, total - left])
    expect(left).toBeGreaterThan(0)
  })
})
