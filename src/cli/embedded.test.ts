import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { readSettings } from '#server/settings/settings.ts'
import { runCli, runCliProgram, startCli } from '#test/cli.ts'
import { makeDatabaseFolder } from '#test/database-folder.ts'

/** An import stores rows in batches of 200, so these are three batches. */
const rows = 600

let folder = ''
let env: { DATA_DIR: string }
beforeAll(() => {
  folder = makeDatabaseFolder()
  env = { DATA_DIR: join(folder, 'data') }
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes a file with this many prompts. Returns its path. */
async function writeRows(name: string, count: number): Promise<string> {
  const lines = Array.from({ length: count }, (_, row) => `Row ${row} of ${name},"Text of row ${row} of ${name}."\n`)
  await writeFile(join(folder, name), `act,prompt\n${lines.join('')}`)
  return join(folder, name)
}

describe('on the embedded database', () => {
  it('an import needs no server, and can be completed by a second import after a kill', async () => {
    const file = await writeRows('many.csv', rows)
    const child = startCli(['import', file], { env })
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (chunk) => String(chunk).includes(`of ${rows} rows`) && resolve())
    })
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))

    const { status, stdout } = await runCli(['import', file], { env })
    const [stored = 0, known = 0] = (stdout.match(/\d+/g) ?? []).map(Number)
    expect([status, stored + known, known >= 200]).toEqual([0, rows, true])
  })

  it('commands work while a server runs', async () => {
    const file = await writeRows('few.csv', 10)
    const server = await openDatabase(readSettings(env), { purpose: 'server', log: () => undefined })
    try {
      await migrate(server.db)
      const before = await countPrompts(server.db, 'all')
      const [importResult, doctorResult] = await Promise.all([
        runCliProgram(['import', file], { env }),
        runCliProgram(['doctor'], { env }),
      ])
      // The status of doctor also shows that the kill in the test above damaged nothing.
      expect([importResult.status, doctorResult.status]).toEqual([0, 0])
      expect((await countPrompts(server.db, 'all')) - before).toBe(10)
    } finally {
      await server.close()
    }
  })
})
