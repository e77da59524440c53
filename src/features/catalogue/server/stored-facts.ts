import { createHash } from 'node:crypto'
import { excerptOf, excerptVersion } from '../excerpt-rules.ts'
import { findHiddenCharacters } from '../hidden-character-rules.ts'
import { versionColumns } from './prompt-versions.ts'
import { searchVectors, searchVersion } from './search-vectors.ts'

/**
 * Returns the columns of a prompt that follow from its words alone. Whatever scans a whole text is computed here, when
 * the text is written, and reads use the columns. `prompt-renewals.ts` and `prompt-renewals.ts` recompute them when
 * the rules change.
 */
export function storedFacts(prompt: Parameters<typeof versionColumns>[0] & Parameters<typeof searchVectors>[0]) {
  const { head, text } = searchVectors(prompt)
  return {
    ...versionColumns(prompt),
    ...contentFacts(prompt.content),
    excerptVersion,
    contentHash: hashText(prompt.content),
    searchHead: head,
    searchText: text,
    searchVersion,
  }
}

/** Returns the columns that `prompt-renewals.ts` recomputes. */
export function contentFacts(content: string): { excerpt: string; hiddenCharacters: string } {
  return { excerpt: excerptOf(content), hiddenCharacters: JSON.stringify(findHiddenCharacters(content)) }
}

/** Returns the SHA-256 of a prompt's text, without its title. */
export function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
