import { createHash } from 'node:crypto'
import type { ContentKey } from './content-changes.ts'

/**
 * The keys of a page for the cache in front (header Surrogate-Key): short, and safe in a header even if a key contains
 * special characters.
 */
export function surrogateKeys(keys: Iterable<ContentKey>): string {
  const shorten = (key: ContentKey) => createHash('sha256').update(key).digest('base64url').slice(0, 10)
  return [...keys].map(shorten).join(' ')
}
