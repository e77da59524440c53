import { expect, it } from 'vitest'
import type { LedgerEntry } from './contract.ts'
import { historyLines } from './history-rules.ts'
import { replacedReason } from './rules.ts'

const at = '2026-11-23T10:00:00.000Z'
const entry = (change: Partial<LedgerEntry>): LedgerEntry => ({
  id: '1',
  amount: 1000,
  kind: 'allowance',
  reason: 'Premium',
  balanceAfter: 1000,
  createdAt: at,
  ...change,
})
const replacedAllowance = entry({ id: '0', amount: -27, kind: 'expiry', reason: replacedReason, balanceAfter: 0 })

it('the history shows an upgrade as one line, not as a loss', () => {
  expect(historyLines([entry({}), replacedAllowance, entry({ id: 'a', amount: -3, kind: 'spend' })])).toMatchObject([
    { amount: 973, balanceAfter: 1000, replaced: 27 },
    { amount: -3, replaced: 0 },
  ])
})

it('the history doesn’t change other entries', () => {
  const earlier = { ...replacedAllowance, createdAt: '2026-11-22T10:00:00.000Z' }
  const unused = { ...replacedAllowance, reason: 'Unused allowance expired' }
  for (const entries of [
    [entry({}), earlier],
    [entry({}), unused],
    [replacedAllowance],
    [entry({ kind: 'gift' }), replacedAllowance],
  ])
    expect(historyLines(entries).map(({ amount }) => amount)).toEqual(entries.map(({ amount }) => amount))
})
