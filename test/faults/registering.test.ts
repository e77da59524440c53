import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { goodPassword } from '../sign-up.ts'
import { faultyPostWriteCheck, installFaults, withFault } from './faults.ts'

let world: World
let uninstallFaults: () => void
beforeAll(async () => {
  uninstallFaults = installFaults()
  world = await createWorld({ site: { afterWrite: faultyPostWriteCheck } })
})
afterAll(async () => {
  await world.close()
  uninstallFaults()
})

let people = 0
const register = () => {
  const username = `newcomer${++people}`
  const json = { username, email: `${username}@example.test`, password: goodPassword }
  return world.request('/api/register', { method: 'POST', json })
}

it('a registration succeeds with any single failure after its commit', async () => {
  const { calls } = await withFault(null, register)
  const committed = calls.findIndex(({ name }) => /^statement: commit$/i.test(name))
  expect(committed).toBeGreaterThan(0)
  for (let at = committed + 2; at <= calls.length; at++) {
    for (const kind of ['refused', 'lost'] as const) {
      const { result, hit } = await withFault({ at, kind }, register)
      expect([hit, result.status, result.body.credits]).toEqual([hit, 201, 30])
    }
  }
})
