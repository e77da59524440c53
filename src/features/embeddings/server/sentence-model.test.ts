import { describe, expect, it } from 'vitest'
import { cosineOf } from '../vector-rules.ts'
import { compileAddTile, packColumns, tile } from './matrix-kernel.ts'
import { dimensions, loadSentenceModel } from './sentence-model.ts'
import { createTokenizer } from './sentence-tokens.ts'

const encode = loadSentenceModel()

describe('the sentence model', () => {
  // TensorFlow.js computes these values with the same weights.
  it.each([
    ['Dentist', [-0.04811627417802811, 0.007425422314554453, 0.048766523599624634, -0.05237410590052605]],
    [
      'my tooth hurts when I drink something cold',
      [0.0014131792122498155, 0.016880258917808533, 0.05503266304731369, -0.056148961186409],
    ],
  ])('computes a vector for “%s” that begins like that of the original model', (text, beginning) => {
    const vector = encode(text)
    expect(vector).toHaveLength(dimensions)
    for (const [at, value] of beginning.entries()) expect(vector[at]).toBeCloseTo(value, 5)
  })

  it('finds texts similar in meaning that share no word', () => {
    const toothache = encode('my tooth hurts when I drink something cold')
    const cosineTo = (text: string) => cosineOf(toothache, encode(text))
    expect(cosineTo('Dentist')).toBeGreaterThan(cosineTo('Florist') + 0.1)
  })

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['characters that it doesn’t know', '日本語'],
    ['joined emoji', '👩‍👩‍👧‍👦'],
    ['a word of 10,000 letters', 'a'.repeat(10_000)],
    ['200 words', 'word '.repeat(200)],
    ['invisible and combining characters', '\u202e\u0301'],
  ])('computes a vector of finite numbers for %s', (_, text) => {
    expect(encode(text).every(Number.isFinite)).toBe(true)
  })

  it('computes the same vector for a text, whatever it encoded before', () => {
    const before = encode('a short one')
    encode('a much longer sentence with many more words, which uses more of the memory')
    expect(encode('a short one')).toEqual(before)
  })
})

describe('tokens', () => {
  // A piece's index is its token number. The first six aren't text: `<unk>` stands for unknown characters.
  const tokenize = createTokenizer([
    ['<unk>', 0],
    ...Array.from({ length: 5 }, (): [string, number] => ['', 0]),
    ['▁', -5],
    ['a', -4],
    ['b', -4],
    ['▁ab', -3],
    ['ab', -6],
  ])
  it('are the likeliest pieces', () => {
    expect(tokenize('ab')).toEqual([9])
    expect(tokenize('ab ab')).toEqual([9, 9])
    expect(tokenize('ba')).toEqual([6, 8, 7])
  })
  it('include only one token for consecutive unknown characters', () => {
    expect(tokenize('a日本a')).toEqual([6, 7, 0, 7])
    expect(tokenize('')).toEqual([])
  })
})

it('the kernel adds the tiles of a matrix product as three plain loops do', () => {
  const [inner, columns] = [5, 3 * tile.columns]
  const memory = new WebAssembly.Memory({ initial: 1 })
  const floats = new Float32Array(memory.buffer)
  const matrixAt = (start: number, length: number) => floats.subarray(start, start + length)
  const left = matrixAt(0, tile.rows * inner).map((_, index) => Math.sin(index))
  const right = matrixAt(0, inner * columns).map((_, index) => Math.cos(index))
  const [rightStart, resultStart] = [left.length, left.length + right.length]
  floats.set(left)
  floats.set(right, rightStart)
  packColumns(matrixAt(rightStart, right.length), columns)
  const result = matrixAt(resultStart, tile.rows * columns).fill(1)
  const addTile = compileAddTile(memory)
  for (let column = 0; column < columns; column += tile.columns) {
    addTile(0, (rightStart + column * inner) * 4, (resultStart + column) * 4, inner, inner * 4, columns * 4)
  }
  for (let row = 0; row < tile.rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 1
      for (let index = 0; index < inner; index++) {
        sum += (left[row * inner + index] ?? 0) * (right[index * columns + column] ?? 0)
      }
      expect(result[row * columns + column]).toBeCloseTo(sum, 5)
    }
  }
})
