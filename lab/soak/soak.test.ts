import { describe, expect, it } from 'vitest'
import { createConfirmedWrites } from './confirmed-writes.ts'
import { type Failure, planFailures, possibleKinds } from './failures.ts'
import { type Measurement, slopesOf } from './measurements.ts'
import { reportOf } from './report.ts'
import type { Run } from './run.ts'
import type { EndedAction } from './traffic.ts'

const hour = 3_600_000
/** All kinds of failures, as on a machine where the soak can fill its own disk and shift the clock. */
const all = possibleKinds({ hasOwnDisk: true, hasClock: true })

describe('the plan of failures', () => {
  it('has every kind of failure, is in chronological order, and depends on the seed', () => {
    const plan = planFailures(all, hour, 3)
    expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(all))
    expect(plan.map(({ atMs }) => atMs)).toEqual(plan.map(({ atMs }) => atMs).toSorted((a, b) => a - b))
    expect(plan.every(({ atMs }) => atMs >= 0 && atMs < hour)).toBe(true)
    expect(planFailures(all, hour, 3)).toEqual(plan)
    expect(planFailures(all, hour, 4)).not.toEqual(plan)
  })

  it('leaves out failures that this machine can’t inject', () => {
    expect(possibleKinds({ hasOwnDisk: false, hasClock: false })).toHaveLength(all.length - 2)
  })
})

it('slopesOf measures the memory growth of each process that ran long enough, without its warm-up', () => {
  const measurements = Array.from({ length: 61 }, (_, minute): Measurement => {
    const youngProcess: Record<number, number> = minute > 50 ? { 2: 500 } : {}
    // Process 1 grows by 100 MB while it warms up, then by 6 MB an hour. Process 2 starts too late.
    const memory = { 1: minute < 10 ? 200 + minute * 10 : 300 + minute * 0.1, ...youngProcess }
    return { at: minute * 60_000, memory, files: 0, connections: 0 }
  })
  const slopes = slopesOf(measurements, 10 * 60_000, 20 * 60_000)
  expect(slopes.map(({ pid, minutes }) => [pid, minutes])).toEqual([[1, 50]])
  expect(slopes[0]?.perHour).toBeCloseTo(6, 6)
})

it('createConfirmedWrites records the last confirmed value, and later values that may be stored', () => {
  const { latest, recordWrite } = createConfirmedWrites()
  recordWrite('vote user-1 prompt-1', '1', false)
  recordWrite('vote user-1 prompt-1', '-1', true)
  expect(latest.get('vote user-1 prompt-1')).toEqual({ confirmed: '-1', possible: new Set() })
  recordWrite('vote user-1 prompt-1', '0', false)
  expect(latest.get('vote user-1 prompt-1')).toEqual({ confirmed: '-1', possible: new Set(['0']) })
})

describe('a run', () => {
  const idle: Measurement = { at: 0, memory: { 1: 100 }, files: 100, connections: 4 }
  const failure: Failure = {
    kind: 'database killed',
    affectsOnlyModels: false,
    from: 1_000,
    to: 9_000,
    unavailableMs: 3_000,
    recoveryMs: 2_000,
  }
  const unavailable: EndedAction = {
    name: 'page',
    kind: 'unavailable',
    detail: '0 fetch failed',
    from: 2_000,
    to: 2_100,
  }
  const runWith = (changes: Partial<Run> & { ended?: EndedAction[] }): Run => ({
    options: { dataDir: '', ms: hour, perSecond: 8, seed: 1, hasOwnDisk: true, logFile: '' },
    startedAt: new Date(0),
    ms: hour,
    hasEndedEarly: false,
    traffic: { ended: changes.ended ?? [unavailable], skipped: () => 0, stop: async () => undefined },
    failures: [failure],
    measurements: [idle],
    before: idle,
    after: idle,
    invariants: [{ name: 'an invariant', checked: '1', violations: [] }],
    ...changes,
  })
  const reasons = (changes: Parameters<typeof runWith>[0]) => reportOf(runWith(changes)).reasons

  it('passes if actions fail only during an injected failure', () => expect(reasons({})).toEqual([]))
  it('passes if the site refuses requests because it is overloaded', () =>
    expect(reasons({ ended: [{ ...unavailable, detail: '503 overloaded', from: 20_000, to: 20_100 }] })).toEqual([]))
  it.each<[string, Parameters<typeof runWith>[0]]>([
    ['an action failed outside of injected failures', { ended: [{ ...unavailable, from: 20_000, to: 20_100 }] }],
    ['a response was wrong', { ended: [{ ...unavailable, kind: 'wrong', from: 20_000, to: 20_100 }] }],
    ['a page failed while only a vendor was hanging', { failures: [{ ...failure, affectsOnlyModels: true }] }],
    [
      'an invariant is violated',
      { invariants: [{ name: 'an invariant', checked: '1', violations: ['a row is gone'] }] },
    ],
    ['the site never became ready again', { failures: [{ ...failure, recoveryMs: null }] }],
    ['connections stayed open', { after: { ...idle, connections: 12 } }],
    ['files stayed open', { after: { ...idle, files: 300 } }],
    ['the product ended by itself', { hasEndedEarly: true }],
  ])('fails if %s', (_, changes) => expect(reasons(changes)).toHaveLength(1))
})
