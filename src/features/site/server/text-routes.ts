import { getCategoryOrThrow, listCategories } from '#features/catalogue/server/category-queries.ts'
import type { PromptFilter } from '#features/catalogue/server/prompt-conditions.ts'
import { listPrompts } from '#features/catalogue/server/prompt-queries.ts'
import { getContributorOrThrow } from '#features/contributors/server/contributor-queries.ts'
import { listNotifications } from '#features/notifications/server/notification-queries.ts'
import { findFeedOwner, privateFeedPath } from '#features/notifications/server/private-feed.ts'
import { listTools } from '#features/tools/server/tool-queries.ts'
import { t } from '#lib/texts.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { notFound } from '#platform/errors.ts'
import { filePolicy } from '#platform/file-policy.ts'
import type { Site } from './site.ts'
import { atomType, markdownType, plainType } from './text-types.ts'
import { promptEntry, writeFeed, writeNotificationFeed } from './write-feed.ts'
import { writeLlms, writePromptIndex, writeToolIndex } from './write-markdown.ts'
import { closedRobots, writeRobots } from './write-robots.ts'

const feedEntriesMax = 20
const indexEntriesMax = 100

/** Creates the endpoints of robots.txt, llms.txt, feeds and lists as Markdown. */
export function textRoutes({ db }: Platform, site: Site): Api {
  const api = createApi()
  const listNewest = (filter: PromptFilter, limit: number) => listPrompts(db, 'newest', filter, { limit })

  api.get('/robots.txt', (c) => c.body(site.isClosed ? closedRobots : writeRobots(site.origin()), 200, plainType))
  api.get('/llms.txt', async (c) =>
    c.body(writeLlms(site.name, await listCategories(db), site.origin()), 200, markdownType),
  )

  api.get('/feed.xml', async (c) => {
    const { items } = await listNewest({}, feedEntriesMax)
    const feed = { title: `Newest prompts | ${site.name}`, path: '/feed.xml', page: '/prompts/newest' }
    return c.body(writeFeed({ ...feed, entries: items.map(promptEntry) }, site.origin()), 200, atomType)
  })
  api.get('/category/:slug/feed.xml', async (c) => {
    const { id, name, slug } = await getCategoryOrThrow(db, c.req.param('slug'))
    const { items } = await listNewest({ categoryId: id }, feedEntriesMax)
    const page = `/category/${slug}`
    const feed = { title: `${name} | ${site.name}`, path: `${page}/feed.xml`, page }
    return c.body(writeFeed({ ...feed, entries: items.map(promptEntry) }, site.origin()), 200, atomType)
  })
  api.get('/user/:username/feed.xml', async (c) => {
    const { id, contributor } = await getContributorOrThrow(db, c.req.param('username'))
    const { items } = await listNewest({ authorId: id }, feedEntriesMax)
    const page = `/user/${encodeURIComponent(contributor.username)}`
    const feed = { title: `${contributor.username} | ${site.name}`, path: `${page}/feed.xml`, page }
    return c.body(writeFeed({ ...feed, entries: items.map(promptEntry) }, site.origin()), 200, atomType)
  })

  api.get(`${privateFeedPath}:token`, async (c) => {
    const owner = await findFeedOwner(db, c.req.param('token'))
    if (!owner) throw notFound(t('This feed'))
    const { items } = await listNotifications(db, owner.id, { unread: false, limit: feedEntriesMax })
    const feed = writeNotificationFeed({ siteName: site.name, id: owner.id, items }, site.origin())
    return c.body(feed, 200, {
      ...atomType,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Content-Security-Policy': filePolicy,
      'Referrer-Policy': 'no-referrer',
    })
  })

  api.get('/prompts.md', async (c) => {
    const { items, total } = await listNewest({}, indexEntriesMax)
    const index = { title: 'Prompts', description: 'The prompts of the catalogue, newest first.' }
    return c.body(writePromptIndex({ ...index, prompts: items, total }, site.origin()), 200, markdownType)
  })
  api.get('/tools.md', async (c) => {
    const { items, total } = await listTools(db, {}, { limit: indexEntriesMax })
    return c.body(writeToolIndex(items, total, site.origin()), 200, markdownType)
  })
  api.get('/category/:file{[^/]+\\.md}', async (c) => {
    const category = await getCategoryOrThrow(db, c.req.param('file').slice(0, -'.md'.length))
    const { items, total } = await listNewest({ categoryId: category.id }, indexEntriesMax)
    const { name: title, description } = category
    return c.body(writePromptIndex({ title, description, prompts: items, total }, site.origin()), 200, markdownType)
  })
  return api
}
