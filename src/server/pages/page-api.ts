import { TextResponse } from '#lib/text-response.ts'
import type { AnswerCache } from '#platform/answer-cache.ts'
import { answerKey } from '../http/answer-visitors.ts'
import { isOpenRequest } from '../http/open-paths.ts'
import { isWithholding, recordAnswer, recordContent } from './page-content.ts'

/** The server's Hono app. */
type App = { request(path: string, init?: RequestInit): Response | Promise<Response> }
export type PageApi = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Creates a function that calls the API in this process while a page is rendered, and records the cache keys and the
 * highest status of the responses. What other visitors were answered comes from `answers`, where the app puts it.
 */
export function createPageApi(app: App, answers?: AnswerCache): PageApi {
  return async (path, init) => {
    // The pages that a closed site shows to visitors get no content.
    if (isWithholding() && !isOpenRequest(init?.method ?? 'GET', path)) return new Response('{}', { status: 401 })
    const key = answers ? answerKey(path) : null
    const find = () => (key === null ? undefined : answers?.find(key, 'recent'))
    const known = find()
    const response = known ? null : await app.request(path, init)
    // The app has just cached the answer, unless it may not be cached.
    const answer = known ?? find()
    if (!answer) return recordContent(path, response as Response)
    recordAnswer(path, answer)
    return new TextResponse(answer.text)
  }
}
