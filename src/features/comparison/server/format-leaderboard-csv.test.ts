import { expect, it } from 'vitest'
import { formatLeaderboardCsv } from './format-leaderboard-csv.ts'

it('a leaderboard as CSV repeats its date and method on each line, and disarms cells that look like formulas', () => {
  const sharedFields = { vendor: 'openai' as const, votes: 12, medianTime: 900, medianPrice: 2, medianCost: 0.004 }
  const csv = formatLeaderboardCsv({
    models: [
      { ...sharedFields, model: 'gpt-x', rating: 1040, low: 990, high: 1100 },
      { ...sharedFields, model: '=cmd()', rating: null, low: null, high: null, votes: 3 },
    ],
    votes: 12,
    ratedVotesMin: 10,
    computedAt: '2026-11-23T12:00:00.000Z',
    method: 'A formula, in words',
  })
  expect(csv.split('\r\n')).toEqual([
    'model,vendor,rating,low,high,votes,medianTime,medianPrice,medianCost,computedAt,method',
    'gpt-x,openai,1040,990,1100,12,900,2,0.004,2026-11-23T12:00:00.000Z,"A formula, in words"',
    '\'=cmd(),openai,,,,3,900,2,0.004,2026-11-23T12:00:00.000Z,"A formula, in words"',
    '',
  ])
})
