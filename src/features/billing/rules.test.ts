import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCreditsDue, formatMoney, isLive, premiumUntil, subscriptionStatuses, toContractStatus } from './rules.ts'

const paidUntil = new Date('2026-12-20T12:00:00.000Z')

describe('a subscription', () => {
  it.each(['active', 'trialing', 'past_due'] as const)(
    'that is %s grants Premium until seven days after the paid period',
    (status) => {
      expect(premiumUntil({ status, cancelAtPeriodEnd: false, paidUntil })).toEqual(
        new Date('2026-12-27T12:00:00.000Z'),
      )
    },
  )

  it('that ends with its period grants Premium until then', () => {
    expect(premiumUntil({ status: 'active', cancelAtPeriodEnd: true, paidUntil })).toEqual(paidUntil)
  })

  it.each(['incomplete', 'incomplete_expired', 'unpaid', 'paused', 'canceled'] as const)(
    'that is %s grants no Premium',
    (status) => {
      expect(premiumUntil({ status, cancelAtPeriodEnd: false, paidUntil })).toBeNull()
    },
  )

  it('that was never paid grants no Premium', () => {
    expect(premiumUntil({ status: 'active', cancelAtPeriodEnd: false, paidUntil: null })).toBeNull()
  })

  it('has a status in our API for every provider status, and only two of them mean that it has ended', () => {
    for (const status of subscriptionStatuses)
      expect(['none', 'active', 'past_due', 'canceled']).toContain(toContractStatus(status))
    expect(subscriptionStatuses.filter((status) => !isLive(status))).toEqual(['incomplete_expired', 'canceled'])
  })
})

describe('money', () => {
  it.each([
    [900, 'usd', '$9.00'],
    [1234567, 'usd', '$12,345.67'],
    [900, 'jpy', '¥900'],
    [1234567, 'kwd', 'KWD\u00a01,234.567'],
    [0, 'eur', '€0.00'],
    // These have no fractions in daily life, but the provider counts them in hundredths.
    [90_000, 'huf', 'HUF\u00a0900'],
    [90_050, 'huf', 'HUF\u00a0900.50'],
    [90_000, 'isk', 'ISK\u00a0900'],
    [900, 'xof', 'F\u202fCFA\u00a0900'],
  ])('of %i %s is formatted as %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text)
  })

  it('that is returned takes back its share of the credits: never more than were granted, and all of them for a full refund', () => {
    // A refund and a dispute can together return more than was paid.
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(200_000), (paid, returned) => {
        const due = countCreditsDue(returned, paid, 1000)
        expect(due).toBeLessThanOrEqual(1000)
        if (returned < paid) expect(due * paid).toBeGreaterThanOrEqual(1000 * returned)
        if (due > 0) expect((due - 1) * paid).toBeLessThan(1000 * returned)
        expect(countCreditsDue(paid, paid, 1000)).toBe(1000)
      }),
    )
    expect(countCreditsDue(0, 0, 1000)).toBe(0)
  })
})
