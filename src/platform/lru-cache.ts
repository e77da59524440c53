import { LRUCache } from 'lru-cache'

export type LruCache<Value extends object> = LRUCache<string, Value>

/** Creates a cache that keeps the most recently used entries, up to a number of entries or a total size. */
export function createLruCache<Value extends object>(
  options: LRUCache.Options<string, Value, unknown>,
): LruCache<Value> {
  return new LRUCache(options)
}
