import type { PlannedWord, SearchForm } from './search-plan.ts'
import { type HeadFrequencies, inAnyOrder } from './word-frequencies.ts'

/**
 * A tsquery that matches any of `forms` (tsqueries too). `promptsInTexts` estimates how many prompts match it anywhere,
 * and `promptsInHeads` how many match it in title, tags or description.
 */
export type WordQuery = { query: string; forms: string[]; promptsInTexts: number; promptsInHeads: number }

/** Returns the tsquery that matches any of a word's forms. Its estimates count a prompt once for each form it has. */
export function queryOfForms(candidateForms: SearchForm[], { countOf, total }: HeadFrequencies): WordQuery {
  const forms = candidateForms.map(tsqueryOfForm).filter(Boolean)
  const sumOf = (counts: number[]) =>
    Math.min(
      total,
      counts.reduce((sum, count) => sum + count, 0),
    )
  return {
    query: forms.join(' | '),
    forms,
    promptsInTexts: sumOf(candidateForms.map(({ prompts }) => prompts)),
    promptsInHeads: sumOf(candidateForms.map(({ english }) => countOf(english))),
  }
}

/**
 * Returns the tsquery that matches all of these queries. A query with all forms of another one is left out, because
 * whatever matches the other one matches it too. The estimates assume that words occur independently.
 */
export function allOf(queries: WordQuery[], total: number): Omit<WordQuery, 'forms'> {
  const smallestFirst = queries.toSorted((a, b) => a.forms.length - b.forms.length)
  const needed = smallestFirst.filter(
    ({ forms }, index) =>
      !smallestFirst.slice(0, index).some((other) => other.forms.every((form) => forms.includes(form))),
  )
  const expected = (counts: number[]) => counts.reduce((share, count) => (share * count) / Math.max(1, total), total)
  return {
    query: needed.map(({ query }) => `(${query})`).join(' & '),
    promptsInTexts: expected(needed.map(({ promptsInTexts }) => promptsInTexts)),
    promptsInHeads: expected(needed.map(({ promptsInHeads }) => promptsInHeads)),
  }
}

/**
 * Returns the tsquery of a form, for prompts in any language. It ignores the order of words, because the index doesn't
 * store it and PostgreSQL would have to read each text. The ranking checks the order later.
 */
function tsqueryOfForm(form: SearchForm): string {
  const [english, simple] = [inAnyOrder(form.english), inAnyOrder(form.simple)]
  return english === simple || simple === '' ? english : `(${english} | ${simple})`
}

/** Returns the tsquery of a word in any of its forms, or an empty string if it has none. */
export function queryOf({ forms }: PlannedWord): string {
  return forms.map(tsqueryOfForm).filter(Boolean).join(' | ')
}
