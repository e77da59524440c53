import { createRoute, z } from '@hono/zod-openapi'
import { answers, forMembers, Id, jsonBody, refuses, Time } from '#lib/http-contract.ts'
import { askedMax } from './rules.ts'

/** Ids with commas between them. */
const promptIds = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((ids) => ids.length <= askedMax, `Ask for ${askedMax} prompts at most.`)

const Value = z.union([z.literal(1), z.literal(-1)])

export const CastVote = z
  .object({
    promptId: Id,
    value: z
      .union([z.literal(1), z.literal(0), z.literal(-1)])
      .openapi({ description: '1 is up, -1 is down, 0 takes the vote back.' }),
  })
  .openapi('CastVote')

export const VoteAnswer = z
  .object({
    promptId: Id,
    value: z.union([z.literal(1), z.literal(0), z.literal(-1)]),
    votes: z.object({ up: z.number().int(), down: z.number().int() }),
    countsFrom: Time.optional().openapi({ description: 'When the vote of a young account begins to count.' }),
  })
  .openapi('VoteAnswer')

export type VoteAnswer = z.infer<typeof VoteAnswer>

export const votesContract = {
  listOwnVotes: createRoute({
    method: 'get',
    path: '/api/votes',
    security: forMembers,
    tags: ['Votes'],
    summary: "One's own votes on some prompts",
    request: { query: z.object({ promptIds: promptIds.openapi({ type: 'string' }) }) },
    responses: {
      ...answers(
        z.object({ votes: z.record(Id, Value) }).openapi('OwnVotes'),
        'The votes by prompt id; a prompt without one is left out.',
      ),
      ...refuses(401),
    },
  }),
  castVote: createRoute({
    method: 'post',
    path: '/api/votes',
    security: forMembers,
    tags: ['Votes'],
    summary: 'Vote on a prompt, change the vote or take it back; saying it twice changes nothing',
    request: { body: jsonBody(CastVote) },
    responses: { ...answers(VoteAnswer, 'The vote and the tally with it.'), ...refuses(401, 403, 404) },
  }),
}
