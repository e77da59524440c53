import { type Block, readMarkdown } from '#lib/light-markdown.ts'
import { t } from '#lib/texts.ts'

/** What can be counted in an answer. */
export type AnswerFacts = {
  words: number
  sentences: number
  headings: number
  /** List items. */
  items: number
  codeBlocks: number
}

/** How many words people read in a minute, on average (Brysbaert 2019: 238 for English). */
export const wordsPerMinute = 238

/** Matches a word. In scripts without spaces each character counts as a word, as in word processors. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:['’.,:-][\p{L}\p{M}\p{N}]+)*/gu
/** Matches what separates two sentences or lines: a space or a line break, or nothing after `。`, `！` or `？`. */
const sentenceEnd = /(?<=[.!?…]["'”’)\]*_]{0,10})\s+(?=["'“‘([*_]*[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？])|\n+/u

/** Returns the words of a text, in lower case. */
export function wordsOf(text: string): string[] {
  return (text.match(word) ?? []).map((match) => match.toLowerCase())
}

/** Returns the statements of an answer, its sentences and list items, without Markdown syntax, headings or code. */
export function statementsOf(text: string): string[] {
  return readMarkdown(text).flatMap((block) =>
    block.kind === 'paragraph' || block.kind === 'item'
      ? textOf(block)
          .split(sentenceEnd)
          .map((part) => part.trim())
          .filter((part) => wordsOf(part).length > 0)
      : [],
  )
}

/** Returns the text of a block without Markdown syntax. */
function textOf(block: Block): string {
  if (block.kind === 'table')
    return block.rows
      .map((row) =>
        row
          .flat()
          .map(({ text }) => text)
          .join(' '),
      )
      .join('\n')
  return block.kind === 'code' ? block.text : block.inlines.map(({ text }) => text).join('')
}

/** Counts what an answer consists of. Only a statement with a punctuation mark at its end counts as a sentence. */
export function factsOf(text: string): AnswerFacts {
  const blocks = readMarkdown(text)
  const count = (kind: Block['kind']) => blocks.filter((block) => block.kind === kind).length
  return {
    words: blocks.reduce((sum, block) => sum + wordsOf(textOf(block)).length, 0),
    sentences: statementsOf(text).filter((part) => /[.!?…。！？]["'”’)\]]*$/u.test(part)).length,
    headings: count('heading'),
    items: count('item'),
    codeBlocks: count('code'),
  }
}

/** Returns how long people need to read this many words: `20 s`, `2 min`. */
export function readingTime(words: number): string {
  const seconds = (words / wordsPerMinute) * 60
  if (seconds < 55) return `${Math.max(5, Math.round(seconds / 5) * 5)} s`
  return t('{round} min', { round: Math.round(seconds / 60) })
}
