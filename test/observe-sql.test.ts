import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('each load of the module that observes SQL writes its own file, as when a test resets the modules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'observations-'))
  const program = `
    for (const load of [1, 2]) (await import('#test/observe-sql.ts?' + load)).writeObservations()`
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, SQL_OBSERVATIONS: folder },
    })
    const files = readdirSync(folder)
    expect(files.filter((file) => file.endsWith('.json'))).toHaveLength(2)
    expect(files.map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual(['{}', '{}'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
