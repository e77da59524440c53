import { sql } from 'kysely'
import { utcDay } from '#lib/utc-day.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { ModelReport, ModelSourceState } from '../contract.ts'
import { isListedPrice, type PriceSource, tokenCostsOf } from '../price-rules.ts'
import { isSelfHosted, type OfferedModel, openRouter, pricesAsOf, vendorFacts } from '../vendor-rules.ts'
import { openRouterListId } from './create-model-finder.ts'
import type { Models, ReportedSource } from './create-models.ts'
import { hasModelList } from './fetch-model-list.ts'
import type { ListedModel } from './model-lists.table.ts'

const microsPerDollar = 1_000_000

type Context = { db: Db; now: () => Date; models: Models }
type List = { fetchedAt: Date; models: ListedModel[] }

/**
 * Returns the budget, and the sources of models with their state, for the operator. The report contains no keys. Throws
 * AppError authentication_required, forbidden.
 */
export async function readModelReport({ db, now, models }: Context, actor: Actor): Promise<ModelReport> {
  requireRole(actor, 'admin')
  const [states, lists, budget] = await Promise.all([
    readStates(db, utcDay(now())),
    db.selectFrom('modelLists').select(['source', 'models', 'fetchedAt']).execute(),
    models.budget(),
  ])
  const listsBySource = new Map(
    lists.flatMap(({ source, models, fetchedAt }) => (models && fetchedAt ? [[source, { models, fetchedAt }]] : [])),
  )
  return {
    budget,
    sources: models.sources().map((source) =>
      stateOf(
        source,
        states.find((row) => row.source === source.id),
        listsBySource.get(source.sdk === 'openrouter' ? openRouterListId : source.id),
      ),
    ),
  }
}

/**
 * Reads the last outcomes of each source. `micros` is what the answers on `day` cost, in millionths of a dollar.
 */
function readStates(db: Db, day: string) {
  return db
    .selectFrom('modelStates')
    .select(['source', 'answeredAt', 'failedAt', 'failedModel', 'failure'])
    .select(sql<number>`case when spent_on = ${day} then spent_micros else 0 end`.as('micros'))
    .execute()
}

type State = Awaited<ReturnType<typeof readStates>>[number]

function stateOf(source: ReportedSource, state: State | undefined, list: List | undefined): ModelSourceState {
  const { failedAt, answeredAt, failure, failedModel } = state ?? {}
  const isFailing = source.isSuspended || (failedAt && (!answeredAt || failedAt > answeredAt))
  return {
    id: source.id,
    vendor: source.vendor,
    name: source.through ? `${source.name} via ${source.through}` : source.name,
    state: source.unavailableReason !== null ? 'missing' : isFailing ? 'failing' : 'ready',
    settings: settingsOf(source),
    host: hostOf(source),
    answeredAt: answeredAt?.toISOString() ?? null,
    lastError: failedAt && failure ? { at: failedAt.toISOString(), model: failedModel ?? '', message: failure } : null,
    spentToday: (state?.micros ?? 0) / microsPerDollar,
    models: source.models.map((model) => ({
      id: model.id,
      price: model.price,
      context: model.context,
      ...costsOf(source, model, list),
      listed: list ? list.models.some(({ id }) => id === model.id) : null,
    })),
    hasList: hasModelList(source),
    list:
      list && source.sdk !== 'openrouter'
        ? { fetchedAt: list.fetchedAt.toISOString(), models: list.models.map(({ id }) => id) }
        : null,
  }
}

/** Returns the names of the settings that connect a source. A program on this machine needs none. */
function settingsOf({ id, vendor, sdk }: ReportedSource): string[] {
  if (sdk === 'openrouter') return [`${openRouter.setting}_API_KEY`]
  if (id !== vendor) return []
  const { setting } = vendorFacts[vendor]
  return [isSelfHosted(vendor) ? `${setting}_BASE_URL` : `${setting}_API_KEY`]
}

/** Returns the host of a source's address, without any password in the address. Null for a vendor's usual address. */
function hostOf({ baseUrl, sdk }: ReportedSource): string | null {
  return baseUrl && !(sdk === 'openrouter' && baseUrl === openRouter.baseUrl) ? new URL(baseUrl).host : null
}

/**
 * Returns a model's prices in US dollars per million input and output tokens. `priceFrom` says where these prices come
 * from, and `pricesOf` is the date of their list, if there is one.
 */
function costsOf(source: ReportedSource, model: OfferedModel, list: List | undefined) {
  if (source.isFree) return { input: null, output: null, priceFrom: 'free' as const, pricesOf: null }
  const { input, output, guessed } = tokenCostsOf(model)
  const priceFrom = guessed ? 'guess' : priceFromOf(source, model, list)
  const dates = { openrouter: list ? utcDay(list.fetchedAt) : null, 'built-in': pricesAsOf }
  return {
    input,
    output,
    priceFrom,
    pricesOf: priceFrom === 'openrouter' || priceFrom === 'built-in' ? dates[priceFrom] : null,
  }
}

function priceFromOf({ sdk }: ReportedSource, model: OfferedModel, list: List | undefined): PriceSource {
  if (sdk !== 'openrouter') return isListedPrice(model) ? 'built-in' : 'setting'
  const listed = list?.models.find(({ id }) => id === model.id)?.dollars
  return listed?.input === model.dollars?.input && listed?.output === model.dollars?.output ? 'openrouter' : 'setting'
}
