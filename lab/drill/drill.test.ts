import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Runs `npm run drill` with these arguments. */
function drill(...args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'drill.ts'), ...args], { encoding: 'utf8' })
}

it.each([
  ['failover', '--only', 'kil'],
  ['failover', '--only', 'all'],
  ['failover', '--only', ''],
  ['pitr', '--only', 'kill'],
])('%s %s %s is refused before anything starts, with the names that exist', (...args) => {
  const { status, stdout } = drill(...args)
  expect(stdout).toMatch(/^The drill can’t run: .*failover.* switchover, kill, cut, standby, disk\.\n$/)
  expect(status).toBe(2)
})

it('a drill that doesn’t exist is refused, with the names that exist', () => {
  const { status, stdout } = drill('failovr')
  expect(stdout).toContain(
    'choose npm run drill -- cache or npm run drill -- failover or npm run drill -- pitr or npm run drill -- replicas.',
  )
  expect(status).toBe(2)
})
