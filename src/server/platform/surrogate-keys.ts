import { createHash } from 'node:crypto'
import type { ContentKey } from './content-changes.ts'

/**
 * The keys of a page as the cache in front of the site gets them (header Surrogate-Key). They are short, and safe in a
 * header whatever characters a key contains.
 */
export function surrogateKeys(keys: Iterable<ContentKey>): string {
  const shorten = (key: ContentKey) => createHash('sha256').update(key).digest('base64url').slice(0, 10)
  return [...keys].map(shorten).join(' ')
}
