import type { Context } from 'hono'
import type { Collection } from '#features/collections/contract.ts'
import { anybody, getCollectionOrThrow } from '#features/collections/server/collection-queries.ts'
import { type Api, type ApiEnv, createApi, type Platform } from '#platform/api.ts'
import type { Site } from './site.ts'
import { atomType, markdownType } from './text-types.ts'
import { itemEntry, writeFeed } from './write-feed.ts'
import { writeCollection } from './write-markdown.ts'

/**
 * Creates the endpoints that return a collection as Markdown, JSON and a feed, as anyone with its address sees it.
 */
export function collectionRoutes({ db }: Platform, site: Site): Api {
  const api = createApi()

  /** Responds at the current address, and redirects former addresses to it. Throws AppError not_found. */
  async function sendCollection(
    c: Context<ApiEnv>,
    slug: string,
    suffix: string,
    { write, headers }: { write: (collection: Collection) => string; headers: Record<string, string> },
  ) {
    const collection = await getCollectionOrThrow(db, anybody, slug)
    if (collection.slug !== slug) return c.redirect(`/collection/${collection.slug}${suffix}`, 301)
    if (!collection.listed) c.header('X-Robots-Tag', 'noindex')
    return c.body(write(collection), 200, headers)
  }

  for (const [extension, format] of [
    ['.md', { write: (collection: Collection) => writeCollection(collection, site.origin()), headers: markdownType }],
    ['.json', { write: JSON.stringify, headers: { 'Content-Type': 'application/json' } }],
  ] as const)
    api.get(`/collection/:file{[^/]+\\${extension}}`, (c) =>
      sendCollection(c, c.req.param('file').slice(0, -extension.length), extension, format),
    )
  api.get('/collection/:slug/feed.xml', (c) =>
    sendCollection(c, c.req.param('slug'), '/feed.xml', {
      write: (collection) => feedOf(collection, site),
      headers: atomType,
    }),
  )
  return api
}

/** Returns an Atom feed of a collection. The last item added comes first. */
function feedOf({ title, slug, user, items }: Collection, site: Site): string {
  const page = `/collection/${slug}`
  const entries = items.toSorted((a, b) => (a.addedAt < b.addedAt ? 1 : -1)).flatMap((item) => itemEntry(item) ?? [])
  const feed = { title: `${title} | ${site.name}`, path: `${page}/feed.xml`, page, author: user.username, entries }
  return writeFeed(feed, site.origin())
}
