import { createRoute, z } from '@hono/zod-openapi'
import { errors, forMembers, forMembersOrToken, jsonBody, noContent, ok, Time } from '#lib/http-contract.ts'
import { blockKinds, blocksMax } from './rules.ts'

const Block = z
  .object({
    username: z.string(),
    kind: z.enum(blockKinds).openapi({
      description:
        '`block`: neither of you sees the other’s comments or gets notifications about the other. `mute`: this applies only to you.',
    }),
    createdAt: Time,
  })
  .openapi('Block')
export type Block = z.infer<typeof Block>

const path = '/api/user/blocks'
const usernameParam = { params: z.object({ username: z.string().min(1).max(100) }) }

export const blocksContract = {
  listBlocks: createRoute({
    method: 'get',
    path,
    security: forMembersOrToken('read'),
    tags: ['Blocks'],
    summary: 'Lists the people you blocked or muted, newest first',
    responses: { ...ok(z.array(Block), `Up to ${blocksMax} people.`), ...errors(401) },
  }),
  blockPerson: createRoute({
    method: 'put',
    path: `${path}/{username}`,
    security: forMembers,
    tags: ['Blocks'],
    summary: 'Blocks or mutes a person, who isn’t told; a repeated call changes nothing',
    request: { ...usernameParam, body: jsonBody(z.object({ kind: z.enum(blockKinds) })) },
    responses: { ...noContent('The person is blocked or muted.'), ...errors(401, 403, 404, 409) },
  }),
  unblockPerson: createRoute({
    method: 'delete',
    path: `${path}/{username}`,
    security: forMembers,
    tags: ['Blocks'],
    summary: 'Unblocks or unmutes a person; a repeated call changes nothing',
    request: usernameParam,
    responses: { ...noContent('The person is neither blocked nor muted.'), ...errors(401) },
  }),
}
