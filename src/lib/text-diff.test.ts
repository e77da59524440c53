import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMsOf } from '#test/cpu-time.ts'
import { type DiffPiece, diffOf, lostSentences } from './text-diff.ts'

const textOf = (pieces: DiffPiece[], kinds: string[]) =>
  pieces.flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join('')

describe('the differences between two texts', () => {
  it('are found word by word', () => {
    expect(diffOf('Explain the bridge to a child.', 'Explain every bridge to a child, please.')).toEqual([
      { kind: 'same', text: 'Explain ' },
      { kind: 'removed', text: 'the' },
      { kind: 'added', text: 'every' },
      { kind: 'same', text: ' bridge to a child' },
      { kind: 'added', text: ', please' },
      { kind: 'same', text: '.' },
    ])
    expect(diffOf('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
  })

  it('are whole sentences if most of their words were replaced', () => {
    const start = 'Plan a hike for {{people}}.\n\n'
    const old = 'Finish with the weather question I should ask before we leave.'
    const fresh = 'Start and end at a stop of {{transport:a bus}}.'
    expect(diffOf(start + old, start + fresh)).toEqual([
      { kind: 'same', text: start },
      { kind: 'removed', text: old },
      { kind: 'added', text: fresh },
    ])
    // A sentence was added before the edited one, which is still compared word by word.
    expect(diffOf('Keep it short and friendly.', 'Name the season. Keep it brief and friendly.')).toEqual([
      { kind: 'added', text: 'Name the season. ' },
      { kind: 'same', text: 'Keep it ' },
      { kind: 'removed', text: 'short' },
      { kind: 'added', text: 'brief' },
      { kind: 'same', text: ' and friendly.' },
    ])
  })

  it('combine neighboring replaced words into one replacement', () => {
    expect(diffOf('Write a short poem about the sea in May.', 'Write a long story about the sea in May.')).toEqual([
      { kind: 'same', text: 'Write a ' },
      { kind: 'removed', text: 'short poem' },
      { kind: 'added', text: 'long story' },
      { kind: 'same', text: ' about the sea in May.' },
    ])
  })

  it('never split a variable', () => {
    expect(
      diffOf('We go by {{transport:a bus. Or two}} on Monday.', 'We go by {{transport:a train. Or two}} on Monday.'),
    ).toEqual([
      { kind: 'same', text: 'We go by ' },
      { kind: 'removed', text: '{{transport:a bus. Or two}}' },
      { kind: 'added', text: '{{transport:a train. Or two}}' },
      { kind: 'same', text: ' on Monday.' },
    ])
    const part = fc.constantFrom('{{a}}', '{{a:b. c}}', 'b', 'c', ' ', '. ', '\n')
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const piece of diffOf(before, after)) expect(piece.text.replace(/\{\{[^{}]*\}\}/g, '')).not.toMatch(/[{}]/)
      }),
    )
  })

  it('are found character by character in a script without spaces', () => {
    expect(diffOf('请写一首关于大海的诗。', '请写一首关于森林的诗。')).toContainEqual({ kind: 'added', text: '森林' })
  })

  it('contain both texts completely', () => {
    // These texts consist of a few short words, so most pairs share some words, and many texts repeat a word.
    const alike = fc.string({ unit: fc.constantFrom('a', ' ', '.'), maxLength: 9 })
    const text = fc.oneof({ weight: 4, arbitrary: alike }, fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffOf(before, after)
        expect(textOf(pieces, ['same', 'removed'])).toBe(before)
        expect(textOf(pieces, ['same', 'added'])).toBe(after)
      }),
      { numRuns: 1000 },
    )
  })

  it('are found in texts of 1,500 lines, and are the whole texts if there are too many lines to compare', () => {
    const lines = (n: number, word: string) => Array.from({ length: n }, (_, line) => `${word} number ${line} of many`)
    const old = lines(1500, 'line')
    const fresh = old.with(0, 'The first').with(-1, 'The last')
    const pieces = diffOf(old.join('\n'), fresh.join('\n'))
    expect(pieces[0]).toEqual({ kind: 'removed', text: 'line number 0 of many\n' })
    const one = lines(2500, 'old').join('\n')
    const other = lines(2500, 'new').join('\n')
    expect(diffOf(one, other)).toEqual([
      { kind: 'removed', text: one },
      { kind: 'added', text: other },
    ])
  })
})

it('diffOf compares one very long line with thousands of short lines in under 2 s of CPU time', () => {
  const long = Array.from({ length: 10_000 }, (_, index) => index.toString(36)).join(' ')
  const short = Array.from({ length: 10_000 }, (_, index) => `${(index % 36).toString(36)}.`).join('\n')
  expect(cpuMsOf(() => diffOf(long, short))).toBeLessThan(2_000)
})

it('lostSentences finds the sentences that were added to the base and are missing from the new text', () => {
  const base = 'Plan a hike.\n\nName the risks.'
  const current = `${base} Ask about the weather.\n\nNobody carries more than 5 kg.`
  expect(lostSentences(base, current, `${base} Start at a bus stop.`)).toEqual([
    'Ask about the weather.',
    'Nobody carries more than 5 kg.',
  ])
  expect(lostSentences(base, current, `${current} Start at a bus stop.`)).toEqual([])
  expect(lostSentences(base, base, 'Plan a ride.')).toEqual([])
})
