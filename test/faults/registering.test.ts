import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { goodPassword } from '../sign-up.ts'
import { faultyPostWriteCheck, installFaults, withFault } from './faults.ts'

let testSite: TestSite
let uninstallFaults: () => void
beforeAll(async () => {
  uninstallFaults = installFaults()
  testSite = await createTestSite({ site: { afterWrite: faultyPostWriteCheck } })
})
afterAll(async () => {
  await testSite.close()
  uninstallFaults()
})

let memberCount = 0
const register = () => {
  const username = `newcomer${++memberCount}`
  const json = { username, email: `${username}@example.test`, password: goodPassword }
  return testSite.request('/api/register', { method: 'POST', json })
}

it('a registration succeeds if any single call after its commit is refused or lost', async () => {
  const { calls } = await withFault(null, register)
  const commitIndex = calls.findIndex(({ name }) => /^statement: commit$/i.test(name))
  expect(commitIndex).toBeGreaterThan(0)
  // `at` counts from 1, so this is the first call after the commit.
  for (let at = commitIndex + 2; at <= calls.length; at++) {
    for (const kind of ['refused', 'lost'] as const) {
      const { result, hit } = await withFault({ at, kind }, register)
      // `hit`, the name of the failed call, is compared with itself so that a failing test shows it.
      expect([hit, result.status, result.body.credits]).toEqual([hit, 201, 30])
    }
  }
})
