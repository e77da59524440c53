import { describe, expect, it } from 'vitest'
import { createBackOff } from './back-off.ts'

describe('the delay before a restart', () => {
  const rule = { firstMs: 500, maxMs: 3_000, healthyMs: 60_000 }

  it('doubles while runs are short, up to maxMs', () => {
    const delayAfter = createBackOff(rule)
    expect([0, 10, 59_999, 0, 0].map(delayAfter)).toEqual([500, 1_000, 2_000, 3_000, 3_000])
  })

  it('starts over after a run of at least healthyMs', () => {
    const delayAfter = createBackOff(rule)
    expect([0, 0, 60_000, 0].map(delayAfter)).toEqual([500, 1_000, 500, 1_000])
  })
})
