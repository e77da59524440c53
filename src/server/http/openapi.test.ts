import { expect, it } from 'vitest'
import type { Db } from '#platform/database/db.ts'
import { createTestServices } from '#test/test-services.ts'
import { createApp } from '../app.ts'
import { describeApi } from './openapi.ts'

type Parameter = { name: string; in: string; schema: object }

it('every list that has pages takes a limit of 1 to 100, 20 by default', () => {
  const { paths = {} } = describeApi(createApp({ ...createTestServices({} as Db), db: {} as Db }))
  const limits = Object.entries(paths).flatMap(([path, item]) => {
    const parameters = (item?.get?.parameters ?? []) as Parameter[]
    const isPaged = parameters.some(({ name }) => name === 'cursor')
    const limit = parameters.find(({ name }) => name === 'limit')
    return isPaged || limit ? [[path, limit?.schema]] : []
  })
  expect(limits.length).toBeGreaterThan(30)
  for (const [path, schema] of limits)
    expect({ path, schema }).toEqual({ path, schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } })
})
