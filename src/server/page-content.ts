import { AsyncLocalStorage } from 'node:async_hooks'
import { picksKey } from '#features/catalogue/server/set-picks.ts'
import { collectionListsKey } from '#features/collections/server/lock-collection.ts'
import { commentsKey } from '#features/comments/server/comment-subject.ts'
import { TextResponse } from '#lib/text-response.ts'
import { type ContentKey, everything } from '#server/platform/content-changes.ts'

/** The ids (UUIDv7) in a response. */
const id = /"id":"([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"/g
/** The path of the data for the footer of every page. Its numbers may be 60 s old. */
export const footerPath = '/api/footer'
/** Paths of a single record. Related records in the response may be outdated. */
const singleRecord =
  /^\/api\/(prompts|tools|categories|collections|comparisons)\/(?!newest|recent|highest-rated|most-copied|featured|category)/

/** The paths of the comments on a subject, and its id in the response. */
const comments = /^\/api\/(prompts|tools|comparisons)\/[^/]+\/comments$/
const subject = /"subjectId":"([^"]+)"/

/**
 * The cache keys of all API responses during a rendering, and their highest status. `withholds`: the page must not show
 * content.
 */
type Recorded = { keys: Set<ContentKey>; highestStatus: number; withholds: boolean }

const rendering = new AsyncLocalStorage<Recorded>()

/** Runs `render`. Returns its result, and what was recorded of its API responses. */
export async function collectContent<Page>(
  render: () => Promise<Page>,
  { withholds = false } = {},
): Promise<{ page: Page } & Recorded> {
  const recorded: Recorded = { keys: new Set<ContentKey>([everything]), highestStatus: 0, withholds }
  const page = await rendering.run(recorded, render)
  return { page, ...recorded }
}

/** Whether the page that is being rendered must not show any content. */
export function isWithholding(): boolean {
  return rendering.getStore()?.withholds ?? false
}

/** Records the keys and the status of an API response during a rendering. Returns a response whose body can be read. */
export async function recordContent(path: string, response: Response): Promise<Response> {
  const recorded = rendering.getStore()
  if (recorded) recorded.highestStatus = Math.max(recorded.highestStatus, response.status)
  if (!recorded || path === footerPath) return response
  const body = await response.text()
  for (const key of contentOf(path, body)) recorded.keys.add(key)
  // Headers matter to redirects and errors only, and copying them is as expensive as the rest of this function.
  const { status, headers } = response
  return new TextResponse(body, response.ok ? { status } : { status, headers })
}

/** The cache keys of an API response: the ids in it, and the lists that it belongs to. */
export function contentOf(path: string, body: string): ContentKey[] {
  const url = new URL(path, 'http://site')
  const ids = [...body.matchAll(id)].map((match) => match[1] as string)
  const commented = comments.test(url.pathname) ? subject.exec(body)?.[1] : undefined
  if (commented) ids.push(commentsKey(commented))
  if (url.searchParams.has('pick')) ids.push(picksKey)
  // No list keys: ratings may be a minute old.
  if (singleRecord.test(url.pathname) || url.searchParams.has('promptId')) return ids
  if (url.pathname === '/api/collections') return [...ids, collectionListsKey]
  if (url.pathname === '/api/search') return [...ids, 'lists', collectionListsKey]
  const category = url.searchParams.get('category') ?? /^\/api\/prompts\/category\/([^/]+)$/.exec(url.pathname)?.[1]
  const user = url.searchParams.get('author') ?? /^\/api\/users\/([^/]+)$/.exec(url.pathname)?.[1]
  if (user) return [...ids, `user:${decodeURIComponent(user).toLowerCase()}`]
  return [...ids, category ? `category:${category}` : 'lists']
}
