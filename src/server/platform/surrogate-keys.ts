import { createHash } from 'node:crypto'
import type { ContentKey } from './content-changes.ts'

/**
 * The header Surrogate-Key of a page, for a cache in front of the site. It has a hash of each content key, which is
 * short and has no characters that a header can't contain.
 */
export function surrogateKeys(keys: Iterable<ContentKey>): string {
  const shorten = (key: ContentKey) => createHash('sha256').update(key).digest('base64url').slice(0, 10)
  return [...keys].map(shorten).join(' ')
}
