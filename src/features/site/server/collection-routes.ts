import type { Context } from 'hono'
import type { Collection } from '#features/collections/contract.ts'
import { anybody, getCollectionOrThrow } from '#features/collections/server/collection-queries.ts'
import { type Api, type ApiEnv, createApi, type Platform } from '#server/platform/api.ts'
import type { Site } from './site.ts'
import { atom, markdown } from './text-types.ts'
import { itemEntry, writeFeed } from './write-feed.ts'
import { writeCollection } from './write-markdown.ts'

/** A collection as Markdown, JSON and a feed, as everybody with its address sees it. */
export function collectionRoutes({ db }: Platform, site: Site): Api {
  const api = createApi()

  /** Answers at the present address, and sends former ones there. AppError not_found. */
  async function answer(
    c: Context<ApiEnv>,
    slug: string,
    ending: string,
    { write, type }: { write: (collection: Collection) => string; type: Record<string, string> },
  ) {
    const collection = await getCollectionOrThrow(db, anybody, slug)
    if (collection.slug !== slug) return c.redirect(`/collection/${collection.slug}${ending}`, 301)
    if (!collection.listed) c.header('X-Robots-Tag', 'noindex')
    return c.body(write(collection), 200, type)
  }

  for (const [ending, written] of [
    ['.md', { write: (one: Collection) => writeCollection(one, site.origin()), type: markdown }],
    ['.json', { write: (one: Collection) => JSON.stringify(one), type: { 'Content-Type': 'application/json' } }],
  ] as const)
    api.get(`/collection/:file{[^/]+\\${ending}}`, (c) =>
      answer(c, c.req.param('file').slice(0, -ending.length), ending, written),
    )
  api.get('/collection/:slug/feed.xml', (c) =>
    answer(c, c.req.param('slug'), '/feed.xml', { write: (one) => feedOf(one, site), type: atom }),
  )
  return api
}

/** What was added last comes first. */
function feedOf({ title, slug, user, items }: Collection, site: Site): string {
  const page = `/collection/${slug}`
  const entries = items
    .toSorted((one, other) => (one.addedAt < other.addedAt ? 1 : -1))
    .flatMap((item) => itemEntry(item) ?? [])
  const feed = { title: `${title} | ${site.name}`, path: `${page}/feed.xml`, page, author: user.username, entries }
  return writeFeed(feed, site.origin())
}
