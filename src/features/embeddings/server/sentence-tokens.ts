/** The pieces of text that are tokens, in the order of their numbers, each with the logarithm of its likelihood. */
export type Pieces = [piece: string, likelihood: number][]

/** Token 0 is for characters that are in no piece; the first six are control tokens of the model, not text. */
const unknownToken = 0
const controlTokens = 6
/** What tokens contain instead of a space. */
const space = '▁'

/**
 * Creates a function that splits a text into its most likely tokens (a unigram model: Kudo, 2018, arXiv 1804.10959).
 */
export function createTokenizer(pieces: Pieces): (text: string) => number[] {
  const numbers = new Map(pieces.slice(controlTokens).map(([piece], index) => [piece, index + controlTokens]))
  const longest = Math.max(...pieces.map(([piece]) => piece.length))
  return (text) => {
    const normal = text.normalize('NFKC')
    return normal === '' ? [] : likeliest(`${space}${normal.replaceAll(' ', space)}`)
  }

  /** Viterbi's algorithm over the ends of pieces. */
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
      // Consecutive unknown characters count once.
      if (last.number !== unknownToken || tokens.at(-1) !== unknownToken) tokens.push(last.number)
      end = last.start
    }
    return tokens.reverse()
  }
}

/** Less likely than any piece, so a character counts as unknown only if no piece contains it. */
const unknownLikelihood = -20
