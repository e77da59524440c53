import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noLog } from '#server/telemetry/request-log.ts'
import { logFields } from './log-fields.ts'

it('the compiler refuses fields of the log that docs/log-fields.md doesn’t describe, including spread fields', () => {
  const undescribed = { path: '/', undescribedField: 1 }
  // @ts-expect-error Not described.
  noLog.info({ undescribedField: 1 }, 'a line')
  // @ts-expect-error Not described.
  noLog.warn({ ...undescribed, status: 200 }, 'a line')
  noLog.error({ path: '/', status: 500 }, 'a line')
  expect(Object.keys(logFields)).not.toContain('undescribedField')
})

it('only src/server/telemetry/log.ts imports pino, so that the compiler sees the fields of every log line', () => {
  const source = join(import.meta.dirname, '..')
  const writers = globSync('**/*.ts', { cwd: source })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => /from 'pino'|import\('pino'\)/.test(readFileSync(join(source, path), 'utf8')))
  expect(writers, 'use the type Log of src/platform/log-fields.ts instead of pino’s').toEqual([
    'server/telemetry/log.ts',
  ])
})

it('each field of the log is described by a sentence', () => {
  expect(Object.entries(logFields).filter(([, text]) => !/^[A-Z].{10,}\.$/.test(text))).toEqual([])
})
