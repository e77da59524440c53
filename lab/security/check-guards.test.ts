import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { checkCoverage, checkGuards, drawGuards } from './check-guards.ts'
import type { Guard } from './guards.ts'
import { requirements, requirementsIn } from './requirements.ts'

/** Returns a guard: code that prevents an attack, and the test that must fail without it. */
const guard = (file: string): Guard => ({
  file,
  remove: 'if (no) stop()',
  leave: '',
  test: 't.test.ts',
  title: 'stops',
})
const row = '| 1.2.4 It stops | done | `a.ts` | `t.test.ts` › "stops" |'
const files: Record<string, string> = { 'a.ts': 'if (no) stop()', 'b.ts': 'go()' }
const repository = { has: (path: string) => path in files, read: (path: string) => files[path] ?? '' }

describe('requirements', () => {
  it('are the 253 of levels 1 and 2 of OWASP’s standard (ASVS 5.0)', () => {
    expect(requirements).toHaveLength(253)
    expect(new Set(requirements).size).toBe(253)
  })

  it('are read from lists and ranges', () => {
    expect(requirementsIn('1.2.4, 10.4.9 to 10.4.11 and **6.2.1**')).toEqual([
      '1.2.4',
      '10.4.9',
      '10.4.10',
      '10.4.11',
      '6.2.1',
    ])
  })

  it('that docs/security.md doesn’t mention are reported', () => {
    // Requirements count in the first cell of a row and in list items, but not in prose.
    const problems = checkCoverage(`${row}\n- 1.2.5 to 1.2.9: none.\nProse with 1.1.1.`)
    expect(problems).toHaveLength(253 - 6)
    expect(problems[0]).toBe('docs/security.md doesn’t mention 1.1.1')
  })
})

describe('guards', () => {
  it('must be in their file, and their test in a row of docs/security.md', () => {
    expect(checkGuards([guard('a.ts')], row, repository)).toEqual([])
    expect(checkGuards([guard('b.ts')], row, repository)).toEqual(["b.ts doesn't have the guard if (no) stop()"])
    expect(checkGuards([guard('c.ts')], row, repository)).toEqual(["A guard is in c.ts, which doesn't exist"])
    expect(checkGuards([guard('a.ts')], '', repository)).toEqual([
      'No line of docs/security.md names t.test.ts › "stops"',
    ])
  })

  it('are each drawn at most once, and the same seed draws the same guards', () => {
    const all = Array.from({ length: 30 }, (_, index) => guard(`${index}.ts`))
    const drawn = drawGuards(all, 20, 7)
    expect(new Set(drawn).size).toBe(20)
    expect(drawGuards(all, 20, 7)).toEqual(drawn)
    expect(drawGuards(all, 20, 8)).not.toEqual(drawn)
    expect(drawGuards(all, 99, 1)).toHaveLength(30)
  })

  it('make the check fail if all of them are skipped', () => {
    const { status, stdout } = spawnSync(process.execPath, [
      'lab/security/check-security.ts',
      '--draw',
      '3',
      '--skip',
      '9999',
    ])
    expect([status, String(stdout)]).toEqual([1, expect.stringContaining('No guards to draw')])
  })
})
