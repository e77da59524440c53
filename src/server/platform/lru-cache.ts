import { LRUCache } from 'lru-cache'

export type Recent<Value extends object> = LRUCache<string, Value>

/** Keeps what was used last, up to a number or a size. */
export function createRecent<Value extends object>(options: LRUCache.Options<string, Value, unknown>): Recent<Value> {
  return new LRUCache(options)
}
