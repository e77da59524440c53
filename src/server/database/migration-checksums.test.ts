import { describe, expect, it } from 'vitest'
import { checksumOf, readKnownChecksums } from './migration-checksums.ts'
import { readMigrations } from './migrations.ts'

describe('the checksum of a migration', () => {
  it.each([
    ['a comment', 'create table a (b int); -- why\n', '/* one /* in */ another */ create table a (b int);'],
    ['white space', 'create  table a(b int) ;\n\n', 'create table a (b int);'],
    ['line endings', 'select 1;\r\nselect 2;', 'select 1;\nselect 2;'],
    ['a comment in a function', 'as $$ select 1 -- one\n $$', 'as $$ select 1 $$'],
  ])('doesn’t depend on %s', (_, one, other) => expect(checksumOf(one)).toBe(checksumOf(other)))

  it.each([
    ['a column', 'create table a (b int)', 'create table a (b bigint)'],
    ['a text', "select 'a  b'", "select 'a b'"],
    ['a text that looks like a comment', "select 'a -- b'", "select 'a'"],
    ['a text after an escaped quote', "select E'\\' -- b', 1", "select E'\\' -- c', 1"],
    ['a name', 'select "a  b"', 'select "a b"'],
    ['a name in capitals', 'select "A"', 'select "a"'],
    ['a function', 'as $x$ select 1 $x$', 'as $x$ select 2 $x$'],
    ['a space within a word', 'select ab', 'select a b'],
    ['a statement after a comment', '-- one\nselect 1', '-- one\nselect 2'],
  ])('depends on %s', (_, one, other) => expect(checksumOf(one)).not.toBe(checksumOf(other)))
})

describe('applied migrations', () => {
  it('never change: each matches db/migrations/checksums.txt', async () => {
    const known = (await readKnownChecksums()).filter(({ kind }) => kind === 'statements')
    for (const { name, checksum } of await readMigrations()) {
      const line = `statements ${checksum} ${name}`
      const storedLines = known.filter((one) => one.name === name).map((one) => `statements ${one.checksum} ${name}`)
      const advice = storedLines.length
        ? `db/migrations/${name} was changed. Restore it, since databases have it already, and put changes into a new migration.`
        : `A new migration must not change once it is merged. Append to db/migrations/checksums.txt: ${line}`
      expect(storedLines, advice).toEqual([line])
    }
  })

  it('are never removed: each name in checksums.txt exists', async () => {
    const names = new Set((await readMigrations()).map(({ name }) => name))
    const missing = (await readKnownChecksums()).filter(({ name }) => !names.has(name))
    expect(missing, 'Databases have these migrations already. Restore the files.').toEqual([])
  })
})
