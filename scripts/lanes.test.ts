import { expect, it } from 'vitest'
import { lanesOf } from './lanes.ts'

const unit = { name: 'unit' }
const sql = { name: 'sql' }
const stories = { name: 'stories' }

it('runs unit tests beside the stories, and after them the stage that needs their results', () => {
  expect(lanesOf([unit, sql, stories])).toEqual([
    [stories],
    [
      { ...unit, printsAtEnd: true },
      { ...sql, printsAtEnd: true },
    ],
  ])
})

it('runs either of them alone as usual', () => {
  expect(lanesOf([unit, sql])).toEqual([[unit, sql]])
  expect(lanesOf([stories])).toEqual([[stories]])
  expect(lanesOf([])).toEqual([[]])
})

it('runs them one after the other on a given database server', () => {
  expect(lanesOf([unit, sql, stories], 'postgres://localhost/postgres')).toEqual([[unit, sql, stories]])
})
