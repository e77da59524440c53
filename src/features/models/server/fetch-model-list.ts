import { z } from 'zod'
import { t } from '#lib/texts.ts'
import { isStorable } from '#lib/well-formed.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Limits } from '#platform/limits.ts'
import type { Sdk } from '../vendor-rules.ts'
import { storeModelList } from './create-model-finder.ts'
import type { Models } from './create-models.ts'
import { fetchJson } from './fetch-json.ts'
import type { ModelSource } from './model-source.ts'
import { modelTrials } from './try-model.ts'
import { UpstreamFailure } from './upstream.ts'
import { upstreamError } from './vendor-errors.ts'

const bounds = { timeoutMs: 15_000, bytesMax: 4 * 1024 * 1024 }
/** The maximum number of ids that are stored for a list. */
const modelsMax = 1_000

type ListRequest = { url: string; headers: Record<string, string> }

const bearer = (key: string | undefined): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {})
const openAiRequest = (baseUrl: string, key: string | undefined) => ({ url: `${baseUrl}/models`, headers: bearer(key) })

/** How to request each vendor's list, as of November 2026. create-model-finder.ts fetches OpenRouter's. */
const requests: Record<Exclude<Sdk, 'openrouter'>, (source: ModelSource) => ListRequest> = {
  openai: ({ key, baseUrl = 'https://api.openai.com/v1' }) => openAiRequest(baseUrl, key),
  anthropic: ({ key = '', baseUrl = 'https://api.anthropic.com/v1' }) => ({
    url: `${baseUrl}/models?limit=1000`,
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
  }),
  google: ({ key = '', baseUrl = 'https://generativelanguage.googleapis.com/v1beta' }) => ({
    url: `${baseUrl}/models?pageSize=1000`,
    headers: { 'x-goog-api-key': key },
  }),
  deepseek: ({ key, baseUrl = 'https://api.deepseek.com' }) => openAiRequest(baseUrl, key),
  'openai-compatible': ({ key, baseUrl = '' }) => openAiRequest(baseUrl, key),
}

const Id = z.string().max(200).refine(isStorable)
/** Google lists names such as `models/ID`. All other vendors list ids. */
const List = z.union([
  z.object({ data: z.array(z.object({ id: Id })) }).transform(({ data }) => data.map(({ id }) => id)),
  z
    .object({ models: z.array(z.object({ name: Id })) })
    .transform(({ models }) => models.map(({ name }) => name.replace(/^models\//, ''))),
])

/** Tells whether a source's list of models can be fetched. */
export function hasModelList({ sdk, unavailableReason }: ModelSource): boolean {
  return unavailableReason === null && sdk !== 'openrouter'
}

type Context = { db: Db; now: () => Date; limits: Limits; models: Models }

/**
 * Fetches a source's list of models with the site's key, and stores the ids. Throws AppError authentication_required,
 * forbidden, not_found, rate_limited, provider_unavailable.
 */
export async function fetchModelList(
  { db, now, limits, models }: Context,
  actor: Actor,
  sourceId: string,
): Promise<void> {
  const admin = requireRole(actor, 'admin')
  const source = models.sources().find(({ id }) => id === sourceId)
  if (!source || source.sdk === 'openrouter' || !hasModelList(source))
    throw new AppError('not_found', t('There is no list of models to fetch here.'))
  // Fetched lists and tested models count toward the same limit.
  await limits.take(modelTrials, admin.id)
  await updateList(db, source, now())
}

async function updateList(db: Db, source: ModelSource, now: Date): Promise<void> {
  if (source.sdk === 'openrouter') return
  const { url, headers } = requests[source.sdk](source)
  await storeModelList(db, source.id, await readList(url, headers, source), now)
}

/**
 * Fetches the lists of all sources, and returns which of the offered models are on their source's list, and which
 * aren't. A source that sends no list says nothing about its models.
 */
export async function readListedModels({
  db,
  now,
  models,
}: Pick<Context, 'db' | 'now' | 'models'>): Promise<{ listed: string[]; unlisted: string[] }> {
  const fetched: { ids: Set<string>; source: ModelSource }[] = []
  for (const source of models.sources().filter(hasModelList)) {
    try {
      await updateList(db, source, now())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      continue
    }
    const row = await db.selectFrom('modelLists').select('models').where('source', '=', source.id).executeTakeFirst()
    if (row?.models) fetched.push({ ids: new Set(row.models.map(({ id }) => id)), source })
  }
  const offered = fetched.flatMap(({ ids, source }) => source.models.map(({ id }) => ({ id, isListed: ids.has(id) })))
  return {
    listed: offered.flatMap(({ id, isListed }) => (isListed ? [id] : [])),
    unlisted: offered.flatMap(({ id, isListed }) => (isListed ? [] : [id])),
  }
}

/** Returns the error after a failed fetch. `upstreamError` describes some statuses as if a model had been asked. */
function listError(company: string, status: number | undefined): AppError {
  if (status !== undefined && (status < 400 || status === 404))
    return new AppError(
      'provider_unavailable',
      t('{company} has no list of models at the address that the settings name.', { company }),
    )
  if (status !== undefined && status < 500 && ![401, 402, 403, 429].includes(status))
    return new AppError('provider_unavailable', t('{company} refused to send its list of models.', { company }))
  return upstreamError(company, status, false)
}

async function readList(url: string, headers: Record<string, string>, { company }: ModelSource) {
  try {
    const ids = List.parse(await fetchJson(url, { headers, ...bounds }))
    return [...new Set(ids)].slice(0, modelsMax).map((id) => ({ id }))
  } catch (error) {
    if (error instanceof UpstreamFailure) throw listError(company, error.status)
    if (error instanceof z.ZodError)
      throw new AppError(
        'provider_unavailable',
        t('{company} sent something other than a list of models.', { company }),
      )
    throw error
  }
}
