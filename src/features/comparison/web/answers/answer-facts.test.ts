import { expect, it } from 'vitest'
import { factsOf, readingTime, statementsOf, wordsOf } from './answer-facts.ts'

it('factsOf counts words, sentences and structure without the Markdown syntax', () => {
  const text = '## A plan\n\nGo **early**. Is it far? No\n\n- Bring water\n- Walk.\n\n```\nrun it now\n```'
  expect(factsOf(text)).toEqual({ words: 14, sentences: 3, headings: 1, items: 2, codeBlocks: 1 })
  expect(factsOf('')).toEqual({ words: 0, sentences: 0, headings: 0, items: 0, codeBlocks: 0 })
})

it('wordsOf returns a character of a script without spaces, a contraction, a number or a time as one word', () => {
  expect(wordsOf('我爱猫 don’t 1,500 e-mail 9:30')).toEqual(['我', '爱', '猫', 'don’t', '1,500', 'e-mail', '9:30'])
})

it('statementsOf splits an answer into sentences and list items, without headings or code', () => {
  expect(statementsOf('# Title\n\nAt 3.5 km. Then “stop.” Go on, e.g. here!\n1. One\n\n```\ncode\n```')).toEqual([
    'At 3.5 km.',
    'Then “stop.”',
    'Go on, e.g. here!',
    'One',
  ])
})

it('readingTime returns seconds for less than a minute, otherwise minutes', () => {
  expect([1, 100, 238, 1000].map(readingTime)).toEqual(['5 s', '25 s', '1 min', '4 min'])
})
