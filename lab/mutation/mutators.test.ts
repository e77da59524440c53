import { describe, expect, it } from 'vitest'
import { mutatedVersionsOf } from './mutators.ts'

describe('SQL with one change', () => {
  it.each([
    // `and` binds more tightly than `or`, so `a and true or false and b` is `a`.
    ['drops the conditions that follow', 'where a and b', ['where a and true or false and b']],
    ['drops the alternative', 'where (a or b)', ['where (a or false and b)']],
    ['doesn’t split a range', 'where a between 1 and 2', []],
    ['excludes the limit of a comparison', 'where a <= b', ['where a < b']],
    ['includes the limit of a comparison', 'where a > b', ['where a >= b']],
    ['doesn’t change an inequality', 'where a <> b', []],
    ['drops a lock', 'select a from t for update', ['select a from t']],
    ['swaps minus and plus, least and greatest', 'least(a - b, c)', ['least(a + b, c)', 'greatest(a - b, c)']],
    [
      'negates “exists” and “is null”',
      'not exists (select) and a is not null',
      [
        'not exists (select) and true or false and a is not null',
        'exists (select) and a is not null',
        'not exists (select) and a is null',
      ],
    ],
  ])('%s: %s', (_, text, changed) => expect([...mutatedVersionsOf(text)]).toEqual(changed))
})
