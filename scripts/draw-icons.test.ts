import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { iconNames } from '#ui/icon-names.ts'

it('src/ui/icons.svg has the icons of src/ui/icon-names.ts (if not, see scripts/make-icons.ts)', async () => {
  const svg = await readFile(join(import.meta.dirname, '../src/ui/icons.svg'), 'utf8')
  const names = [...svg.matchAll(/<symbol id="([a-z0-9-]+)" viewBox="0 0 24 24"><[a-z]/g)].map((match) => match[1])
  expect(names.toSorted()).toEqual([...iconNames].sort())
})
