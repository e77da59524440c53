import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

describe('the circuit breaker', () => {
  const startBreaker = () => {
    let time = 0
    const breaker = createCircuitBreaker(() => time)
    const failTimes = (times: number) => {
      for (let i = 0; i < times; i++) if (breaker.enter()) breaker.recordFailure()
    }
    return { breaker, failTimes, advance: (ms: number) => (time += ms) }
  }

  it('opens at the fifth failure within 30 s, for 60 s', () => {
    const { breaker, failTimes, advance } = startBreaker()
    failTimes(4)
    expect(breaker.enter()).toBe(true)
    breaker.recordFailure()
    expect(breaker.enter()).toBe(false)
    advance(59_999)
    expect(breaker.isOpen).toBe(true)
    advance(1)
    expect(breaker.isOpen).toBe(false)
  })

  it('stays closed if failures are far enough apart', () => {
    const { breaker, failTimes, advance } = startBreaker()
    for (let i = 0; i < 10; i++) {
      failTimes(1)
      advance(8_000)
    }
    expect(breaker.isOpen).toBe(false)
  })

  it('lets one probe through after the pause, and closes or reopens depending on its outcome', () => {
    const { breaker, failTimes, advance } = startBreaker()
    failTimes(5)
    advance(60_000)
    expect([breaker.enter(), breaker.enter()]).toEqual([true, false])
    breaker.recordFailure()
    expect(breaker.enter()).toBe(false)
    advance(60_000)
    expect(breaker.enter()).toBe(true)
    breaker.recordSuccess()
    expect([breaker.enter(), breaker.enter()]).toEqual([true, true])
  })

  it('allows another probe if the first one reveals nothing about the vendor', () => {
    const { breaker, failTimes, advance } = startBreaker()
    failTimes(5)
    advance(60_000)
    breaker.enter()
    breaker.release()
    expect(breaker.enter()).toBe(true)
  })
})
