/**
 * The version of these rules. Suggested edits store it with what was found. For prompts, increase `excerptVersion` too
 * (excerpt-rules.ts).
 */
export const hiddenVersion = 1

/** Invisible characters of one kind in a text. `line` is the line of the first one, counted from 1. */
export type HiddenCharacters = { kind: string; count: number; line: number }

const kinds: [kind: string, characters: RegExp][] = [
  ['tag characters (invisible letters)', /[\u{E0000}-\u{E007F}]/gu],
  ['direction overrides', /[\u202A-\u202E\u2066-\u2069]/g],
  // Some scripts need joiners between letters, and some emoji need them between their parts. These joiners aren't
  // reported.
  ['zero-width characters', /[\u200B\u2060-\u2064\uFEFF]|(?<![\p{L}\p{M}\p{Emoji}]|\uFE0F)(?:\u200C|\u200D)/gu],
  ['soft hyphens', /\u00AD/g],
  // A single selector chooses between forms of a symbol or an ideograph; those from U+E0100 on do so only after an
  // ideograph. Several in a row, or one in any other place, can encode hidden text.
  [
    'variation selectors',
    /(?<!\p{Unified_Ideograph})[\u{E0100}-\u{E01EF}]|(?<![\p{Emoji}\p{P}\p{S}])[\uFE0E\uFE0F]|(?<![\p{Lo}\p{S}])[\uFE00-\uFE0D]/gu,
  ],
  ['control characters', /(?![\t\n\r])\p{Cc}/gu],
  ['invisible fillers', /[\u115F\u1160\u3164\uFFA0\u2800]/g],
]

/**
 * Finds characters that a reader can't see but a model reads, grouped by kind. Reads of stored texts take the result
 * from a column (`catalogue/server/stored/stored-facts.ts`).
 */
export function findHiddenCharacters(text: string): HiddenCharacters[] {
  return kinds.flatMap(([kind, characters]) => {
    const first = text.search(characters)
    if (first === -1) return []
    // `matchAll` would make an array for each of up to 200,000 characters.
    let count = 0
    characters.lastIndex = first
    while (characters.test(text)) count++
    return [{ kind, count, line: text.slice(0, first).split('\n').length }]
  })
}

const hiddenRuns = new RegExp(`((?:${kinds.map(([, { source }]) => source).join('|')})+)`, 'gu')

/** How many runs of hidden characters a page marks. The codes of the others are plain text. */
const markedRunsMax = 500

/**
 * Splits a text at runs of the characters that `findHiddenCharacters` reports. Every second piece is such a run. After
 * 500 runs, the rest of the text is one piece, in which `codeOf` replaces each run.
 */
export function splitAtHiddenCharacters(text: string, codeOf: (run: string) => string): string[] {
  const pieces = text.split(hiddenRuns)
  const rest = pieces.splice(2 * markedRunsMax)
  if (rest.length === 0) return pieces
  return [...pieces, rest.map((piece, index) => (index % 2 === 0 ? piece : codeOf(piece))).join('')]
}

/** Removes all characters that `findHiddenCharacters` reports, also those that it reports only once others are gone. */
export function withoutHiddenCharacters(text: string): string {
  const rest = kinds.reduce((rest, [, characters]) => rest.replace(characters, ''), text)
  return rest === text ? text : withoutHiddenCharacters(rest)
}
