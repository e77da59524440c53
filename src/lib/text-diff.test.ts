import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DiffPiece, diffOf } from './text-diff.ts'

const textOf = (pieces: DiffPiece[], kinds: string[]) =>
  pieces.flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join('')

describe('what changed between two texts', () => {
  it('is told word by word', () => {
    expect(diffOf('Explain the bridge to a child.', 'Explain every bridge to a child, please.')).toEqual([
      { kind: 'same', text: 'Explain ' },
      { kind: 'gone', text: 'the' },
      { kind: 'come', text: 'every' },
      { kind: 'same', text: ' bridge to a child' },
      { kind: 'come', text: ', please' },
      { kind: 'same', text: '.' },
    ])
    expect(diffOf('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
  })

  it('gives both texts back to the letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const pieces = diffOf(before, after)
        expect(textOf(pieces, ['same', 'gone'])).toBe(before)
        expect(textOf(pieces, ['same', 'come'])).toBe(after)
      }),
    )
  })

  it('of two texts that are too long for that is told by lines, else whole', () => {
    const lines = (n: number, word: string) => Array.from({ length: n }, (_, line) => `${word} number ${line} of many`)
    const old = lines(1500, 'line')
    const fresh = old.with(0, 'The first').with(-1, 'The last')
    const pieces = diffOf(old.join('\n'), fresh.join('\n'))
    expect(pieces[0]).toEqual({ kind: 'gone', text: 'line number 0 of many\n' })
    const one = lines(2500, 'old').join('\n')
    const other = lines(2500, 'new').join('\n')
    expect(diffOf(one, other)).toEqual([
      { kind: 'gone', text: one },
      { kind: 'come', text: other },
    ])
  })
})
