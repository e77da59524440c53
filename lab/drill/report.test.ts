import { expect, it } from 'vitest'
import { findProblems, formatReport } from './report.ts'

const evidence = {
  credits: { confirmed: 9, lost: 0, twice: 0 },
  votes: { confirmed: 8, lost: 0, twice: null },
  prompts: { confirmed: 7, lost: 0, twice: null },
  billing: { confirmed: 6, lost: 0, twice: 0 },
}

it('a report doesn’t count what the drill doesn’t look for', () => {
  expect(formatReport([], evidence).split('\n').slice(-4)).toEqual([
    '| credits | 9 | 0 | 0 |',
    '| votes | 8 | 0 | – |',
    '| prompts | 7 | 0 | – |',
    '| billing | 6 | 0 | 0 |',
  ])
})

it('lost writes and those that happened twice are problems', () => {
  expect(findProblems([], evidence)).toEqual([])
  expect(findProblems([], { ...evidence, votes: { confirmed: 8, lost: 1, twice: null } })).toEqual([
    'votes: 1 confirmed writes are lost',
  ])
  expect(findProblems([], { ...evidence, credits: { confirmed: 9, lost: 1, twice: 2 } })).toEqual([
    'credits: 1 confirmed writes are lost, 2 happened twice',
  ])
})
