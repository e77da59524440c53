import { expect, it } from 'vitest'
import { isEnglishWord, possibleBaseForms } from './english-words.ts'

it('isEnglishWord distinguishes English words, in any form, from others', () => {
  expect(['aa', 'children', 'horoscopes', 'planned', 'taught', 'fastest', 'zzz'].every(isEnglishWord)).toBe(true)
  expect(['etherum', 'wirting', 'babysiter', 'Übung', '', '%', 'zzzz', 'a\nb'].some(isEnglishWord)).toBe(false)
})

it('possibleBaseForms has the word itself first, or else the base of an irregular form', () => {
  expect(possibleBaseForms('teeth')).toEqual(['tooth'])
  expect(possibleBaseForms('hurts')).toEqual(['hurts', 'hurt'])
  expect(possibleBaseForms('baking')).toEqual(['baking', 'bake', 'bak'])
  expect(possibleBaseForms('is')).toEqual(['is'])
})
