/** The pieces of text that count as tokens. A piece's index is its token number; `likelihood` is a logarithm. */
export type Pieces = [piece: string, likelihood: number][]

/** Token 0 stands for characters that fit no piece. The first six tokens control the model and aren't text. */
const unknownToken = 0
const controlTokens = 6
/** The character that stands for a space in tokens. */
const space = '▁'

/** Creates a function that splits a text into its most likely tokens (unigram model: Kudo, 2018, arXiv 1804.10959). */
export function createTokenizer(pieces: Pieces): (text: string) => number[] {
  const numbers = new Map(pieces.slice(controlTokens).map(([piece], index) => [piece, index + controlTokens]))
  const longest = Math.max(...pieces.map(([piece]) => piece.length))
  return (text) => {
    const normal = text.normalize('NFKC')
    return normal === '' ? [] : likeliest(`${space}${normal.replaceAll(' ', space)}`)
  }

  /** Finds the most likely split by the Viterbi algorithm: for each position, keeps the best piece that ends there. */
  function likeliest(text: string): number[] {
    const ends: ({ likelihood: number; start: number; number: number } | undefined)[] = [
      { likelihood: 0, start: 0, number: unknownToken },
    ]
    for (let start = 0; start < text.length; start++) {
      const before = ends[start]
      if (!before) continue
      const offer = (end: number, number: number, likelihood: number) => {
        if (likelihood > (ends[end]?.likelihood ?? Number.NEGATIVE_INFINITY)) ends[end] = { likelihood, start, number }
      }
      const character = String.fromCodePoint(text.codePointAt(start) ?? 0)
      if (!numbers.has(character)) offer(start + character.length, unknownToken, before.likelihood + unknownLikelihood)
      for (let end = start + 1; end <= Math.min(text.length, start + longest); end++) {
        const number = numbers.get(text.slice(start, end))
        if (number !== undefined) offer(end, number, before.likelihood + (pieces[number]?.[1] ?? 0))
      }
    }
    const tokens: number[] = []
    for (let end = text.length; end > 0; ) {
      const last = ends[end]
      if (!last) break
      // Several unknown characters in a row become one token.
      if (last.number !== unknownToken || tokens.at(-1) !== unknownToken) tokens.push(last.number)
      end = last.start
    }
    return tokens.reverse()
  }
}

/** Less likely than any piece. A character therefore counts as unknown only where no piece fits. */
const unknownLikelihood = -20
