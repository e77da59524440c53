import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { iconNames } from '#ui/icon-names.ts'
import { drawIcons } from './draw-icons.ts'

it('the drawn icons are those of the list: else run `node scripts/make-icons.ts`', async () => {
  const drawn = await readFile(join(import.meta.dirname, '../src/ui/icons.svg'), 'utf8')
  expect(drawn).toBe(await drawIcons(iconNames))
})
