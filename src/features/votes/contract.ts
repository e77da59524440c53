import { createRoute, z } from '@hono/zod-openapi'
import { commaList, errors, forMembers, forMembersOrToken, Id, jsonBody, ok, Time } from '#lib/http-contract.ts'
import { promptIdsMax } from './rules.ts'

const Value = z.union([z.literal(1), z.literal(-1)])

export const CastVote = z
  .object({
    promptId: Id,
    value: z
      .union([z.literal(1), z.literal(0), z.literal(-1)])
      .openapi({ description: '1 is up, -1 is down, 0 withdraws the vote.' }),
  })
  .openapi('CastVote')

export const VoteResult = z
  .object({
    promptId: Id,
    value: z.union([z.literal(1), z.literal(0), z.literal(-1)]),
    votes: z.object({ up: z.number().int(), down: z.number().int() }),
    countsFrom: Time.optional().openapi({ description: 'When the vote of a new account begins to count.' }),
  })
  .openapi('VoteResult')

export type VoteResult = z.infer<typeof VoteResult>

export const votesContract = {
  listOwnVotes: createRoute({
    method: 'get',
    path: '/api/votes',
    security: forMembersOrToken('read'),
    tags: ['Votes'],
    summary: 'Returns your votes on some prompts',
    request: { query: z.object({ promptIds: commaList(promptIdsMax, 'prompts') }) },
    responses: {
      ...ok(
        z.object({ votes: z.record(Id, Value) }).openapi('OwnVotes'),
        'The votes by prompt id; prompts without a vote are left out.',
      ),
      ...errors(401),
    },
  }),
  castVote: createRoute({
    method: 'post',
    path: '/api/votes',
    security: forMembers,
    tags: ['Votes'],
    summary: 'Votes on a prompt, changes the vote or withdraws it; a repeated call changes nothing',
    request: { body: jsonBody(CastVote) },
    responses: { ...ok(VoteResult, 'The vote and the new tally.'), ...errors(401, 403, 404) },
  }),
}
