import { type RawBuilder, sql } from 'kysely'
import { websearchTerm, wordsOf } from '../indexed-text-rules.ts'

/** The minimum length of a last word that is matched as a prefix. A single letter would match half the catalogue. */
const prefixMin = 2

const operators = /"|(?<!\S)-|\bor\b/i

/** Matches a minus sign and what follows it: a word, or a phrase in quotes. */
const exclusion = /(?:^|\s)-("[^"]*"?|[^\s"]+)/g

/** Splits a term into the words and phrases that it excludes, and the rest. */
export function splitExclusions(term: string): { rest: string; exclusions: string[] } {
  return {
    rest: term.replaceAll(exclusion, ' '),
    exclusions: [...term.matchAll(exclusion)].map(([, text = '']) => text),
  }
}

/**
 * Returns the tsquery that requires every word of a term, in either text search configuration. Quotes, `-word` and `or`
 * work as in web search engines. The last word is matched as a prefix if `unfinishedWordOf` returns it.
 */
export function tsqueryOf(term: string): RawBuilder<string> {
  const query = inBoth((c) => sql`websearch_to_tsquery(${c}, ${websearchTerm(term)})`)
  if (unfinishedWordOf(term) === null) return query
  const prefix = `${wordsOf(term).join(' & ')}:*`
  return sql`(${query} || ${inBoth((c) => sql`to_tsquery(${c}, ${prefix})`)})`
}

/**
 * Returns the last word of a term if it may be unfinished, and is therefore matched as a prefix. Returns null if the
 * term has operators or ends with a space, or if the word is shorter than `prefixMin`.
 */
export function unfinishedWordOf(term: string): string | null {
  const last = wordsOf(term).at(-1) ?? ''
  return operators.test(term) || /\s$/.test(term) || last.length < prefixMin ? null : last
}

/** Returns the tsquery of a term whose last word may match any of the tsqueries `last`. */
export function tsqueryWithLast(term: string, last: string[]): RawBuilder<string> {
  const others = wordsOf(term).slice(0, -1).join(' ')
  return inBoth((c) => sql`(websearch_to_tsquery(${c}, ${others}) && ${last.join(' | ')}::tsquery)`)
}

function inBoth(make: (configuration: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<string> {
  return sql`(${make(sql`'promptarium_english'`)} || ${make(sql`'promptarium_simple'`)})`
}
