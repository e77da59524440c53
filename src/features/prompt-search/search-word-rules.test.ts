import { describe, expect, it } from 'vitest'
import { asksForPhoto, asksForPicture, indexOfKind, searchWordsOf } from './search-word-rules.ts'

const searchedWords = (term: string) =>
  searchWordsOf(term)
    .filter(({ isFiller }) => !isFiller)
    .map(({ text }) => text)

describe('the words of a search', () => {
  it('say what is wanted, without the words that introduce the request', () => {
    // Stop words such as “me” remain, because PostgreSQL knows them.
    expect(searchedWords('Help me write a toast')).toEqual(['me', 'toast'])
    expect(searchedWords('Ich möchte Gedichte schreiben')).toEqual(['ich', 'gedichte'])
    expect(searchedWords('Помоги написать письмо')).toEqual(['письмо'])
  })

  it('don’t include the shortened words of contractions, or negations such as "won’t"', () => {
    expect(searchedWords("my sink won't drain, what's broken?")).toEqual(['my', 'sink', 'drain', 'what', 'broken'])
    expect(searchedWords('l’article d’aujourd’hui')).toEqual(['article', 'aujourd', 'hui'])
  })

  it('are one word in "e-mail" and two in "real-time"', () => {
    expect(searchedWords('e-mail real-time')).toEqual(['email', 'real', 'time'])
  })

  it('include a single letter only in upper case, such as the language R', () => {
    expect(searchedWords('R chart')).toEqual(['r', 'chart'])
    expect(searchedWords('x chart')).toEqual(['chart'])
  })

  it('are distinct, and are pairs of characters in scripts without spaces', () => {
    expect(searchedWords('cat Cat 日本語')).toEqual(['cat', '日本', '本語'])
  })

  it('include a ratio or a time as one word', () => {
    expect(searchedWords('poster 16:9, at 10:30')).toEqual(['poster', '16:9', 'at', '10:30'])
    expect(searchedWords('step 2: paint')).toEqual(['step', '2', 'paint'])
  })

  it('don’t include measure words before “of”', () => {
    const fillers = (term: string) => searchWordsOf(term).flatMap(({ text, isFiller }) => (isFiller ? [text] : []))
    expect(fillers('piece of code')).toEqual(['piece'])
    expect(fillers('chess piece')).toEqual([])
  })

  it('are the first 24 of a pasted text', () => {
    const pastedText = Array.from({ length: 60 }, (_, number) => `word${number}`).join(' ')
    const words = searchWordsOf(pastedText).map(({ text }) => text)
    expect([words.length, words[0], words.at(-1)]).toEqual([24, 'word0', 'word23'])
  })
})

it('a search can ask for a picture, in several languages, or for a text about one', () => {
  expect(asksForPicture(searchWordsOf('a Poster of a whale'))).toBe(true)
  expect(asksForPicture(searchWordsOf('fotoğraf'))).toBe(true)
  expect(asksForPicture(searchWordsOf('a poem'))).toBe(false)
  expect(asksForPicture(searchWordsOf('describe this picture')), 'a text about a picture').toBe(false)
  expect(asksForPicture(searchWordsOf('describe a logo')), 'a particular kind of picture').toBe(true)
})

it('a search for “photo” asks for a photo unless it asks for a text about one', () => {
  expect(asksForPhoto(searchWordsOf('Product photo of a candle'))).toBe(true)
  expect(asksForPhoto(searchWordsOf('a poster of a whale')), 'another kind of picture').toBe(false)
  expect(asksForPhoto(searchWordsOf('docker image')), 'another meaning').toBe(false)
  expect(asksForPhoto(searchWordsOf('caption for a photo'))).toBe(false)
})

it('the word directly before “photo” names the kind of photo, unless it is a stop word or a filler', () => {
  const indexIn = (term: string) => indexOfKind(searchWordsOf(term), (word) => ['a', 'my', 'of'].includes(word))
  expect(indexIn('a product photo of a candle')).toBe(1)
  expect(indexIn('photo of my dog')).toBe(-1)
  expect(indexIn('a photo of food')).toBe(-1)
  expect(indexIn('need picture'), 'a word that introduces the request').toBe(-1)
})
