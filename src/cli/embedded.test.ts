import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { openDatabase } from '#server/database.ts'
import { migrate } from '#server/migrations.ts'
import { readSettings } from '#server/settings.ts'
import { runCli, runCliProgram, startCli } from '#test/cli.ts'
import { makeDatabaseFolder } from '#test/database-folder.ts'

const rows = 600

let folder = ''
let file = ''
beforeAll(async () => {
  folder = makeDatabaseFolder()
  file = join(folder, 'many.csv')
  const lines = Array.from({ length: rows }, (_, row) => `Row ${row},"Text of row ${row}, ${'word '.repeat(99)}"\n`)
  await writeFile(file, `act,prompt\n${lines.join('')}`)
})
afterAll(() => rm(folder, { recursive: true }))

describe('on the embedded database', () => {
  it('an import needs no server, and can be completed by a second import after a kill', async () => {
    const options = { env: { DATA_DIR: join(folder, 'alone') } }
    const child = startCli(['import', file], options)
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (chunk) => String(chunk).includes(`of ${rows} rows`) && resolve())
    })
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))

    const { status, stdout } = await runCli(['import', file], options)
    const [stored = 0, known = 0] = (stdout.match(/\d+/g) ?? []).map(Number)
    expect([status, stored + known, known >= 200]).toEqual([0, rows, true])
    expect((await runCli(['doctor'], options)).status).toBe(0)
  })

  it('commands work while a server runs', async () => {
    const env = { DATA_DIR: join(folder, 'served') }
    const server = await openDatabase(readSettings(env), { purpose: 'server', log: () => undefined })
    try {
      await migrate(server.db)
      const [importResult, doctorResult] = await Promise.all([
        runCliProgram(['import', file], { env }),
        runCliProgram(['doctor'], { env }),
      ])
      expect([importResult.status, doctorResult.status]).toEqual([0, 0])
      expect(await countPrompts(server.db, 'all')).toBe(rows)
    } finally {
      await server.close()
    }
  })
})
