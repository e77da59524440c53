import { createRoute, z } from '@hono/zod-openapi'
import { commaList, errors, forMembersOrToken, Id, noContent, ok, Paging, pageOf, Time } from '#lib/http-contract.ts'
import { followKinds, followStatesMax } from './rules.ts'

const kind = z.enum(followKinds)
const name = z.string().min(1).max(100).openapi({
  description: 'The username of a person, the id of a prompt or collection, the slug of a category, or a tag.',
})

/** How a follow button identifies its target: `kind:name`. */
const FollowName = z.string().transform((text, context) => {
  const colon = text.indexOf(':')
  const result = z.object({ kind, name }).safeParse({ kind: text.slice(0, colon), name: text.slice(colon + 1) })
  if (result.success) return result.data
  context.addIssue({ code: 'custom', message: 'Write kind:name, such as person:ada.' })
  return z.NEVER
})

const names = commaList(followStatesMax, 'names')
  .transform((written) => written.map(decode))
  .pipe(z.array(FollowName))
  .openapi({
    type: 'string',
    example: 'person:ada,tag:seo',
    description: 'kind:name, separated by commas; write a comma in a name as %2C, as encodeURIComponent does.',
  })

/** Decodes a percent-encoded string, or returns it unchanged if its encoding is invalid. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const Follow = z
  .object({
    id: Id,
    kind,
    name,
    title: z.string().openapi({ description: 'The name that people see.' }),
    path: z.string().openapi({ description: 'The path of its page.' }),
    followedAt: Time,
    newest: z
      .object({ slug: z.string(), title: z.string(), publishedAt: Time })
      .nullable()
      .openapi({ description: 'The newest published prompt of a person. Null for other kinds.' }),
  })
  .openapi('Follow')
export type Follow = z.infer<typeof Follow>

const path = '/api/user/follows'

export const followingContract = {
  listFollows: createRoute({
    method: 'get',
    path,
    security: forMembersOrToken('read'),
    tags: ['Following'],
    summary: 'Lists what you follow, last followed first',
    request: { query: Paging },
    responses: {
      ...ok(pageOf(Follow).openapi('FollowPage'), 'A page of what you follow and may still see.'),
      ...errors(401),
    },
  }),
  listFollowStates: createRoute({
    method: 'get',
    path: `${path}/state`,
    security: forMembersOrToken('read'),
    tags: ['Following'],
    summary: 'Returns which of the named people and things you follow',
    request: { query: z.object({ names }) },
    responses: {
      ...ok(
        z.object({ follows: z.record(z.string(), z.literal(true)) }).openapi('FollowStates'),
        'Those that you follow, by kind:name; others are omitted.',
      ),
      ...errors(401),
    },
  }),
  follow: createRoute({
    method: 'put',
    path: `${path}/{kind}/{name}`,
    security: forMembersOrToken('write'),
    tags: ['Following'],
    summary: 'Follows a person, prompt, category, tag or collection; a repeated call changes nothing',
    request: { params: z.object({ kind, name }) },
    responses: { ...noContent('You follow this person or thing.'), ...errors(401, 403, 404, 409) },
  }),
  unfollow: createRoute({
    method: 'delete',
    path: `${path}/{kind}/{name}`,
    security: forMembersOrToken('write'),
    tags: ['Following'],
    summary: 'Stops following a person or thing; a repeated call changes nothing',
    request: { params: z.object({ kind, name }) },
    responses: { ...noContent('You don’t follow this person or thing.'), ...errors(401) },
  }),
}
