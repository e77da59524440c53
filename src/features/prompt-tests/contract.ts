import { createRoute, z } from '@hono/zod-openapi'
import { idOrSlug } from '#features/catalogue/contract.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { OwnKeys, Tokens } from '#features/models/contract.ts'
import { aiVendors } from '#features/models/rules.ts'
import { BlankValues } from '#features/worksheet/contract.ts'
import {
  commonErrors,
  costsCredits,
  created,
  errors,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  OnceHeaders,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { type Check, checkLimits, languages } from './check-rules.ts'
import { answerStatuses, testLimits as limits } from './rules.ts'

const integer = z.number().int()
const text = z.string().min(1).max(checkLimits.textMax)
const words = integer.min(1).max(checkLimits.wordsMax)
const bound = z.number().nullable().default(null)

export const TestCheck = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('contains'), text }),
    z.object({ kind: z.literal('not-contains'), text }),
    z.object({ kind: z.literal('equals'), text }),
    z.object({
      kind: z.literal('matches'),
      pattern: z.string().min(1).max(checkLimits.patternMax).openapi({ description: 'In the syntax of RE2.' }),
    }),
    z.object({ kind: z.literal('json') }),
    z.object({
      kind: z.literal('json-schema'),
      schema: z.string().min(1).max(checkLimits.schemaMax).openapi({ description: 'JSON Schema 2020-12, as a text.' }),
    }),
    z.object({ kind: z.literal('words-max'), words }),
    z.object({ kind: z.literal('words-min'), words }),
    z.object({ kind: z.literal('language'), language: z.enum(languages) }),
    // Checks the first number in the answer.
    z.object({ kind: z.literal('number'), min: bound, max: bound }),
  ])
  .openapi('TestCheck') satisfies z.ZodType<Check>

const Checks = z.array(TestCheck).min(1, 'Add a check.').max(limits.checksMax)

export const TestCaseDraft = z.object({
  reason: z
    .string()
    .trim()
    .min(1, { error: () => t('Say what this case tests.') })
    .max(limits.reasonMax),
  values: BlankValues,
  checks: Checks,
})
export type TestCaseDraft = z.infer<typeof TestCaseDraft>

export const TestCase = z
  .object({
    id: Id,
    reason: z.string().openapi({ description: 'What the case tests, in a sentence.' }),
    values: z.record(z.string(), z.string()),
    checks: z.array(TestCheck),
    revision: integer.openapi({ description: 'Increases when values or checks change.' }),
    author: z
      .string()
      .nullable()
      .openapi({ description: 'The username of its author; null if the account was deleted.' }),
    createdAt: Time,
  })
  .openapi('TestCase')
export type TestCase = z.infer<typeof TestCase>

export const ModelResult = z
  .object({
    model: z.string(),
    vendor: z.enum(aiVendors),
    version: z.string().nullable().openapi({ description: 'The vendor’s name for the exact model.' }),
    passed: integer.openapi({ description: 'Answers that passed all checks of their case.' }),
    answered: integer.openapi({ description: 'Complete answers. Failed and stopped ones don’t count.' }),
    failed: integer.openapi({ description: 'Questions that got no complete answer.' }),
    low: z
      .number()
      .nullable()
      .openapi({ description: 'The lower end of the 95 % Wilson interval; null below 9 answers.' }),
    high: z.number().nullable().openapi({ description: 'The upper end of the interval.' }),
    price: integer.nullable().openapi({
      description: 'The credits that a member last paid for one answer. Null if no member has paid for one.',
    }),
    time: integer.nullable().openapi({ description: 'The median time of an answer, in ms.' }),
    cost: z.number().nullable().openapi({ description: 'US dollars for one answer, estimated, on average.' }),
    measuredAt: Time,
    isCurrent: z
      .boolean()
      .openapi({ description: 'Whether it was measured on the current text with the current cases.' }),
    promptVersion: integer.nullable().openapi({ description: 'The version that it was measured on.' }),
  })
  .openapi('ModelResult')
export type ModelResult = z.infer<typeof ModelResult>

export const TestResults = z
  .object({
    version: integer.openapi({ description: 'The prompt’s current version.' }),
    caseCount: integer,
    results: z.array(ModelResult).openapi({ description: 'Current results first. Sorted by model, not by success.' }),
    measuredVersion: integer
      .nullable()
      .openapi({ description: 'The last version that was measured, if the current text wasn’t.' }),
  })
  .openapi('TestResults')
export type TestResults = z.infer<typeof TestResults>

export const PromptTests = TestResults.extend({
  cases: z.array(TestCase),
  proposals: z
    .array(TestCase)
    .openapi({ description: 'Open proposals: all of them for the author and moderators, otherwise only your own.' }),
  measuredContent: z.string().nullable().openapi({ description: 'The text of `measuredVersion`.' }),
}).openapi('PromptTests')
export type PromptTests = z.infer<typeof PromptTests>

