import { describe, expect, it } from 'vitest'
import { compareTexts, overlapOf } from './answer-overlap.ts'

const letter = 'Dear Ms Smith, your order will arrive a week late. We are sorry and refund the postage.'

describe('the words of two texts', () => {
  it('are all the same in equal texts, and none are the same in different or empty ones', () => {
    expect(compareTexts(letter, letter)).toEqual({ share: 1, pieces: [{ kind: 'same', text: letter }] })
    expect([compareTexts('one two', 'three four'), compareTexts('', '')]).toEqual([
      { share: 0, pieces: null },
      { share: 0, pieces: null },
    ])
  })

  it('are marked in two versions of one text, but not in two answers to one question', () => {
    const version = compareTexts(letter, letter.replace('a week', 'three days'))
    expect(version.share).toBeCloseTo(0.88)
    expect(version.pieces?.map(({ text }) => text)).toContain('three days')
    const other = 'Unfortunately there is a delay of seven days. Your parcel is on its way, and the postage is free.'
    expect(compareTexts(letter, other)).toEqual({ share: expect.closeTo(0.28), pieces: null })
  })

  it('aren’t marked if they are the same in another order', () => {
    const words = letter.split(' ').toReversed().join(' ')
    expect(compareTexts(letter, words).pieces).toBeNull()
  })
})

describe('the sentences of two answers', () => {
  it('match if most of their words are the same, in any order, and each sentence matches at most one other', () => {
    const first = 'Book the tickets online. Book the tickets online today. Bring a hat.'
    expect(overlapOf(first, '- Online, book the tickets\n- Take a train to Sintra.')).toEqual({
      both: [['Book the tickets online.', 'Online, book the tickets']],
      onlyFirst: ['Book the tickets online today.', 'Bring a hat.'],
      onlySecond: ['Take a train to Sintra.'],
    })
  })

  it('don’t match because of one or two common words, and are listed once', () => {
    expect(overlapOf('Go there. Go there.', 'Go there.')).toEqual({
      both: [],
      onlyFirst: ['Go there.'],
      onlySecond: ['Go there.'],
    })
  })
})
