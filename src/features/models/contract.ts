import { createRoute, z } from '@hono/zod-openapi'
import { errors, forAdmins, jsonBody, ok, okOrNotFound, Time } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { priceSources } from './price-rules.ts'
import { aiVendors, modelVendors, ownKeyNames } from './rules.ts'

export const Model = z
  .object({
    id: z.string(),
    name: z.string(),
    vendor: z.enum(modelVendors),
    through: z.string().nullable().openapi({
      description:
        'Who answers instead of the vendor, such as Ollama. Null if the vendor or the operator’s own endpoint answers.',
    }),
    price: z.number().int().openapi({ description: 'Credits for one answer. An answer with your own key costs none.' }),
    available: z.boolean(),
    reason: z.string().nullable().openapi({ description: 'Why it isn’t available.' }),
    context: z.number().int().nullable().openapi({ description: 'The context window in tokens; null if unknown.' }),
    ownKey: z.enum(ownKeyNames).nullable().openapi({
      description: 'The name, in a run’s `keys`, of the member’s own key that works for this model. Null if none does.',
    }),
  })
  .openapi('Model')

export type Model = z.infer<typeof Model>

/**
 * A key may contain only characters that an HTTP header can carry. With any others, the request to the vendor would fail
 * as if the vendor were at fault.
 */
const ownKey = z
  .string()
  .min(8)
  .max(300)
  .regex(/^[\x21-\x7E]+$/, {
    error: () => t('A key can contain only letters, digits and punctuation, no spaces. Copy it again.'),
  })

/**
 * A member's own keys. They are used only for the request that contains them, and are never stored or logged. With such
 * a key, answers cost no credits.
 */
export const OwnKeys = z.partialRecord(z.enum(ownKeyNames), ownKey).openapi('OwnKeys')
export type OwnKeys = z.infer<typeof OwnKeys>

/**
 * The tokens of a question (`input`) and its answer (`output`). `estimated` means that the site estimated at least one
 * of the numbers, because the vendor didn't report it.
 */
export const Tokens = z
  .object({ input: z.number().int(), output: z.number().int(), estimated: z.boolean() })
  .openapi('Tokens')
export type Tokens = z.infer<typeof Tokens>

const dollars = z.number().nullable()

export const SourceModel = z
  .object({
    id: z.string(),
    price: z.number().int().openapi({ description: 'Credits for one answer.' }),
    context: z.number().int().nullable(),
    input: dollars.openapi({
      description: 'What the daily budget counts for a million input tokens, in US dollars. Null if the model is free.',
    }),
    output: dollars,
    priceFrom: z.enum(priceSources).openapi({ description: 'Where these prices come from.' }),
    pricesOf: z
      .string()
      .nullable()
      .openapi({ description: 'The date of the price list. Null if the prices don’t come from a list.' }),
    listed: z.boolean().nullable().openapi({
      description: 'Whether the source’s own list contains the model. Null if the list hasn’t been fetched.',
    }),
  })
  .openapi('SourceModel')

export const ModelSourceState = z
  .object({
    id: z.string().openapi({ description: 'Such as openai, openrouter/openai or local/ollama.' }),
    vendor: z.enum(aiVendors),
    name: z.string(),
    state: z.enum(['missing', 'ready', 'failing']).openapi({
      description: 'Missing: not connected yet. Failing: its last question failed, or it is suspended after failures.',
    }),
    settings: z
      .array(z.string())
      .openapi({ description: 'The names of the settings that connect the source, without their values.' }),
    host: z
      .string()
      .nullable()
      .openapi({ description: 'The host that gets the questions, if it isn’t the vendor’s usual one.' }),
    answeredAt: Time.nullable(),
    lastError: z.object({ at: Time, model: z.string(), message: z.string() }).nullable(),
    spentToday: z.number().openapi({ description: 'US dollars.' }),
    models: z.array(SourceModel),
    hasList: z.boolean().openapi({ description: 'Whether the source’s list of models can be fetched.' }),
    list: z.object({ fetchedAt: Time, models: z.array(z.string()) }).nullable(),
  })
  .openapi('ModelSource', { description: 'A source of models and its current state, as the operator sees it.' })
export type ModelSourceState = z.infer<typeof ModelSourceState>

export const ModelReport = z
  .object({
    budget: z
      .object({ spent: z.number(), limit: z.number().nullable() })
      .openapi({ description: 'What today’s answers cost, and the daily limit, in US dollars.' }),
    sources: z.array(ModelSourceState),
  })
  .openapi('ModelReport')
export type ModelReport = z.infer<typeof ModelReport>

export const ModelTrial = z
  .object({
    model: z.string(),
    text: z.string(),
    failure: z.string().nullable().openapi({ description: 'Why there is no answer, or only a partial one.' }),
    version: z.string().nullable().openapi({ description: 'What the vendor calls the exact model that answered.' }),
    time: z.number().int().openapi({ description: 'How long the answer took, in ms.' }),
    cost: z.number().nullable().openapi({ description: 'US dollars.' }),
  })
  .openapi('ModelTrial')
export type ModelTrial = z.infer<typeof ModelTrial>

export const modelsContract = {
  listModels: createRoute({
    method: 'get',
    path: '/api/models',
    tags: ['Models'],
    summary: 'Lists this site’s models, including unavailable ones, which may work with your own key',
    request: {
      query: z.object({
        routed: z.enum(['true']).optional().openapi({
          description: 'Includes models that answer only with a member’s own key at OpenRouter.',
        }),
      }),
    },
    responses: ok(z.array(Model), 'The models, built-in engines last.'),
  }),
  readModelReport: createRoute({
    method: 'get',
    path: '/api/admin/models',
    tags: ['Admin'],
    security: forAdmins,
    summary: 'Lists the sources of models with their state, last error, prices and today’s cost',
    responses: { ...ok(ModelReport, 'All sources, by family.'), ...errors(401, 403) },
  }),
  tryModel: createRoute({
    method: 'post',
    path: '/api/admin/models/test',
    tags: ['Admin'],
    security: forAdmins,
    summary: 'Asks a model for one word, at the site’s cost',
    request: { body: jsonBody(z.object({ model: z.string().min(1).max(100) })) },
    responses: { ...okOrNotFound(ModelTrial, 'The result.'), ...errors(401, 403) },
  }),
  fetchModelList: createRoute({
    method: 'post',
    path: '/api/admin/models/list',
    tags: ['Admin'],
    security: forAdmins,
    summary: 'Asks a source for the list of its models, and stores it',
    request: { body: jsonBody(z.object({ source: z.string().min(1).max(100) })) },
    responses: { ...okOrNotFound(ModelReport, 'The sources, with the new list.'), ...errors(401, 403) },
  }),
}
