import { cutText } from '#lib/well-formed.ts'

/** How many characters of a search count. No endpoint accepts a longer one. */
export const termMax = 1_000

/** Matches runs of scripts without spaces between words: Han, kana, Thai and others. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu

/** Matches a word: letters and digits, which may have marks. All other characters only separate words. */
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu

/**
 * Words that differ from others only by signs, such as C++, C# and .NET, and what is indexed instead. `inSql` is the same
 * pattern for PostgreSQL, where `textToMark` (search-headlines.ts) applies it.
 */
export const signWords = [
  {
    pattern: /(?<![\p{L}\p{M}\p{N}])(\p{L})\+\+(?!\+)/giu,
    inSql: '(?<![[:alnum:]])([[:alpha:]])\\+\\+(?!\\+)',
    indexed: '$1plusplus',
  },
  {
    pattern: /(?<![\p{L}\p{M}\p{N}])(\p{L})#(?![\p{L}#])/giu,
    inSql: '(?<![[:alnum:]])([[:alpha:]])#(?![[:alpha:]#])',
    indexed: '$1sharp',
  },
  {
    pattern: /(?<![\p{L}\p{M}\p{N}])(asp)?\.(net)(?![\p{L}\p{M}\p{N}])/giu,
    inSql: '(?<![[:alnum:]])(asp)?\\.(net)(?![[:alnum:]])',
    indexed: '$1 dot$2',
  },
]
const signWord = /^(?:\p{L}plusplus|\p{L}sharp|dotnet)$/u

/** Matches words that are also written as one word: “e-mail” and “T-shirt”, “Node.js”. */
const joinable = {
  letter: /(?<![\p{L}\p{M}\p{N}])(\p{L})-(\p{L}+)/gu,
  script: /(?<![\p{L}\p{M}\p{N}])([\p{L}\p{N}]+)\.(js)(?!\p{L})/giu,
}

/** Tells whether a searched word stands for one with signs, such as C++, and so isn't a typing mistake. */
export function isSignWord(text: string): boolean {
  return signWord.test(text)
}

/** Matches other forms of letters and signs: ligatures such as “ﬁ”, full-width ones, and letters for mathematics. */
const otherForm = /[\uFB00-\uFB06\uFF01-\uFFEF\u{1D400}-\u{1D7FF}]/gu

function withUsualForms(text: string): string {
  return text.normalize('NFC').replace(otherForm, (character) => character.normalize('NFKC'))
}

/**
 * Returns a text as `word` splits it: characters have their usual form, words with signs become words of letters, and
 * scripts without spaces become pairs of characters.
 */
export function splittableText(text: string): string {
  const plain = withUsualForms(text)
  return withPairs(signWords.reduce((result, { pattern, indexed }) => result.replace(pattern, `${indexed} `), plain))
}

/**
 * Returns a text in the form in which it is indexed: its words, separated by spaces. So PostgreSQL's parser, which
 * takes “CI/CD” for a file and “Node.js” for a host, has nothing to decide. At the end are words that are also
 * written as one (“email”), and the last character of each run of a script without spaces, with which no pair begins:
 * every character is then the beginning of a word, so a search for a single character finds all texts that have it.
 */
export function indexedText(text: string): string {
  const plain = withUsualForms(text)
  const more = new Set<string>()
  for (const [run] of plain.matchAll(unspaced)) {
    // The last two code units have the whole last character.
    const last = [...run.slice(-2)].at(-1)
    if (last !== undefined && last !== run) more.add(last)
  }
  for (const pattern of Object.values(joinable))
    for (const [, start, end] of plain.matchAll(pattern)) more.add(`${start}${end}`)
  return [...(splittableText(plain).match(word) ?? []), ...more].join(' ')
}

/** Returns the words of a search in the form in which they are indexed. “e-mail” is one word. */
export function wordsOf(term: string): string[] {
  return joinLetters(splittableText(term.toLowerCase())).match(word) ?? []
}

/** Joins a single letter with the word after its hyphen: “e-mail” becomes “email”. */
export function joinLetters(text: string): string {
  return text.replace(joinable.letter, '$1$2')
}

/** Matches a phrase in quotes, or a word with what is attached to it, and the minus sign before it. */
const operand = /(?<!\S)(-?)"([^"]*)"?|(?<!\S)(-?)([^\s"]+)|[^\s"]+/g

/**
 * Returns a term for `websearch_to_tsquery`: its words as they are indexed, with its quotes, minus signs and “or”. What
 * is written together (“CI/CD”) must stand together.
 */
export function websearchTerm(term: string): string {
  const parts = [...withUsualForms(cutText(term, termMax)).matchAll(operand)].map(
    ([whole, phraseMinus, phrase, minus = '', text = whole]) => {
      const words = phrase === undefined ? wordsOf(text) : (splittableText(phrase.toLowerCase()).match(word) ?? [])
      const isExcluded = phraseMinus === '-' || (minus === '-' && !text.startsWith('-'))
      if (words.length === 0) return ''
      return `${isExcluded ? '-' : ''}${words.length > 1 || phrase !== undefined ? `"${words.join(' ')}"` : words[0]}`
    },
  )
  return parts.filter(Boolean).join(' ')
}

/**
 * Splits each run of a script without spaces into overlapping pairs of characters: `日本語` becomes `日本 本語`. Texts and
 * searches are both split, so they match if they have two consecutive characters in common.
 */
function withPairs(text: string): string {
  return text.replace(unspaced, (run) => ` ${pairsOf(run)} `)
}

/** Tells whether a searched word is a single character of a script without spaces. */
export function isUnspacedCharacter(text: string): boolean {
  return [...text].length === 1 && isUnspaced(text)
}

/** Tells whether a searched word consists of characters of a script without spaces. */
export function isUnspaced(text: string): boolean {
  return text !== '' && text.replace(unspaced, '') === ''
}

function pairsOf(run: string): string {
  let pairs = ''
  let previous = ''
  for (const character of run) {
    if (previous !== '') pairs += `${previous}${character} `
    previous = character
  }
  return pairs === '' ? run : pairs
}
