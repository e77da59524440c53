import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { areas } from './mutation-areas.ts'

it.each(Object.entries(areas))('every file and test of the area %s exists', (_, { files, tests }) => {
  const missing = [...files, ...tests].filter((path) => !existsSync(join(import.meta.dirname, '../..', path)))
  expect(missing, 'lab/mutation/mutation-areas.ts names files that were moved or renamed').toEqual([])
})