/** Whether an answer passed a check, and if it didn't, why. */
const Outcome = z.object({ passed: z.boolean(), why: z.string().nullable() })

export const TestAnswer = z
  .object({
    place: integer.openapi({ description: 'The answer’s position in the run, from 0.' }),
    case: integer.openapi({ description: 'The position of the answer’s case in the run, from 0.' }),
    round: integer.openapi({ description: 'Which of the model’s three answers to the case it is, from 1.' }),
    model: z.string(),
    vendor: z.enum(aiVendors),
    version: z.string().nullable(),
    ownKey: z.boolean().openapi({ description: 'Whether the member who started the run used a key of their own.' }),
    status: z.enum(answerStatuses),
    failure: z.string().nullable().openapi({ description: 'Why there is no complete answer.' }),
    text: z.string().nullable().openapi({ description: 'Null unless the text of this answer’s case was requested.' }),
    cut: z.boolean().openapi({ description: 'Whether a length limit or a content filter cut the answer off.' }),
    timeToFirstToken: integer.nullable(),
    time: integer.nullable(),
    tokens: z.union([Tokens, z.null()]),
    cost: z.number().nullable(),
    price: integer,
    passed: z.boolean().nullable(),
    checks: z.array(Outcome).nullable(),
    answeredAt: Time.nullable(),
  })
  .openapi('TestAnswer')
export type TestAnswer = z.infer<typeof TestAnswer>

export const TestRunSummary = z
  .object({
    id: Id,
    runner: z
      .string()
      .nullable()
      .openapi({ description: 'Who started the run, as a username; null for the site or a deleted account.' }),
    bySite: z.boolean().openapi({ description: 'Whether the site itself started the run.' }),
    promptVersion: integer.nullable().openapi({ description: 'Null for a text that isn’t stored as a version.' }),
    isCurrent: z.boolean(),
    createdAt: Time,
    endedAt: Time.nullable(),
    models: z.array(z.string()),
    passed: integer,
    answered: integer,
  })
  .openapi('TestRunSummary')
export type TestRunSummary = z.infer<typeof TestRunSummary>

export const TestRun = TestRunSummary.extend({
  parameters: z
    .object({ outputTokensMax: integer })
    .openapi({ description: 'Other parameters are the vendor’s defaults.' }),
  cases: z.array(TestCase.omit({ author: true, createdAt: true })),
  answers: z.array(TestAnswer),
}).openapi('TestRun')
export type TestRun = z.infer<typeof TestRun>

export const TestTrialInput = z.object({
  values: BlankValues,
  checks: Checks,
  answer: z.string().max(limits.trialMax).optional().openapi({ description: 'An answer to run the checks on.' }),
  content: z
    .string()
    .max(promptLimits.contentMax)
    .optional()
    .openapi({ description: 'A text to use instead of the prompt’s stored one.' }),
})
export type TestTrialInput = z.infer<typeof TestTrialInput>

export const TestTrial = z
  .object({
    text: z.string().openapi({ description: 'The filled-in text, as models would get it.' }),
    missing: z.array(z.string()).openapi({ description: 'Blanks without a value or default.' }),
    checks: z.array(
      z.object({
        error: z.string().nullable().openapi({ description: 'What is wrong with the check itself.' }),
        outcome: Outcome.nullable().openapi({ description: 'The outcome for the given answer.' }),
      }),
    ),
  })
  .openapi('TestTrial')
export type TestTrial = z.infer<typeof TestTrial>

export const TestRunInput = z
  .object({
    models: z
      .array(z.string().min(1).max(100))
      .min(1, { error: () => t('Choose a model.') })
      .max(limits.modelsMax, { error: () => t('Choose at most {modelsMax} models.', { modelsMax: limits.modelsMax }) })
      .refine((names) => new Set(names).size === names.length, { error: () => t('Name each model once.') }),
    keys: OwnKeys.optional(),
    content: z.string().min(1).max(promptLimits.contentMax).optional().openapi({
      description:
        'The author’s new text of the prompt, before it is published. Until then, only the author and admins see the run.',
    }),
  })
  .openapi('TestRunInput')
export type TestRunInput = z.infer<typeof TestRunInput>

const caseParams = idOrSlug.extend({ caseId: z.uuid() })
const runParams = idOrSlug.extend({ runId: z.uuid() })

const events = `Events: \`start {runId, answers, price}\`; for each answer \`done {place, case, round, model, passed, credits}\` or
\`error {place, case, round, model, error, code, credits}\`; finally \`end {runId, credits}\`. Closing the stream stops the run.
\`passed\` is null for an answer that was stopped after its first words.`

