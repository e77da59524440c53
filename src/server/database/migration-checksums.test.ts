import { describe, expect, it } from 'vitest'
import { checksumOf, readKnownChecksums } from './migration-checksums.ts'
import { readMigrations } from './migrations.ts'

it('the checksum of a migration doesn’t depend on line endings', () => {
  expect(checksumOf('select 1;\r\nselect 2;')).toBe(checksumOf('select 1;\nselect 2;'))
  expect(checksumOf('select 1;')).not.toBe(checksumOf('select 2;'))
})

describe('applied migrations', () => {
  it('never change: each matches db/migrations/checksums.txt', async () => {
    const known = await readKnownChecksums()
    for (const { name, checksum } of await readMigrations()) {
      const line = `${checksum} ${name}`
      const advice = known.has(name)
        ? `db/migrations/${name} was changed. If databases may have it already, restore its statements, and put changes into a new migration. If only its comments changed, append to db/migrations/checksums.txt: ${line}`
        : `A new migration must not change once it is merged. Append to db/migrations/checksums.txt: ${line}`
      expect([...(known.get(name) ?? [])], advice).toContain(checksum)
    }
  })

  it('are never removed: each name in checksums.txt exists', async () => {
    const names = new Set((await readMigrations()).map(({ name }) => name))
    const missing = [...(await readKnownChecksums()).keys()].filter((name) => !names.has(name))
    expect(missing, 'Databases have these migrations already. Restore the files.').toEqual([])
  })
})
