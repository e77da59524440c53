import { AsyncLocalStorage } from 'node:async_hooks'
import { picksKey } from '#features/catalogue/server/set-picks.ts'
import { collectionListsKey } from '#features/collections/server/lock-collection.ts'
import { commentsKey } from '#features/comments/server/comment-subject.ts'
import { TextResponse } from '#lib/text-response.ts'
import type { Answer } from '#platform/answer-cache.ts'
import { type ContentKey, everything } from '#platform/database/content-changes.ts'

/** Matches the ids (UUIDv7) in a response. */
const id = /"id":"([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"/g
/** The path of the data for the footer that every page has. Its numbers may be up to 60 s old. */
const footerPath = '/api/footer'
/** Matches the paths of single records. Related records in their responses may be a minute out of date. */
const singleRecord =
  /^\/api\/(prompts|tools|categories|collections|comparisons)\/(?!(?:newest|recent|highest-rated|most-copied|featured|category)(?:\/|$))/

/** `comments` matches the paths of comments. In their responses, `subject` matches the id of what they are about. */
const comments = /^\/api\/(prompts|tools|comparisons)\/[^/]+\/comments$/
const subject = /"subjectId":"([^"]+)"/
/** In the response with one prompt, whose id comes first. In a text within JSON, the quotes would be escaped. */
const namesSections = '"sections":['

/** In the response of a search: it lacks what the same search may find later, so its page isn't cached. */
const incomplete = '"isIncomplete":true'

/**
 * What is recorded while a page is rendered: the cache keys of the API's responses, their highest status, whether one of
 * them was incomplete, and when the oldest numbers of votes and copies in them were read, in ms. `withholds`: the page
 * must not show any content.
 */
type Recorded = {
  keys: Set<ContentKey>
  highestStatus: number
  isIncomplete: boolean
  numbersFrom: number
  withholds: boolean
}

const rendering = new AsyncLocalStorage<Recorded>()

/** Runs `render`. Returns its result and what was recorded about the API's responses. */
export async function collectContent<Page>(
  render: () => Promise<Page>,
  { withholds = false } = {},
): Promise<{ page: Page } & Recorded> {
  const recorded: Recorded = {
    keys: new Set([everything]),
    highestStatus: 0,
    isIncomplete: false,
    numbersFrom: Number.POSITIVE_INFINITY,
    withholds,
  }
  const page = await rendering.run(recorded, render)
  return { page, ...recorded }
}

/** Whether the page that is being rendered must not show any content. */
export function isWithholding(): boolean {
  return rendering.getStore()?.withholds ?? false
}

/**
 * Records the status of an API response while a page is rendered, and its cache keys unless it is the footer's data.
 * Returns a response whose body can still be read.
 */
export async function recordContent(path: string, response: Response): Promise<Response> {
  const recorded = rendering.getStore()
  if (recorded) recorded.highestStatus = Math.max(recorded.highestStatus, response.status)
  if (!recorded || path === footerPath) return response
  const body = await response.text()
  for (const key of contentOf(path, body)) recorded.keys.add(key)
  // In a text within JSON, the quotes would be escaped.
  if (body.includes(incomplete)) recorded.isIncomplete = true
  // Only redirects and errors need their headers. Copying headers takes as long as the rest of this function.
  const { status, headers } = response
  return new TextResponse(body, response.ok ? { status } : { status, headers })
}

/** Records an answer from the cache while a page is rendered, as `recordContent` does for a response. */
export function recordAnswer(path: string, { text, content, hasNumbers, computedAt }: Answer): void {
  const recorded = rendering.getStore()
  if (!recorded) return
  recorded.highestStatus = Math.max(recorded.highestStatus, 200)
  if (path === footerPath) return
  for (const key of content ?? contentOf(path, text)) recorded.keys.add(key)
  if (hasNumbers) recorded.numbersFrom = Math.min(recorded.numbersFrom, computedAt)
}

/** The cache keys of an API response: the ids in it, and the keys of the lists that it belongs to. */
export function contentOf(path: string, body: string): ContentKey[] {
  const url = new URL(path, 'http://site')
  const ids = [...body.matchAll(id)].map((match) => match[1] as string)
  const commented = comments.test(url.pathname) ? subject.exec(body)?.[1] : undefined
  // It tells whether there are comments, so the first one changes it.
  if (body.includes(namesSections) && ids[0]) ids.push(commentsKey(ids[0]))
  if (commented) ids.push(commentsKey(commented))
  if (url.searchParams.has('pick')) ids.push(picksKey)
  // Responses about one record or the comparisons of one prompt get no list keys: if only a list has changed, they may
  // be a minute out of date.
  if (singleRecord.test(url.pathname) || url.searchParams.has('promptId')) return ids
  if (url.pathname === '/api/collections') return [...ids, collectionListsKey]
  if (url.pathname === '/api/search') return [...ids, 'lists', collectionListsKey]
  const category = url.searchParams.get('category') ?? /^\/api\/prompts\/category\/([^/]+)$/.exec(url.pathname)?.[1]
  const user = url.searchParams.get('author') ?? /^\/api\/users\/([^/]+)$/.exec(url.pathname)?.[1]
  if (user) return [...ids, `user:${decodeURIComponent(user).toLowerCase()}`]
  return [...ids, category ? `category:${category}` : 'lists']
}
