import { describe, expect, it } from 'vitest'
import { compareTexts, overlapOf } from './answer-overlap.ts'

const letter = 'Dear Ms Smith, your order will arrive a week late. We are sorry and refund the postage.'

describe('compareTexts', () => {
  it('finds that all words of equal texts are the same, and none of different or empty texts', () => {
    expect(compareTexts(letter, letter)).toEqual({ share: 1, pieces: [{ kind: 'same', text: letter }] })
    expect([compareTexts('one two', 'three four'), compareTexts('', '')]).toEqual([
      { share: 0, pieces: null },
      { share: 0, pieces: null },
    ])
  })

  it('marks the differences between two versions of one text, but not between two answers to one question', () => {
    const version = compareTexts(letter, letter.replace('a week', 'three days'))
    expect(version.share).toBeCloseTo(0.88)
    expect(version.pieces?.map(({ text }) => text)).toContain('three days')
    const other = 'Unfortunately there is a delay of seven days. Your parcel is on its way, and the postage is free.'
    expect(compareTexts(letter, other)).toEqual({ share: expect.closeTo(0.28), pieces: null })
  })

  it('doesn’t mark the differences between texts with the same words in another order', () => {
    const reversed = letter.split(' ').toReversed().join(' ')
    expect(compareTexts(letter, reversed).pieces).toBeNull()
  })
})

describe('overlapOf', () => {
  it('matches sentences if most of their words are the same, in any order, and each sentence at most once', () => {
    const first = 'Book the tickets online. Book the tickets online today. Bring a hat.'
    expect(overlapOf(first, '- Online, book the tickets\n- Take a train to Sintra.')).toEqual({
      both: [['Book the tickets online.', 'Online, book the tickets']],
      onlyFirst: ['Book the tickets online today.', 'Bring a hat.'],
      onlySecond: ['Take a train to Sintra.'],
    })
  })

  it('doesn’t match sentences of one or two words, and lists a repeated sentence once', () => {
    expect(overlapOf('Go there. Go there.', 'Go there.')).toEqual({
      both: [],
      onlyFirst: ['Go there.'],
      onlySecond: ['Go there.'],
    })
  })
})
