import { TextResponse } from '#lib/text-response.ts'
import { isOpenRequest } from '../http/open-paths.ts'
import { footerPath, isWithholding, recordContent } from './page-content.ts'

/** For how long renderings share the data of the footer, in ms. */
const footerMs = 1_000

/** The server's Hono app. */
type App = { request(path: string, init?: RequestInit): Response | Promise<Response> }
export type PageApi = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Creates a function that calls the API in this process while a page is rendered, and records the cache keys and the
 * highest status of the responses. Pages that are rendered within a second share the footer's data, which would
 * otherwise take up to half of a page's queries.
 */
export function createPageApi(app: App, now: () => number = () => performance.now()): PageApi {
  let shared: { until: number; body: Promise<string | null> } | undefined

  async function readFooter(): Promise<string | null> {
    const response = await app.request(footerPath)
    return response.ok ? response.text() : null
  }

  async function footerResponse(): Promise<Response | null> {
    if (!shared || shared.until <= now()) shared = { until: now() + footerMs, body: readFooter() }
    const current = shared
    const body = await current.body
    if (body !== null) return new TextResponse(body)
    // A failed response isn't shared.
    if (shared === current) shared = undefined
    return null
  }

  return async (path, init) => {
    // The pages that a closed site shows to visitors get no content.
    if (isWithholding() && !isOpenRequest(init?.method ?? 'GET', path)) return new Response('{}', { status: 401 })
    const response = path === footerPath ? await footerResponse() : null
    return recordContent(path, response ?? (await app.request(path, init)))
  }
}
