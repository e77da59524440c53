import { expect, it } from 'vitest'
import type { Check } from '../check-rules.ts'
import { refuseBrokenChecks, runChecks } from './run-checks.ts'

const answer = 'a'.repeat(64_000)
const slowPattern: Check = { kind: 'matches', pattern: '(.*a){40}[bc]' }

it('a pattern on a long answer and large schemas use the CPU of another process, so that other requests don’t wait', async () => {
  const schemas = Array.from({ length: 6 }, (_, index): Check => {
    const names = Array.from({ length: 150 }, (_, number) => `p${index}x${number}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    return { kind: 'json-schema', schema: JSON.stringify({ type: 'object', properties }) }
  })
  await runChecks([slowPattern], 'a')
  const start = process.cpuUsage()
  expect(await runChecks([slowPattern], answer)).toEqual([{ passed: false, why: 'No part of the answer matches.' }])
  await refuseBrokenChecks(schemas)
  expect(process.cpuUsage(start).user).toBeLessThan(100_000)
})

it('a check that can’t be run is refused by name', async () => {
  await expect(refuseBrokenChecks([{ kind: 'json' }, { kind: 'matches', pattern: '(' }])).rejects.toMatchObject({
    details: { fields: { 'checks.1': expect.stringContaining('This pattern can’t be read') } },
  })
})
