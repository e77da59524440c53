import { AsyncLocalStorage } from 'node:async_hooks'
import { picksKey } from '#features/catalogue/server/set-picks.ts'
import { type ContentKey, everything } from '#server/platform/content-changes.ts'

const id = /"id":"([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"/g
/** The answer that every page has, and whose numbers may be 60 s old. */
const agesOut = '/api/footer'
/** Answers that are about one thing, and a few like it that may age. */
const single = /^\/api\/(prompts|tools|categories)\/(?!newest|recent|highest-rated|most-copied|featured|category)/

/** What the API answered while a page was rendered: the content in it, and the worst status. */
type Seen = { keys: Set<ContentKey>; worst: number }

const rendering = new AsyncLocalStorage<Seen>()

/** Runs `render`; answers what it gives, and what its API answers were. */
export async function collectContent<Page>(render: () => Promise<Page>): Promise<{ page: Page } & Seen> {
  const seen: Seen = { keys: new Set<ContentKey>([everything]), worst: 0 }
  const page = await rendering.run(seen, render)
  return { page, ...seen }
}

/** Notes, while a page is rendered, what an API answer shows. Gives the answer back, still unread. */
export async function noteContent(path: string, response: Response): Promise<Response> {
  const seen = rendering.getStore()
  if (seen) seen.worst = Math.max(seen.worst, response.status)
  if (!seen || path === agesOut) return response
  const body = await response.text()
  for (const key of contentOf(path, body)) seen.keys.add(key)
  return new Response(body, { status: response.status, headers: response.headers })
}

/** What an API answer shows: the ids in it, and the lists that it is a part of. */
export function contentOf(path: string, body: string): ContentKey[] {
  const url = new URL(path, 'http://site')
  const ids = [...body.matchAll(id)].map((match) => match[1] as string)
  if (url.searchParams.has('pick')) ids.push(picksKey)
  if (single.test(url.pathname)) return ids
  const category = url.searchParams.get('category') ?? /^\/api\/prompts\/category\/([^/]+)$/.exec(url.pathname)?.[1]
  const user = url.searchParams.get('author') ?? /^\/api\/users\/([^/]+)$/.exec(url.pathname)?.[1]
  if (user) return [...ids, `user:${decodeURIComponent(user).toLowerCase()}`]
  return [...ids, category ? `category:${category}` : 'lists']
}
