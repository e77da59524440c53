import type { Context, MiddlewareHandler, Next } from 'hono'
import { contract } from '#contract'
import { mcpPath } from '#features/mcp/rules.ts'
import type { AnswerCache, Computed } from '#platform/answer-cache.ts'
import type { ApiEnv } from '#platform/api.ts'
import { runningLanguage } from '#platform/languages.ts'
import { contentOf } from '../pages/page-content.ts'
import { inProcess, isInProcess } from './client-address.ts'
import { isVisitorRead, safeMethods } from './visitor-reads.ts'

/**
 * The endpoints whose answers to visitors are cached: what pages show of published content, whose every change is
 * recorded (`recordContentChange`). Not among them: what a link makes readable, and what the address itself may reveal,
 * such as searches and filled-in prompts.
 */
export const cachedEndpoints = [
  ...['getHome', 'getFooter', 'listCategories', 'getCategory', 'countFilters', 'getLeaderboard'],
  ...['listPrompts', 'listNewestPrompts', 'listRecentPrompts', 'listHighestRatedPrompts', 'listMostCopiedPrompts'],
  ...['listFeaturedPrompts', 'listCategoryPrompts', 'getPrompt', 'listRelatedPrompts', 'listPromptsAbout', 'listForks'],
  ...['listExamples', 'getResults', 'listPromptComparisons', 'getTestResults', 'listPromptComments'],
  ...['listTools', 'listFeaturedTools', 'countTools', 'listRelatedTools', 'getTool', 'listToolComments'],
  ...['listTopContributors', 'getUser', 'getAuthor'],
] as (keyof typeof contract)[]

const cachedPath = patternOf(() => true)
/** Lists below a record. An empty one doesn't have the record's id, by which changes are known, so any change drops it. */
const listBelowRecord = patternOf((path) => path.includes('}/'))

/** Matches the paths of the cached endpoints for which `isMeant` is true. */
function patternOf(isMeant: (path: string) => boolean): RegExp {
  const paths = cachedEndpoints.map((name) => contract[name].path).filter(isMeant)
  return new RegExp(`^(?:${paths.map((path) => path.replace(/\{\w+\}/g, '[^/]+')).join('|')})$`)
}

/** Returns the key of the cached answer to an address, in the running language, or null if it may not be cached. */
export function answerKey(address: string): string | null {
  const [path = '', query] = address.split('?', 2)
  if (!cachedPath.test(path) || (query !== undefined && new URLSearchParams(query).has('q'))) return null
  return `${runningLanguage().tag} ${address}`
}

/**
 * Answers visitors' reads of published content from the cache, and has them computed once for concurrent requests. A
 * request that says who sends it never gets here (`isVisitorRead`), and one that does is computed from its address
 * alone: nothing else of it can enter the cache.
 */
export function answerVisitors(cache: AnswerCache): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const address = pathname + search
    const key = c.req.method === 'GET' && isVisitorRead(c) ? answerKey(address) : null
    if (key === null) return next()
    // Pages are rendered in this process, and may show numbers of votes and copies that are a minute old.
    const isPage = isInProcess(c)
    let isOwn = false
    const answer = await cache.findOrMake(key, isPage ? 'recent' : 'current', async () => {
      isOwn = true
      await runForNobody(c, next)
      return computedOf(c, address)
    })
    if (isOwn) return
    if (!answer) return next()
    return c.body(answer.text, 200, { 'Content-Type': 'application/json' })
  }
}

/** Tells the cache of every write, so that the reader who wrote gets no older answer. Counting a view changes none. */
export function noteWrites(cache: AnswerCache): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next()
    const { method, path, raw } = c.req
    const isVisitorOfMcp = path.startsWith(mcpPath) && !raw.headers.has('authorization')
    if (!safeMethods.has(method) && !isVisitorOfMcp && path !== contract.countView.path) cache.written()
  }
}

/** Runs the rest of the app with a request that has nothing but its address. */
async function runForNobody(c: Context<ApiEnv>, next: Next): Promise<void> {
  const { raw } = c.req
  const actor = c.get('actor')
  c.req.raw = new Request(raw.url)
  c.set('actor', { kind: 'visitor', address: inProcess, browser: '' })
  try {
    await next()
  } finally {
    c.req.raw = raw
    c.set('actor', actor)
  }
}

/** The headers of an answer that anybody may get: those of every JSON response. */
const plainHeaders = new Set(['content-type', 'cache-control', 'x-content-type-options', 'x-request-id'])
const numbers = /"(?:votes|copies|score)":/

/** Returns what the cache stores of the response, or null if the response isn't the same for everybody. */
async function computedOf(c: Context<ApiEnv>, address: string): Promise<Computed | null> {
  const { status, headers } = c.res
  const isPlain = headers.get('content-type') === 'application/json' && headers.get('cache-control') === 'no-store'
  if (status !== 200 || !isPlain || ![...headers.keys()].every((name) => plainHeaders.has(name))) return null
  const text = await c.res.text()
  // Without this, Hono would merge the headers of both responses.
  c.res = undefined
  c.res = new Response(text, { headers })
  const content = listBelowRecord.test(c.req.path) ? null : new Set(contentOf(address, text))
  return { text, content, hasNumbers: numbers.test(text) }
}
