import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { SubjectKind } from '../rules.ts'

/** A page of the comments on a subject. `id` is the subject's id or slug, and the first page has no `cursor`. */
export type CommentList = { kind: SubjectKind; id: string; cursor?: string }

const paths = {
  prompt: '/api/prompts/{id}/comments',
  tool: '/api/tools/{id}/comments',
  comparison: '/api/comparisons/{id}/comments',
} as const

/** Returns the API path for the comments on this kind of subject. */
export function commentsPath<Kind extends SubjectKind>(kind: Kind): (typeof paths)[Kind] {
  return paths[kind]
}

/** A page of comments as everybody sees them. */
export function commentsQuery(api: Api, { kind, id, cursor }: CommentList) {
  return queryOptions(apiQuery(api, `GET ${commentsPath(kind)}`, { params: { id }, query: { cursor } }))
}

/** A page of comments as the member sees them, with their own waiting ones. It is removed from the cache at logout. */
export function memberCommentsQuery(api: Api, { kind, id, cursor }: CommentList) {
  // The response of `commentsQuery` isn't reused, although the path is the same.
  const input = { params: { id }, query: { cursor }, rules: { reuseMs: 0 } }
  const { queryFn } = apiQuery(api, `GET ${commentsPath(kind)}`, input)
  return queryOptions({ queryKey: ['/api/user/comments', kind, id, cursor], queryFn, staleTime: 0 })
}
