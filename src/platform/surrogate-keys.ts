import { createHash } from 'node:crypto'
import { cutText } from '#lib/well-formed.ts'
import type { ContentKey } from './database/content-changes.ts'

/**
 * The header Surrogate-Key of a response, by which a cache in front of the site drops the response when its content
 * changes. It has a hash of each content key, which is short and has no characters that a header can't contain.
 */
export function surrogateKeys(keys: Iterable<ContentKey>): string {
  const shorten = (key: ContentKey) => cutText(createHash('sha256').update(key).digest('base64url'), 10)
  return [...keys].map(shorten).join(' ')
}
