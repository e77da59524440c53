import { describe, expect, it } from 'vitest'
import { type Failure, planFailures, possibleKinds } from './failures.ts'
import { createPromises } from './promises.ts'
import { reportOf } from './report.ts'
import type { Run } from './run.ts'
import { type Sample, slopesOf } from './samples.ts'
import type { Done } from './traffic.ts'

const hour = 3_600_000
const all = possibleKinds({ hasOwnDisk: true, hasClock: true })

describe('the plan of failures', () => {
  it('has every kind, in order of time, the same for the same seed', () => {
    const plan = planFailures(all, hour, 3)
    expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(all))
    expect(plan.map(({ atMs }) => atMs)).toEqual(plan.map(({ atMs }) => atMs).toSorted((a, b) => a - b))
    expect(plan.every(({ atMs }) => atMs >= 0 && atMs < hour)).toBe(true)
    expect(planFailures(all, hour, 3)).toEqual(plan)
    expect(planFailures(all, hour, 4)).not.toEqual(plan)
  })

  it('leaves out what this machine can’t do', () => {
    expect(possibleKinds({ hasOwnDisk: false, hasClock: false })).toHaveLength(all.length - 2)
  })
})

it('memory is measured for each process after its first minutes, by the line with the least squares', () => {
  const samples = Array.from({ length: 61 }, (_, minute): Sample => {
    const young: Record<number, number> = minute > 50 ? { 2: 500 } : {}
    // Grows by 100 MB while it warms up, then by 6 MB an hour.
    const memory = { 1: minute < 10 ? 200 + minute * 10 : 300 + minute * 0.1, ...young }
    return { at: minute * 60_000, memory, files: 0, connections: 0 }
  })
  const slopes = slopesOf(samples, 10 * 60_000, 20 * 60_000)
  expect(slopes.map(({ pid, minutes }) => [pid, minutes])).toEqual([[1, 50]])
  expect(slopes[0]?.perHour).toBeCloseTo(6, 6)
})

it('the last confirmed value counts, and what may have come after it', () => {
  const { latest, wrote } = createPromises()
  wrote('vote a b', '1', false)
  wrote('vote a b', '-1', true)
  expect(latest.get('vote a b')).toEqual({ sure: '-1', perhaps: new Set() })
  wrote('vote a b', '0', false)
  expect(latest.get('vote a b')).toEqual({ sure: '-1', perhaps: new Set(['0']) })
})

describe('a run fails', () => {
  const rest: Sample = { at: 0, memory: { 1: 100 }, files: 100, connections: 4 }
  const failure: Failure = {
    kind: 'database killed',
    vendor: false,
    from: 1_000,
    to: 9_000,
    awayMs: 3_000,
    recoveryMs: 2_000,
  }
  const away: Done = { name: 'page', kind: 'away', detail: '0 fetch failed', from: 2_000, to: 2_100 }
  const runWith = (changes: Partial<Run> & { ended?: Done[] }): Run => ({
    options: { dataDir: '', ms: hour, perSecond: 8, seed: 1, hasOwnDisk: true, logFile: '' },
    startedAt: new Date(0),
    ms: hour,
    endedEarly: false,
    traffic: { ended: changes.ended ?? [away], leftOut: () => 0, stop: async () => undefined },
    failures: [failure],
    samples: [rest],
    before: rest,
    after: rest,
    laws: [{ law: 'a law', checked: '1', faults: [] }],
    ...changes,
  })
  const reasons = (changes: Parameters<typeof runWith>[0]) => reportOf(runWith(changes)).reasons

  it('not because of what suffers while something is broken on purpose', () => expect(reasons({})).toEqual([]))
  it('not because a busy machine turns somebody away', () =>
    expect(reasons({ ended: [{ ...away, detail: '503 overloaded', from: 20_000, to: 20_100 }] })).toEqual([]))
  it.each<[string, Parameters<typeof runWith>[0]]>([
    ['of anything else without a failure', { ended: [{ ...away, from: 20_000, to: 20_100 }] }],
    ['of a wrong answer', { ended: [{ ...away, kind: 'wrong', from: 20_000, to: 20_100 }] }],
    ['a hanging vendor is no excuse for a page', { failures: [{ ...failure, vendor: true }] }],
    ['a law is broken', { laws: [{ law: 'a law', checked: '1', faults: ['a row is gone'] }] }],
    ['the site never became ready again', { failures: [{ ...failure, recoveryMs: null }] }],
    ['connections stay open', { after: { ...rest, connections: 12 } }],
    ['files stay open', { after: { ...rest, files: 300 } }],
    ['the product ended', { endedEarly: true }],
  ])('%s', (_, changes) => expect(reasons(changes)).toHaveLength(1))
})
