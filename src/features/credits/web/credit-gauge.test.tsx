import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CreditSummary } from '#features/credits/contract.ts'
import { CreditGauge } from './credit-gauge.tsx'

/** Renders the gauge of a free member with this much of the allowance left. Returns its visible text. */
function render(allowanceLeft: number): string {
  const nextReset = '2026-12-01T00:00:00.000Z'
  const summary: CreditSummary = {
    credits: allowanceLeft,
    onHold: 0,
    plan: 'free',
    monthlyCredits: 30,
    allowanceLeft,
    otherLeft: 0,
    nextReset,
  }
  return renderToStaticMarkup(<CreditGauge summary={summary} nextCredits={30} />).replaceAll(/<[^>]*>/g, '')
}

// Nothing may have been granted yet, and a refund withdraws credits, so the rest doesn't tell what was used.
it.each([0, 12])('says that %s of 30 monthly credits are left, not how many were used', (allowanceLeft) => {
  const text = render(allowanceLeft)
  expect(text).toContain(`${allowanceLeft} of 30 monthly credits left. The next 30 arrive on`)
  expect(text).not.toMatch(/\bused\b/)
})

// Somebody whose subscription has ended keeps the rest of its credits until the paid period ends.
it.each([30, 900])('doesn’t compare %s credits with the 30 of a month', (allowanceLeft) => {
  expect(render(allowanceLeft)).not.toContain('of 30')
})
