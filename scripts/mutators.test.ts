import { describe, expect, it } from 'vitest'
import { changesOf } from './mutators.ts'

describe('SQL with one change', () => {
  it.each([
    ['loses the conditions that follow', 'where a and b', ['where a and true or false and b']],
    ['loses the alternative', 'where (a or b)', ['where (a or false and b)']],
    ['keeps what a range consists of', 'where a between 1 and 2', []],
    ['moves a limit by one', 'where a <= b', ['where a < b']],
    ['moves a limit by one the other way', 'where a > b', ['where a >= b']],
    ['compares nothing else', 'where a <> b', []],
    ['forgets a lock', 'select a from t for update', ['select a from t']],
    ['swaps what is least', 'least(a - b, c)', ['least(a + b, c)', 'greatest(a - b, c)']],
    [
      'says the opposite of nothing',
      'not exists (select) and a is not null',
      [
        'not exists (select) and true or false and a is not null',
        'exists (select) and a is not null',
        'not exists (select) and a is null',
      ],
    ],
  ])('%s: %s', (_, text, changed) => expect([...changesOf(text)]).toEqual(changed))
})
