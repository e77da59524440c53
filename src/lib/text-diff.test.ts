import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DiffPiece, diffOf } from './text-diff.ts'

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

  it('contain both texts completely', () => {
    // Texts of few words, which they share and repeat.
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

  it('are found by lines if the texts are long, and as whole texts if they are too long for that', () => {
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
