import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type Sendable, toSendable, withBrotli } from './send-bytes.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** The first answer shouldn't wait: level 6 takes 1 ms. The best level takes 60 and makes a page a tenth smaller. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
/** A page that was asked for this often will be asked for again: it is worth the best level. */
const popularHits = 5

/** A rendered page before it is kept; `content` names what it shows, `isPartial` says that a part of it is missing. */
export type RenderedPage = {
  isPartial?: boolean
  status: number
  headers: Record<string, string>
  body: Buffer
  content: ReadonlySet<string>
}

/** A page ready to be sent, what it shows, and when it was kept. */
export type KeptPage = Sendable & Pick<RenderedPage, 'content'> & { keptAt: number; hits: number }

/** Votes and copies on a page may be this old, in ms; then it is rendered again (contract "Pages"). */
export const pageFreshMs = 60_000

/** A page that could not be rendered again is answered as it was for so long before the next try, in ms. */
const failedMs = 5_000

type Options = { maxBytes: number; now?: () => number }

/**
 * Pages that are the same bytes for everybody, by key, bounded in bytes (least recently used goes first). Requests that
 * miss at the same time render once. A page that can't be rendered again (database away) is answered as it was.
 */
export function createPageCache({ maxBytes, now = Date.now }: Options) {
  const pages = new LRUCache<string, KeptPage>({ maxSize: maxBytes, sizeCalculation: (page) => page.bytes })
  const rendering = new Map<string, Promise<KeptPage>>()
  let generation = 0

  /** Compresses a popular page again, as small as can be, beside the requests that it answers meanwhile. */
  async function improve(key: string, page: KeptPage) {
    const body = await compressBrotli(Buffer.from(page.encodings.identity.body, 'latin1'), best)
    if (pages.peek(key) === page) pages.set(key, withBrotli(page, body))
  }

  async function fill(key: string, render: () => Promise<RenderedPage>): Promise<KeptPage> {
    const startedIn = generation
    const rendered = await render()
    const old = pages.peek(key)
    const isWhole = rendered.status < 500 && !rendered.isPartial
    // A page that was begun before content changed may show the old one: answer it, don't keep it.
    const isCurrent = startedIn === generation
    if (!isWhole && old) {
      if (isCurrent) old.keptAt = now() - pageFreshMs + failedMs
      return old
    }
    const page = await pack(rendered, now())
    if (page.status === 200 && isWhole && isCurrent) pages.set(key, page)
    if (page.status === 404) pages.delete(key)
    return page
  }

  return {
    /** A kept page that is fresh; becomes the most recently used. */
    fresh(key: string): KeptPage | undefined {
      const page = pages.get(key)
      if (!page || now() - page.keptAt >= pageFreshMs) return undefined
      if (++page.hits === popularHits) void improve(key, page)
      return page
    },
    /** The page behind a key, rendered once however many ask at the same time. */
    render(key: string, render: () => Promise<RenderedPage>): Promise<KeptPage> {
      const name = `${generation} ${key}`
      const running = rendering.get(name)
      if (running) return running
      const started = fill(key, render).finally(() => rendering.delete(name))
      rendering.set(name, started)
      return started
    },
    /** Something in `content` changed: the pages that show it go. */
    dropContent(content: ReadonlySet<string>) {
      generation++
      for (const [key, page] of [...pages]) if (!page.content.isDisjointFrom(content)) pages.delete(key)
    },
    /** Anything may have changed: no page is fresh any more. What was kept stays for when rendering fails. */
    expire() {
      generation++
      for (const page of pages.values()) page.keptAt = Number.NEGATIVE_INFINITY
    },
    get bytes() {
      return pages.calculatedSize
    },
  }
}

/** A rendered page with its ETag and its compressed bytes. */
export async function pack(page: RenderedPage, keptAt: number): Promise<KeptPage> {
  const [br, gz] = await Promise.all([compressBrotli(page.body, quick), compressGzip(page.body)])
  const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`
  const { status, headers, body, content } = page
  return {
    ...toSendable({ status, headers, etag, bodies: { br, gzip: gz, identity: body } }),
    content,
    keptAt,
    hits: 0,
  }
}
