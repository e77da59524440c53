import { describe, expect, it } from 'vitest'
import { diffOf } from '#lib/text-diff.ts'
import { markedShareMin, overlapOf, sharedShare } from './answer-overlap.ts'

const shareOf = (first: string, second: string) => sharedShare(diffOf(first, second))
const letter = 'Dear Ms Smith, your order will arrive a week late. We are sorry and refund the postage.'

describe('the share of words in the same order', () => {
  it('is 1 for equal texts and 0 for texts with nothing in common', () => {
    expect([shareOf(letter, letter), shareOf('one two', 'three four'), shareOf('', '')]).toEqual([1, 0, 0])
  })

  it('is high enough to mark words in two versions of one text, and too low for two answers to one question', () => {
    expect(shareOf(letter, letter.replace('a week', 'three days'))).toBeGreaterThan(markedShareMin)
    const other = 'Unfortunately there is a delay of seven days. Your parcel is on its way, and the postage is free.'
    expect(shareOf(letter, other)).toBeLessThan(markedShareMin)
  })
})

describe('the sentences of two answers', () => {
  it('are alike if most of their words are, whatever their order, and each is used once', () => {
    const first = 'Book the tickets online. Book the tickets online today. Bring a hat.'
    expect(overlapOf(first, '- Online, book the tickets\n- Take a train to Sintra.')).toEqual({
      both: [['Book the tickets online.', 'Online, book the tickets']],
      onlyFirst: ['Book the tickets online today.', 'Bring a hat.'],
      onlySecond: ['Take a train to Sintra.'],
    })
  })

  it('aren’t alike by one or two common words, and are listed once', () => {
    expect(overlapOf('Go there. Go there.', 'Go there.')).toEqual({
      both: [],
      onlyFirst: ['Go there.'],
      onlySecond: ['Go there.'],
    })
  })
})
