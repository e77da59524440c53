import { type ContentKey, everything } from '#platform/database/content-changes.ts'
import type { Log } from '#platform/log-fields.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'

/** The key that all text files (feeds, sitemaps, Markdown) share, because any change may affect them. */
export const textsKey: ContentKey = 'texts'
/** How long the cache may take to respond, in ms. The author of a change waits for the response. */
const responseTimeoutMs = 500
/**
 * After how long keys are purged again, in ms. At the first purge, the cache may be receiving a page that was rendered
 * before the change.
 */
const repeatMs = 2_000
/**
 * If there are more keys than this, the key `everything` is purged instead, since the length of a header is limited.
 */
const keysMax = 200

type Options = { url: string; token?: string; log: Pick<Log, 'warn' | 'info'> }

/**
 * Tells the cache in front of the site (CACHE_PURGE_URL) to drop pages by their keys: immediately, and again after
 * `repeatMs`. Retries until the cache confirms. `purge` never fails. It resolves after the first attempt, or
 * immediately while the cache is failing.
 */
export function createCachePurge({ url, token, log }: Options) {
  const due = new Set<ContentKey>()
  /** The keys in `due` that haven't been purged yet. After their first successful purge, they are purged once more. */
  const unpurged = new Set<ContentKey>()
  const scheduled = new Map<NodeJS.Timeout, ContentKey[]>()
  let retry: NodeJS.Timeout | null = null
  let isFailing = false
  let isClosed = false
  const headers = token ? { authorization: `Bearer ${token}` } : undefined

  function repeatLater(keys: ContentKey[]) {
    if (isClosed) return
    const timer = setTimeout(() => {
      scheduled.delete(timer)
      for (const key of keys) due.add(key)
      void send()
    }, repeatMs)
    scheduled.set(timer, keys)
  }

  /** All keys share one timer, so that a long outage of the cache costs no more than a short one. */
  function retryLater() {
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = null
      void send()
    }, repeatMs)
  }

  /** Purges all keys in `due`. */
  async function send(): Promise<void> {
    const keys = due.size > keysMax || due.has(everything) ? [everything] : [...due]
    const first = [...unpurged]
    due.clear()
    unpurged.clear()
    if (keys.length === 0) return
    try {
      const signal = AbortSignal.timeout(responseTimeoutMs)
      const sent = { ...headers, 'surrogate-key': surrogateKeys([...keys, textsKey]) }
      const response = await fetch(url, { method: 'PURGE', headers: sent, signal, redirect: 'manual' })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The cache returned ${response.status}.`)
      if (isFailing) log.info({}, 'the cache in front of the site drops pages again')
      isFailing = false
      if (first.length > 0) repeatLater(first)
    } catch (error) {
      if (!isFailing)
        log.warn({ error: (error as Error).message }, 'the cache in front of the site did not drop pages, trying again')
      isFailing = true
      for (const key of keys) due.add(key)
      for (const key of first) unpurged.add(key)
      retryLater()
    }
  }

  return {
    async purge(keys: Iterable<ContentKey>): Promise<void> {
      for (const key of keys) {
        due.add(key)
        unpurged.add(key)
      }
      if (isFailing) retryLater()
      else await send()
    },
    /** Sends the scheduled purges immediately, and schedules no more. Call it when the server stops. */
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