export const promptTestsContract = {
  getTests: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/tests',
    tags: ['Tests'],
    summary: 'Returns the cases that test a prompt, and their results by model',
    request: { params: idOrSlug },
    responses: okOrNotFound(PromptTests, 'Cases and results.'),
  }),
  getTestResults: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/tests/results',
    tags: ['Tests'],
    summary: 'Returns the results of a prompt’s tests by model',
    request: { params: idOrSlug },
    responses: okOrNotFound(TestResults, 'The results.'),
  }),
  getTestFile: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/tests/promptfoo.yaml',
    tags: ['Tests'],
    summary: 'Returns the cases as a configuration file for promptfoo',
    request: { params: idOrSlug },
    responses: {
      ...okOrNotFound(z.string(), 'The file.'),
      200: { description: 'The file.', content: { 'application/yaml': { schema: z.string() } } },
    },
  }),
  addTestCase: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/tests/cases',
    security: forMembersOrToken('write'),
    tags: ['Tests'],
    summary: 'Adds a case to your own prompt, or proposes one for another author’s prompt',
    request: { params: idOrSlug, body: jsonBody(TestCaseDraft) },
    responses: { ...created(TestCase, 'The added or proposed case.'), ...errors(401, 403, 404, 409) },
  }),
  changeTestCase: createRoute({
    method: 'patch',
    path: '/api/prompts/{id}/tests/cases/{caseId}',
    security: forMembersOrToken('write'),
    tags: ['Tests'],
    summary: 'Changes a case of your own prompt',
    request: { params: caseParams, body: jsonBody(TestCaseDraft.partial()) },
    responses: { ...okOrNotFound(TestCase, 'The changed case.'), ...errors(401, 403) },
  }),
  acceptTestCase: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/tests/cases/{caseId}/accept',
    security: forMembersOrToken('write'),
    tags: ['Tests'],
    summary: 'Accepts a proposed case of your own prompt; a repeated call changes nothing',
    request: { params: caseParams },
    responses: { ...okOrNotFound(TestCase, 'The case.'), ...errors(401, 403, 409) },
  }),
  deleteTestCase: createRoute({
    method: 'delete',
    path: '/api/prompts/{id}/tests/cases/{caseId}',
    security: forMembersOrToken('write'),
    tags: ['Tests'],
    summary: 'Deletes a case or declines a proposal, as the prompt’s author, or withdraws your own proposal',
    request: { params: caseParams },
    responses: { ...noContent('The case is deleted.'), ...errors(401, 403, 404) },
  }),
  tryTestCase: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/tests/check',
    security: forMembersOrToken('read'),
    tags: ['Tests'],
    summary: 'Tries a case without a model: returns its filled-in text, and runs its checks on an answer that you send',
    request: { params: idOrSlug, body: jsonBody(TestTrialInput) },
    responses: { ...okOrNotFound(TestTrial, 'The text and the outcomes. Nothing is stored.'), ...errors(401) },
  }),
  runTests: createRoute({
    method: 'post',
    path: '/api/prompts/{id}/tests/runs',
    security: forMembersOrToken('run'),
    ...costsCredits,
    tags: ['Tests'],
    summary: 'Runs all cases three times on each chosen model; responds with a stream of events',
    request: { params: idOrSlug, headers: OnceHeaders, body: jsonBody(TestRunInput) },
    responses: {
      200: { description: events, content: { 'text/event-stream': { schema: z.string() } } },
      ...commonErrors,
      ...errors(401, 402, 403, 404, 409, 422),
    },
  }),
  listTestRuns: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/tests/runs',
    tags: ['Tests'],
    summary: 'Lists the runs of a prompt’s tests, newest first',
    request: { params: idOrSlug, query: Paging },
    responses: okOrNotFound(pageOf(TestRunSummary).openapi('TestRunPage'), 'A page.'),
  }),
  getTestRun: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/tests/runs/{runId}',
    tags: ['Tests'],
    summary: 'Returns a run with all its answers and checks, and the texts of the answers to one case',
    request: {
      params: runParams,
      query: z.object({
        case: z.coerce
          .number()
          .int()
          .min(0)
          .max(limits.casesMax - 1)
          .default(0)
          .openapi({ description: 'The case whose answers have their texts, from 0.' }),
      }),
    },
    responses: okOrNotFound(TestRun, 'The run.'),
  }),
}

type AnswerEvent = { place: number; case: number; round: number; model: string; credits: number }

/** The data of each kind of event in a run's stream. An `error` without a place ends the stream. */
export type TestRunEvents = {
  start: { runId: string; answers: number; price: number }
  done: AnswerEvent & { passed: boolean | null }
  error: { error: string; code: string } & (AnswerEvent | { place?: undefined; credits?: number })
  end: { runId: string; credits: number }
}
