import { type ContentKey, everything } from './database/content-changes.ts'
import { createLruCache } from './lru-cache.ts'

/**
 * What a computation yields: a text that is the same for every visitor, and the cache keys of what it shows, or null if
 * any change may affect it. `hasNumbers`: it shows votes or copies, whose changes have no keys.
 */
export type Computed = { text: string; content: ReadonlySet<ContentKey> | null; hasNumbers?: boolean }
/** `computedAt`: when its computation began, in ms. `startedAt`: after how many writes and changes. */
export type Answer = Computed & { computedAt: number; startedAt: number }

/**
 * `recent`: the numbers of votes and copies may be as old as those of a cached page. `current`: at most a second old, and
 * newer than every write by this process.
 */
type Need = 'recent' | 'current'

/** How old a current answer may be, in ms: other processes write too. */
const currentMs = 1_000
/** What an answer takes besides its text, in bytes, and what a cache key takes. A character takes up to two. */
const overheadBytes = 300
const keyBytes = 60

type Options = { maxBytes: number; freshMs: number; now?: () => number }

/**
 * Creates the cache of answers to visitors, with up to `maxBytes`. `freshMs`: how old a
 * recent answer may be. A change of content drops the answers that show it. An
 * answer whose computation began before a change is given only to those who asked before it, and isn't cached.
 */
export function createAnswerCache({ maxBytes, freshMs, now = Date.now }: Options) {
  const answers = createLruCache<Answer>({
    maxSize: maxBytes,
    sizeCalculation: ({ text, content }) => overheadBytes + 2 * text.length + keyBytes * (content?.size ?? 0),
  })
  const running = new Map<string, { startedAt: number; answer: Promise<Answer | null> }>()
  /** How many writes and changes there have been, and how many until the last change. */
  let events = 0
  let changedAt = 0

  async function compute(key: string, startedAt: number, make: () => Promise<Computed | null>) {
    const computedAt = now()
    const computed = await make()
    const answer = computed && { ...computed, computedAt, startedAt }
    if (answer && startedAt >= changedAt) answers.set(key, answer)
    return answer
  }

  return {
    /** Returns the cached answer if it meets the need. */
    find(key: string, need: Need): Answer | undefined {
      const answer = answers.get(key)
      if (!answer || now() - answer.computedAt >= (need === 'current' ? currentMs : freshMs)) return undefined
      return need === 'current' && answer.startedAt < events ? undefined : answer
    },
    /**
     * Returns the cached answer if it meets the need. Otherwise makes it, once for concurrent calls, and caches it. `make`
     * returns null for what may not be cached; all callers then get null.
     */
    async findOrMake(key: string, need: Need, make: () => Promise<Computed | null>): Promise<Answer | null> {
      const found = this.find(key, need)
      if (found) return found
      const other = running.get(key)
      if (other && other.startedAt >= (need === 'current' ? events : changedAt)) return other.answer
      const started = { startedAt: events, answer: compute(key, events, make) }
      running.set(key, started)
      try {
        return await started.answer
      } finally {
        if (running.get(key) === started) running.delete(key)
      }
    },
    /** Call it after every write by this process and before its response, so that the writer sees it at once. */
    written(): void {
      events++
    },
    /** Drops the answers that show the changed content. */
    drop(keys: Iterable<ContentKey>): void {
      changedAt = ++events
      const changed = [...keys]
      for (const [key, { content }] of [...answers])
        if (!content || changed.includes(everything) || changed.some((one) => content.has(one))) answers.delete(key)
    },
    get bytes() {
      return answers.calculatedSize
    },
  }
}

export type AnswerCache = ReturnType<typeof createAnswerCache>
