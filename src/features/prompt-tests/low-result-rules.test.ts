import { describe, expect, it } from 'vitest'
import { isLow, modelsToReplace } from './low-result-rules.ts'

const result = (model: string, passed: number, isCurrent = true) => ({ model, passed, answered: 6, isCurrent })
const models = { ended: ['old', 'older'], offered: ['new', 'newer'] }

it('results are low if fewer than half of the answers passed', () => {
  expect([0, 2, 3, 6].map((passed) => isLow({ passed, answered: 6 }))).toEqual([true, true, false, false])
})

describe('an ended model needs a replacement', () => {
  it('if all results on offered models are low, and the ended model’s were not', () => {
    expect(modelsToReplace([result('old', 6), result('new', 1), result('newer', 2)], models)).toEqual(['old'])
    expect(modelsToReplace([result('old', 6, false), result('older', 3), result('new', 0)], models)).toEqual([
      'old',
      'older',
    ])
  })

  it.each([
    ['one offered model passes', [result('old', 6), result('new', 1), result('newer', 3)]],
    ['its own results were low', [result('old', 2), result('new', 1)]],
    ['no offered model was tested', [result('old', 6)]],
    ['offered models were tested only on another text', [result('old', 6), result('new', 1, false)]],
    ['the model is neither ended nor offered', [result('away', 6), result('new', 1)]],
    ['there are no results', []],
  ])('but not if %s', (_, results) => {
    expect(modelsToReplace(results, models)).toEqual([])
  })

  it('but not if all versions of an offered model together passed half of the answers', () => {
    expect(modelsToReplace([result('old', 6), result('new', 0), result('new', 6)], models)).toEqual([])
  })
})
