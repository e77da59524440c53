// This file is longer than other files, because it has all the schemas that comparisons, their answers and their votes
// share.

import { createRoute, z } from '@hono/zod-openapi'
import { categoryParameter } from '#features/catalogue/contract.ts'
import { OwnKeys, Tokens } from '#features/models/contract.ts'
import { modelVendors } from '#features/models/rules.ts'
import {
  commonErrors,
  costsCredits,
  errors,
  forMembers,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  OnceHeaders,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { roundOutcomes, roundsPerMember } from './round-rules.ts'
import { answerStatuses, comparisonLimits as limits, noneGood, tie } from './rules.ts'

/** Maps the names of a prompt's variables to their values. */
const Variables = z.record(z.string().max(40), z.string().max(limits.valueMax))
const Vendor = z.enum(modelVendors)
const wholeNumber = z.number().int()

/** An answer from elsewhere that the owner of a comparison pastes into it. */
/** Votes for a tie, or for none of the answers, are stored under these names, so no pasted answer may have them. */
const voteNames = new Set<string>([tie, noneGood])

export const PastedAnswer = z.object({
  model: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((name) => !voteNames.has(name), { error: () => t('Choose another name. Votes use this one.') }),
  vendor: Vendor.exclude(['built-in']).optional(),
  text: z.string().trim().min(1).max(limits.pastedTextMax),
})
export type PastedAnswer = z.infer<typeof PastedAnswer>

const chooseModelsMessage = () => t('Choose 2 to 5 models.')
const isComparableCount = (count: number) => count >= limits.modelsMin && count <= limits.modelsMax
const areDistinct = (names: string[]) => new Set(names).size === names.length

/** What a member asks several models: a prompt from the catalogue, or their own text. */
export const ComparisonInput = z
  .object({
    promptId: z.string().min(1).max(300).optional().openapi({ description: 'A published prompt, by id or slug.' }),
    content: z.string().trim().min(1).optional(),
    variables: Variables.default({}),
    models: z.array(z.string().min(1).max(100)).max(limits.modelsMax, { error: chooseModelsMessage }),
    pasted: z.array(PastedAnswer).max(limits.pastedMax).default([]).openapi({
      description:
        'Answers that you got elsewhere. They are free, marked as pasted, and never counted. Models and pasted answers together must be 2 to 5.',
    }),
    blind: z
      .boolean()
      .default(false)
      .openapi({ description: 'Hide the models’ names until the reader has voted, even from the owner.' }),
    keys: OwnKeys.optional(),
  })
  .refine(({ promptId, content }) => (promptId === undefined) !== (content === undefined), {
    error: () => t('Send either promptId or content.'),
    path: ['content'],
  })
  .refine(({ models, pasted }) => isComparableCount(models.length + pasted.length), {
    error: chooseModelsMessage,
    path: ['models'],
  })
  .refine(({ models, pasted }) => areDistinct([...models, ...pasted.map(({ model }) => model)]), {
    error: () => t('Use each model only once.'),
    path: ['models'],
  })
  .openapi('ComparisonInput')
export type ComparisonInput = z.infer<typeof ComparisonInput>

export const ComparisonAnswer = z
  .object({
    model: z.string().openapi({ description: 'The model’s id. While names are hidden, its letter: A, B, C ...' }),
    vendor: Vendor.nullable(),
    version: z.string().nullable().openapi({ description: 'The exact model, as its vendor names it.' }),
    text: z.string(),
    status: z.enum(answerStatuses),
    failure: z.string().nullable(),
    cut: z.boolean().openapi({ description: 'Whether the length limit or a content filter ended the answer early.' }),
    timeToFirstToken: wholeNumber.nullable().openapi({ description: 'ms' }),
    time: wholeNumber.nullable().openapi({ description: 'ms' }),
    tokens: z.union([Tokens, z.null()]),
    cost: z.number().nullable().openapi({ description: 'In US dollars, estimated from the price list.' }),
    price: wholeNumber.openapi({ description: 'The price in credits.' }),
    pasted: z
      .boolean()
      .openapi({ description: 'Whether the owner pasted the answer from elsewhere. Such an answer is never counted.' }),
    answeredAt: Time.nullable(),
  })
  .openapi('ComparisonAnswer')
export type ComparisonAnswer = z.infer<typeof ComparisonAnswer>

const PromptReference = z.object({ id: Id, slug: z.string(), title: z.string() })

const Vote = z.object({
  outcome: z.string(),
  counts: z.boolean().openapi({ description: 'Whether the vote counts for ratings.' }),
  note: z.string().nullable().openapi({ description: 'The voter’s reason. Only the voter sees it.' }),
})

export const Comparison = z
  .object({
    id: Id,
    /** What the owner called the comparison. */
    name: z.string().nullable(),
    prompt: PromptReference.nullable(),
    promptHidden: z.boolean().openapi({
      description:
        'Whether the prompt isn’t public, or is no longer public, so that others can’t see the comparison. If the owner may not see the prompt either, `content` and the answers of the built-in engines are empty.',
    }),
    content: z.string(),
    variables: z.record(z.string(), z.string()),
    createdAt: Time,
    published: z.boolean(),
    shared: z.boolean(),
    withdrawnReason: z
      .string()
      .nullable()
      .openapi({ description: 'Why a moderator took the comparison down; for its owner and moderators.' }),
    blind: z.boolean(),
    hidden: z
      .boolean()
      .openapi({ description: 'Whether names, times and votes are hidden from the caller until they vote.' }),
    isOwner: z.boolean(),
    answers: z.array(ComparisonAnswer),
    /** `votes` is the number of all votes for an outcome, and `blind` the number of its counted votes. */
    votes: z.array(z.object({ outcome: z.string(), votes: wholeNumber, blind: wholeNumber })),
    ownVote: Vote.nullable(),
  })
  .openapi('Comparison')
export type Comparison = z.infer<typeof Comparison>

export const ComparisonSummary = z
  .object({
    id: Id,
    name: z.string().nullable(),
    prompt: PromptReference.nullable(),
    promptHidden: z.boolean().openapi({ description: 'Whether the prompt isn’t public, or is no longer public.' }),
    excerpt: z.string(),
    models: z.array(z.string()).openapi({ description: 'Empty while their names are hidden.' }),
    pasted: z.boolean().openapi({ description: 'Whether its owner pasted all answers from elsewhere.' }),
    createdAt: Time,
    published: z.boolean(),
    shared: z.boolean(),
    withdrawn: z.boolean().openapi({ description: 'Whether a moderator took the comparison down.' }),
    blind: z.boolean(),
  })
  .openapi('ComparisonSummary')
export type ComparisonSummary = z.infer<typeof ComparisonSummary>

export const BlindRound = z
  .object({
    id: Id,
    prompt: z.string().openapi({ description: 'The text that both models got.' }),
    answers: z.array(z.string()).length(2).openapi({ description: 'The answers of A and B, in random order.' }),
  })
  .openapi('BlindRound')
export type BlindRound = z.infer<typeof BlindRound>

export const RoundResult = z
  .object({
    outcome: z.enum(roundOutcomes),
    check: z.enum(['passed', 'failed']).nullable().openapi({
      description: 'Whether the member passed, if the round was an attention check. Null for a vote, `skip` or `none`.',
    }),
    counts: z.boolean().openapi({ description: 'Whether the vote counts now, which depends on attention checks.' }),
    comparison: z
      .object({ id: Id, prompt: Comparison.shape.prompt, answers: z.array(ComparisonAnswer) })
      .nullable()
      .openapi({ description: 'The comparison of the round, with the answers of A and B. Null if there was no vote.' }),
  })
  .openapi('RoundResult')
export type RoundResult = z.infer<typeof RoundResult>

export const RankedModel = z
  .object({
    model: z.string(),
    vendor: Vendor,
    rating: wholeNumber.nullable().openapi({ description: 'Null if the model has too few votes.' }),
    low: wholeNumber.nullable().openapi({ description: 'The lower end of the 95 % interval of the rating.' }),
    high: wholeNumber.nullable().openapi({ description: 'The upper end of the interval.' }),
    votes: wholeNumber,
    medianTime: wholeNumber.nullable().openapi({ description: 'ms' }),
    medianPrice: wholeNumber.nullable().openapi({ description: 'Credits' }),
    medianCost: z
      .number()
      .nullable()
      .openapi({ description: 'In US dollars per answer, estimated from the price list.' }),
  })
  .openapi('RankedModel')

export const Leaderboard = z
  .object({
    models: z.array(RankedModel),
    votes: wholeNumber.openapi({ description: 'The number of counted votes: blind and never changed.' }),
    ratedVotesMin: wholeNumber.openapi({ description: 'The number of votes that a model needs for a rating.' }),
    computedAt: Time,
    method: z.string().openapi({ description: 'The formula.' }),
    strengths: z
      .array(
        z.object({ model: z.string(), category: z.object({ name: z.string(), slug: z.string() }), votes: wholeNumber }),
      )
      .optional()
      .openapi({
        description:
          'The categories in which a model is better than the average model there: its whole interval is above the average. Only without `category` and `promptId`.',
      }),
  })
  .openapi('Leaderboard')
export type Leaderboard = z.infer<typeof Leaderboard>

/** Which votes a leaderboard counts: those in a category, those on a prompt, or all. */
export const LeaderboardFilter = z.object({
  category: categoryParameter.openapi({ description: 'The slug of a category: only votes on its prompts.' }),
  promptId: z.string().max(300).optional().openapi({ description: 'An id or a slug: only votes on this prompt.' }),
})

const byId = z.object({ id: z.string().min(1).max(100) })
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const comparisonResponse = (description: string) => ({ ...okOrNotFound(Comparison, description), ...errors(401) })

const events = `Events: for each model \`start {runId, comparisonId, model, price}\`, \`delta {model, text}\`, then
\`done {model, timeToFirstToken, time, tokens, cost, credits, stopped}\` or \`error {model, error, code, credits}\`; finally
\`end {comparisonId, credits}\`. In a blind comparison models are called A, B, C ... and their prices, times and
costs are null.`

/** A reported comparison as moderators see it. */
export const ReportedComparison = z.object({
  id: Id,
  name: z.string().nullable(),
  user: z.object({ username: z.string() }),
  published: z.boolean(),
  shared: z.boolean(),
  withdrawnReason: z.string().nullable().openapi({ description: 'Why a moderator took the comparison down.' }),
  content: z.string(),
  answers: z.array(z.object({ model: z.string(), text: z.string() })),
})
export type ReportedComparison = z.infer<typeof ReportedComparison>

export const comparisonContract = {
  compareModels: createRoute({
    method: 'post',
    path: '/api/comparisons',
    security: forMembersOrToken('run'),
    ...costsCredits,
    tags: ['Comparisons'],
    summary: 'Asks several models at the same time; returns one stream of events',
    request: { headers: OnceHeaders, body: jsonBody(ComparisonInput) },
    responses: {
      200: { description: events, content: { 'text/event-stream': { schema: z.string() } } },
      ...commonErrors,
      ...errors(401, 402, 404, 409, 422),
    },
  }),
  getComparison: createRoute({
    method: 'get',
    path: '/api/comparisons/{id}',
    tags: ['Comparisons'],
    summary:
      'Returns a comparison. Visible to its owner and, once published or shared, to everyone who may see its prompt',
    request: {
      params: byId,
      query: z.object({
        blind: flag.optional().openapi({ description: 'Hide the names until the caller has voted.' }),
      }),
    },
    responses: okOrNotFound(Comparison, 'The comparison.'),
  }),
  changeComparison: createRoute({
    method: 'patch',
    path: '/api/comparisons/{id}',
    security: forMembersOrToken('write'),
    tags: ['Comparisons'],
    summary: 'Names your own comparison',
    request: {
      params: byId,
      body: jsonBody(z.object({ name: z.string().trim().min(1).max(limits.nameMax).nullable() })),
    },
    responses: comparisonResponse('The comparison.'),
  }),
  deleteComparison: createRoute({
    method: 'delete',
    path: '/api/comparisons/{id}',
    security: forMembersOrToken('write'),
    tags: ['Comparisons'],
    summary: 'Deletes your own comparison and its votes',
    request: { params: byId },
    responses: { ...noContent('The comparison is deleted.'), ...errors(401, 404) },
  }),
  stopAnswer: createRoute({
    method: 'post',
    path: '/api/comparisons/{id}/stop',
    security: forMembersOrToken('run'),
    tags: ['Comparisons'],
    summary: 'Stops one model of a running comparison (to stop all, close the stream)',
    request: { params: byId, body: jsonBody(z.object({ model: z.string().min(1).max(100) })) },
    responses: { ...noContent('The model stops within a second.'), ...errors(401, 404) },
  }),
  publishComparison: createRoute({
    method: 'post',
    path: '/api/comparisons/{id}/publish',
    security: forMembersOrToken('write'),
    tags: ['Comparisons'],
    summary:
      'Publishes your own comparison on its prompt’s page, or undoes that (`published: false`); refused once a moderator has taken it down',
    request: {
      params: byId,
      body: { ...jsonBody(z.object({ published: z.boolean().default(true) })), required: false },
    },
    responses: { ...comparisonResponse('The comparison.'), ...errors(403, 409) },
  }),
  shareComparison: createRoute({
    method: 'post',
    path: '/api/comparisons/{id}/share',
    security: forMembersOrToken('write'),
    tags: ['Comparisons'],
    summary: 'Shares your own comparison with everybody who has its URL, or stops sharing it (`shared: false`)',
    request: { params: byId, body: { ...jsonBody(z.object({ shared: z.boolean().default(true) })), required: false } },
    responses: { ...comparisonResponse('The comparison.'), ...errors(403, 409) },
  }),
  pasteAnswer: createRoute({
    method: 'post',
    path: '/api/comparisons/{id}/answers',
    security: forMembersOrToken('write'),
    tags: ['Comparisons'],
    summary: 'Adds an answer that you got elsewhere; it is marked as pasted and never counted',
    request: {
      params: byId,
      body: jsonBody(PastedAnswer),
    },
    responses: { ...comparisonResponse('The comparison.'), ...errors(409) },
  }),
  voteComparison: createRoute({
    method: 'post',
    path: '/api/comparisons/{id}/vote',
    security: forMembers,
    tags: ['Comparisons'],
    summary:
      'Votes for the best answer: a model, or its letter while names are hidden; `tie`; or `none`. Can store a note',
    request: {
      params: byId,
      body: jsonBody(
        z.object({
          outcome: z.string().min(1).max(100),
          blind: z
            .boolean()
            .default(false)
            .openapi({ description: 'Whether the vote was cast without seeing the names.' }),
          note: z.string().trim().max(limits.noteMax).optional().openapi({
            description:
              'The reason, for the voter only. An empty note deletes the stored one; without `note` it stays.',
          }),
        }),
      ),
    },
    responses: { ...comparisonResponse('The comparison, with its names.'), ...errors(409) },
  }),
  drawRound: createRoute({
    method: 'post',
    path: '/api/blind-rounds',
    security: forMembers,
    tags: ['Comparisons'],
    summary: 'Draws two answers of a published comparison, without names; returns the same round until you answer it',
    responses: {
      ...ok(z.object({ round: BlindRound.nullable() }), 'The round. Null if there is nothing left to vote on.'),
      ...errors(401),
    },
  }),
  answerRound: createRoute({
    method: 'post',
    path: '/api/blind-rounds/{id}/vote',
    security: forMembers,
    tags: ['Comparisons'],
    summary: `Says which answer is better, or skips; up to ${roundsPerMember.points} rounds in ${roundsPerMember.seconds / 3600} hours`,
    request: { params: byId, body: jsonBody(z.object({ outcome: z.enum(roundOutcomes) })) },
    responses: { ...okOrNotFound(RoundResult, 'The result, with names.'), ...errors(401, 409) },
  }),
  listComparisons: createRoute({
    method: 'get',
    path: '/api/user/comparisons',
    security: forMembersOrToken('read'),
    tags: ['Comparisons'],
    summary: 'Lists your own comparisons, newest first',
    request: { query: Paging },
    responses: { ...ok(pageOf(ComparisonSummary).openapi('ComparisonPage'), 'A page.'), ...errors(401) },
  }),
  listPromptComparisons: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/comparisons',
    tags: ['Comparisons'],
    summary: 'Lists published comparisons of a prompt (id or slug), most recently published first',
    request: { params: z.object({ id: z.string().min(1).max(300) }), query: Paging },
    responses: okOrNotFound(pageOf(ComparisonSummary).openapi('ComparisonPage'), 'A page.'),
  }),
  getLeaderboard: createRoute({
    method: 'get',
    path: '/api/leaderboard',
    tags: ['Comparisons'],
    summary:
      'Lists models by rating, from blind votes (Bradley-Terry, with a bootstrap interval); as CSV at /api/leaderboard.csv',
    request: { query: LeaderboardFilter },
    responses: okOrNotFound(Leaderboard, 'The models.'),
  }),
}

/**
 * The data of each event in a comparison's stream. `credits` are the remaining credits. An `error` without a model ends
 * the stream.
 */
export type ComparisonEvents = {
  start: { runId: string; comparisonId: string; model: string; price: number | null }
  delta: { model: string; text: string }
  done: {
    model: string
    timeToFirstToken: number | null
    time: number | null
    tokens: Tokens | null
    cost: number | null
    credits: number
    stopped: boolean
  }
  error: { model?: string; error: string; code: string; credits?: number }
  end: { comparisonId: string; credits: number }
}
