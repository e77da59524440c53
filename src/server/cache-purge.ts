import { type ContentKey, everything } from '#server/platform/content-changes.ts'
import { surrogateKeys } from '#server/platform/surrogate-keys.ts'
import type { Log } from './platform/log-fields.ts'

/** The key of all texts for programs: any change may show in them. */
export const textsKey: ContentKey = 'texts'
/** How long a cache may take to respond, in ms: the author of a change waits for it. */
const responseTimeoutMs = 500
/** When keys are purged again, in ms: a page from before the change may have been on its way to the cache. */
const againMs = 2_000
/** More keys than this become `everything`, so that they fit into a header. */
const keysMax = 200

type Options = { url: string; token?: string; log: Pick<Log, 'warn' | 'info'> }

/**
 * Tells the cache in front of the site (CACHE_PURGE_URL) to drop pages by their keys: at once, again after `againMs`, and until it
 * confirms. `purge` resolves after the first try, or at once while the cache doesn't answer, and never fails.
 */
export function createCachePurge({ url, token, log }: Options) {
  const due = new Set<ContentKey>()
  /** Those of them that the cache never dropped: they are due once more after it did. */
  const fresh = new Set<ContentKey>()
  const scheduled = new Map<NodeJS.Timeout, ContentKey[]>()
  let retry: NodeJS.Timeout | null = null
  let isFailing = false
  let isClosed = false
  const headers = token ? { authorization: `Bearer ${token}` } : undefined

  function again(keys: ContentKey[]) {
    if (isClosed) return
    const timer = setTimeout(() => {
      scheduled.delete(timer)
      for (const key of keys) due.add(key)
      void send()
    }, againMs)
    scheduled.set(timer, keys)
  }

  /** One for all keys that the cache has not dropped, so that a long failure costs no more than a short one. */
  function tryAgain() {
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = null
      void send()
    }, againMs)
  }

  /** Sends all keys that are due. */
  async function send(): Promise<void> {
    const keys = due.size > keysMax || due.has(everything) ? [everything] : [...due]
    const first = [...fresh]
    due.clear()
    fresh.clear()
    if (keys.length === 0) return
    try {
      const signal = AbortSignal.timeout(responseTimeoutMs)
      const sent = { ...headers, 'surrogate-key': surrogateKeys([...keys, textsKey]) }
      const answer = await fetch(url, { method: 'PURGE', headers: sent, signal, redirect: 'error' })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`It returned ${answer.status}.`)
      if (isFailing) log.info({}, 'the cache in front drops pages again')
      isFailing = false
      if (first.length > 0) again(first)
    } catch (error) {
      if (!isFailing)
        log.warn({ error: (error as Error).message }, 'the cache in front did not drop pages, trying again')
      isFailing = true
      for (const key of keys) due.add(key)
      for (const key of first) fresh.add(key)
      tryAgain()
    }
  }

  return {
    async purge(keys: Iterable<ContentKey>): Promise<void> {
      for (const key of keys) {
        due.add(key)
        fresh.add(key)
      }
      if (isFailing) tryAgain()
      else await send()
    },
    /** Purges once more what is scheduled. */
    async close(): Promise<void> {
      isClosed = true
      if (retry) clearTimeout(retry)
      for (const [timer, keys] of scheduled) {
        clearTimeout(timer)
        for (const key of keys) due.add(key)
      }
      await send()
    },
  }
}
