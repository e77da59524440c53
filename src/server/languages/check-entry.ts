import { type Entry, keyOfEntry } from './catalogue-file.ts'

const names = /\{(\w+)\}/g
const tags = /<\/?(\w+)>/g

/**
 * What is wrong with the translations of an entry, or null: a form that is missing, or has other names in braces or
 * other tags than the English text. `forms`: how many forms plurals have in this language.
 */
export function problemOfEntry(entry: Entry, forms: number): string | null {
  const { text, other } = entry
  const expected = other === undefined ? 1 : forms
  if (entry.forms.every((form) => form === '')) return null
  if (entry.forms.length !== expected || entry.forms.some((form) => form === ''))
    return `has ${entry.forms.filter(Boolean).length} of ${expected} forms`
  for (const form of entry.forms) {
    // A form for one thing may write the number as a word, or leave it out.
    const needed = other === undefined ? namesOf(text) : namesOf(other).filter((name) => name !== '{count}')
    const found = namesOf(form).filter((name) => other === undefined || name !== '{count}')
    if (found.join() !== needed.join()) return `needs exactly ${needed.join(' ') || 'no names in braces'}: “${form}”`
    if (tagsOf(form) !== tagsOf(other ?? text)) return `needs exactly the tags of the English text: “${form}”`
  }
  return null
}

const namesOf = (text: string) => [...new Set([...text.matchAll(names)].map(([whole]) => whole))].sort()

/** The tags of a text, sorted, because languages order words differently. */
const tagsOf = (text: string) =>
  [...text.matchAll(tags)]
    .map(([whole]) => whole)
    .sort()
    .join(' ')

/** Names an entry in a message. */
export function describeEntry(entry: Entry): string {
  return `“${keyOfEntry(entry).replace(/[\t\f]/g, ' | ')}”`
}
