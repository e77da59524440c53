import { expect, it } from 'vitest'
import { mentions, termsOf, termsOfPrompt } from './answer-terms.ts'

it('termsOf finds names within sentences and after a label, but not the first words of sentences', () => {
  const text =
    'Take the train to Cais do Sodré. Day 2: Belém. One of Europe’s best. It’s fun, I’d say, in São Jorge Castle.'
  expect(termsOf([text], '')).toEqual(['Cais do Sodré', 'Belém', 'Europe', 'São Jorge Castle'])
})

it('termsOf doesn’t take a word for a name if an answer also writes it in lower case', () => {
  expect(termsOf(['Ask the Museum of Art.', 'A museum of art is near.'], '')).toEqual([])
})

it('termsOf finds amounts, long numbers and numbers with a unit, each once', () => {
  const text =
    'It costs €65 or 12%, opens at 9 am, takes 40 minutes, since 1998. Pay €65. Version 2 is old, in 7 steps.'
  expect(termsOf([text], '')).toEqual(['€65', '12%', '9 am', '40 minutes', '1998', '7 steps'])
})

it('termsOfPrompt returns the short values of a prompt’s blanks, and the given terms that are only in its text', () => {
  const values = { guide: ' Aunt Rosa ', email: 'A long email.\nWith lines', empty: '' }
  expect(termsOfPrompt('Plan a week in lisbon with Aunt Rosa', values, ['Rosa', 'Lisbon', 'Porto'])).toEqual([
    'Aunt Rosa',
    'Lisbon',
  ])
})

it('termsOfPrompt drops articles, numbers and instructions, which no answer repeats', () => {
  const values = { news: 'a reading bench', sentences: '3', tone: 'warm', rules: 'short, no jokes' }
  const text = 'News: a reading bench. At most 3 sentences, for 1,500 euros, until 9 am.'
  expect(termsOfPrompt(text, values, ['3 sentences', '1,500 euros', '9 am'])).toEqual(['reading bench', '9 am'])
})

it('mentions finds a term in the plural and the genitive', () => {
  expect(mentions('Our **reading bench** is here.', 'Reading bench')).toBe(true)
  expect(mentions('Two reading\nbenches', 'reading bench')).toBe(true)
  expect(mentions('The bookshops of Graz’s center', 'Graz')).toBe(true)
  expect(mentions('A bencher', 'bench')).toBe(false)
})

it('mentions finds a term only as whole words, in any letter case', () => {
  expect(mentions('We saw BELÉM.', 'Belém')).toBe(true)
  expect(mentions('It costs 650.', '65')).toBe(false)
  expect(mentions('a 65 b', '65')).toBe(true)
})

it('mentions and termsOf treat the 12-hour and the 24-hour notation of a time as the same term', () => {
  expect(mentions('- 16:30 Pick-up. Cake at 3 p.m.', '4:30 pm')).toBe(true)
  expect(mentions('From 2:00 pm on', '14:00')).toBe(true)
  expect(mentions('Open from 9:05', '9:05 am')).toBe(true)
  expect(mentions('At 12 am and 12:15 pm', '00:00')).toBe(true)
  expect(mentions('At 4:30 am', '16:30')).toBe(false)
  expect(mentions('A scale of 1:50, 3.5 pm', '15:50')).toBe(false)
  expect(termsOf(['It ends at 4:30 pm.', 'It ends at 16:30.'], '')).toEqual(['16:30'])
})

it('mentions treats a small number in words and in digits as the same term', () => {
  expect(mentions('For twelve children', '12')).toBe(true)
  expect(mentions('For 12 children', 'twelve children')).toBe(true)
  expect(mentions('For twelvemonths', '12')).toBe(false)
})

it('termsOf doesn’t take the first word of a schedule entry for a name', () => {
  expect(termsOf(['- 14:00 Welcome: a paper crown\n- 3 pm – Food with Ida'], '')).toEqual(['14:00', '3 pm', 'Ida'])
})

it('termsOf returns at most 200 terms', () => {
  const text = Array.from({ length: 300 }, (_, index) => `so Name${'abcdefghij'[index % 10]}${index},`).join(' ')
  expect(termsOf([text], '')).toHaveLength(200)
})
