import { expect, it } from 'vitest'
import { mentions, termsOf, termsOfPrompt } from './answer-terms.ts'

it('finds names within sentences and after a label, but not the first words of sentences', () => {
  const text =
    'Take the train to Cais do Sodré. Day 2: Belém. One of Europe’s best. It’s fun, I’d say, in São Jorge Castle.'
  expect(termsOf([text], '')).toEqual(['Cais do Sodré', 'Belém', 'Europe', 'São Jorge Castle'])
})

it('takes no word for a name that an answer also writes small', () => {
  expect(termsOf(['Ask the Museum of Art.', 'A museum of art is near.'], '')).toEqual([])
})

it('finds amounts, long numbers and numbers with a unit, each once', () => {
  const text =
    'It costs €65 or 12%, opens at 9 am, takes 40 minutes, since 1998. Pay €65. Version 2 is old, in 7 steps.'
  expect(termsOf([text], '')).toEqual(['€65', '12%', '9 am', '40 minutes', '1998', '7 steps'])
})

it('of a prompt takes short values of blanks, and the names and numbers that it contains', () => {
  const values = { budget: ' 1,500 euros ', email: 'A long email.\nWith lines', empty: '' }
  expect(termsOfPrompt('Plan a week in lisbon for 1,500 euros', values, ['1,500', 'Lisbon', 'Porto'])).toEqual([
    '1,500 euros',
    'Lisbon',
  ])
})

it('finds a term only as whole words, in capitals or not', () => {
  expect(mentions('We saw BELÉM.', 'Belém')).toBe(true)
  expect(mentions('It costs 650.', '65')).toBe(false)
  expect(mentions('a 65 b', '65')).toBe(true)
})
