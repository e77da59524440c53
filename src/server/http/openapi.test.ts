import { expect, it } from 'vitest'
import type { Db } from '#platform/database/db.ts'
import { createTestServices } from '#test/test-services.ts'
import { createApp } from '../app.ts'
import { describeApi } from './openapi.ts'

type Parameter = { name: string; in: string; schema: object; description?: string }

const { paths = {} } = describeApi(createApp({ ...createTestServices({} as Db), db: {} as Db }))
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { summary?: string; parameters?: Parameter[] }>).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
)

it('every summary begins with a verb in the third person, such as “Lists”', () => {
  const others = operations.filter(({ summary = '' }) => !/^[A-Z][a-z]*s[ ,]/.test(summary))
  expect(others.map(({ name }) => name)).toEqual([])
})

it('every query parameter has a description', () => {
  const undescribed = operations.flatMap(({ name, parameters = [] }) =>
    parameters.filter((parameter) => parameter.in === 'query' && !parameter.description).map((one) => [name, one.name]),
  )
  expect(undescribed).toEqual([])
})

it('every list that has pages takes a limit of 1 to 100, 20 by default', () => {
  const limits = Object.entries(paths).flatMap(([path, item]) => {
    const parameters = (item?.get?.parameters ?? []) as Parameter[]
    const isPaged = parameters.some(({ name }) => name === 'cursor')
    const limit = parameters.find(({ name }) => name === 'limit')
    return isPaged || limit ? [[path, limit?.schema]] : []
  })
  expect(limits.length).toBeGreaterThan(30)
  for (const [path, schema] of limits)
    expect({ path, schema }).toMatchObject({ path, schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } })
})
