import { t, translateStored } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { type BoundedQueue, createBoundedQueue } from '#platform/work/work-queue.ts'
import type { Model, OwnKeys } from '../contract.ts'
import { baseName } from '../local-model-rules.ts'
import { tokenCostsOf } from '../price-rules.ts'
import { askLimits, checkerId, composerId, type ModelVendor } from '../rules.ts'
import type { OfferedModel } from '../vendor-rules.ts'
import { type AskLog, type AskOutcome, askVendor } from './ask-vendor.ts'
import { askBuiltIn } from './built-in-engines.ts'
import { type CircuitBreaker, createCircuitBreaker, createTrialBreaker } from './circuit-breaker.ts'
import type { Answer, Question } from './model-answer.ts'
import { type FoundModels, type ModelSource, nothingFound } from './model-source.ts'
import { sourcesOf } from './model-sources.ts'
import { openModel } from './open-model.ts'
import { createOutcomeRecorder } from './record-outcome.ts'
import { createBudget } from './spend-budget.ts'
import type { Access } from './upstream.ts'
import { circuitOpenError, modelUnavailableError, queueFullError } from './vendor-errors.ts'
import type { ModelSettings } from './vendor-settings.ts'

/** An available model. `price` is in credits for one answer, and 0 with the member's own key. */
export type ChosenModel = { id: string; name: string; vendor: ModelVendor; price: number }

/** A source in the operator's report. `isSuspended` means that it gets no questions after repeated failures. */
export type ReportedSource = ModelSource & { isSuspended: boolean }

export type Models = {
  list(): Model[]
  /** Returns the same as `list`, plus the models that answer only with a member's key at OpenRouter. */
  listRouted(): Promise<Model[]>
  /**
   * Returns the sources of models, grouped by family, without those that require a member's own key. The sources
   * contain the site's keys, so never put them in a response.
   */
  sources(): ReportedSource[]
  /** Returns what today's answers with the site's own keys cost, and the limit, in US dollars. */
  budget(): Promise<{ spent: number; limit: number | null }>
  /**
   * Returns an available model by its id. Throws AppError validation_failed if it is unknown; provider_unavailable if it
   * is unavailable or the budget is spent.
   */
  choose(id: string, keys?: OwnKeys): Promise<ChosenModel>
  /** Returns the cheapest language model that works without a member's own key, or the composer if there is none. */
  cheapest(): Promise<ChosenModel>
  askModel(question: Question): Promise<Answer>
}

type Options = {
  db: Db
  now: () => Date
  settings: ModelSettings
  log: AskLog
}

const builtIn = [
  { id: composerId, name: 'Composer' },
  { id: checkerId, name: 'Checker' },
].map(
  (engine): Model => ({
    ...engine,
    vendor: 'built-in',
    through: null,
    price: 1,
    available: true,
    reason: null,
    context: null,
    ownKey: null,
  }),
)

/** The answer of a model that has become unavailable since it was chosen. */
const unavailableAnswer: Answer = {
  text: '',
  tokens: { input: 0, output: 0, estimated: true },
  timeToFirstToken: null,
  time: 0,
  cost: 0,
  spent: 0,
  version: null,
  ending: { kind: 'failed', error: modelUnavailableError() },
}

/** What limits the questions to one source. */
type Limiters = { breaker: CircuitBreaker; queue: BoundedQueue }

/** Creates the models of this server from its settings. A vendor's SDK loads when that vendor is first asked. */
export function createModels({ db, now, settings, log }: Options): Models {
  const budget = createBudget(db, now, settings.dailyBudget)
  const recordOutcome = createOutcomeRecorder(db, now)
  const limiters = new Map<string, Limiters>()
  const sources = memoizeSources(settings)

  function limitersOf({ id, concurrency }: ModelSource): Limiters {
    const existing = limiters.get(id)
    if (existing) return existing
    const breaker = createCircuitBreaker(() => performance.now())
    const queue = createBoundedQueue({ ...askLimits, concurrency, refusal: queueFullError })
    limiters.set(id, { breaker, queue })
    return { breaker, queue }
  }

  const isSuspended = (source: ModelSource) => limitersOf(source).breaker.isOpen

  function find(id: string) {
    for (const source of sources()) {
      const model = source.models.find((offered) => offered.id === id)
      if (model) return { source, model }
    }
    return null
  }

  function list(sourcesToList = listedSources()): Model[] {
    return [
      ...sourcesToList.flatMap((source) => source.models.map((model) => toModel(source, model, isSuspended(source)))),
      ...builtIn,
    ]
  }

  const listedSources = () => sources().filter(({ requiresOwnKey }) => !requiresOwnKey)

  /** Logs failures instead of throwing them. OpenRouter's models may then be missing. The next request tries again. */
  async function loadOpenRouterModels(): Promise<void> {
    try {
      await settings.loadOpenRouterModels?.()
    } catch (error) {
      log({ vendor: 'openrouter', model: 'list', failure: String(error) })
    }
  }

  async function choose(id: string, keys: OwnKeys = {}): Promise<ChosenModel> {
    const engine = builtIn.find((model) => model.id === id)
    if (engine) return engine
    if (keys.openrouter !== undefined) await loadOpenRouterModels()
    const found = find(id)
    if (!found)
      throw invalidField(
        'model',
        t('There is no model “{cutText}” here. GET /api/models lists all models.', { cutText: cutText(id, 100) }),
      )
    const { source, model } = found
    const usesOwnKey = keyFor(source, keys) !== undefined
    if (!usesOwnKey && source.unavailableReason)
      throw new AppError('provider_unavailable', `${source.name}: ${translateStored(source.unavailableReason)}`)
    if (isSuspended(source)) throw circuitOpenError(source.company)
    if (!usesOwnKey && !source.isFree) await budget.check()
    return { id, name: modelName(source, model), vendor: source.vendor, price: usesOwnKey ? 0 : model.price }
  }

  async function cheapest(): Promise<ChosenModel> {
    const ready = list().filter(({ vendor, available }) => vendor !== 'built-in' && available)
    for (const { id } of ready.sort((a, b) => a.price - b.price)) {
      try {
        return await choose(id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    }
    return choose(composerId)
  }

  async function askModel(question: Question): Promise<Answer> {
    if (builtIn.some(({ id }) => id === question.model)) return askBuiltIn(question)
    const found = find(question.model)
    const key = found ? keyFor(found.source, question.keys) : undefined
    // The model, such as a local Llama, may have become unavailable since it was chosen. No other model answers in its
    // place.
    if (!found || (found.source.unavailableReason !== null && key === undefined)) return unavailableAnswer
    const { source, model } = found
    const access: Access = { key: key ?? source.key, baseUrl: source.baseUrl }
    const open = await openModel(source.sdk, model.id, access)
    const { breaker, queue } = limitersOf(source)
    let recorded: Promise<void> | undefined
    const answer = await askVendor(question, {
      vendor: source.id,
      company: source.company,
      breaker: question.isTrial ? createTrialBreaker(breaker) : breaker,
      queue,
      usesOwnKey: key !== undefined,
      access,
      dollars: source.isFree ? null : tokenCostsOf(model),
      open,
      budget,
      deadlines: settings.deadlines ?? askLimits,
      // OpenRouter returns 403 for a flagged prompt, not for a bad key.
      refusesPromptsWith403: source.sdk === 'openrouter',
      record: (outcome) => {
        recorded = record(source, outcome)
      },
      log,
    })
    // After a test, the admin looks at the state of the source, so the outcome must be stored first. Members don't wait.
    if (question.isTrial) await recorded
    // Local programs may report the path of a model's file, which would reveal the operator's folders.
    return source.isFree && answer.version ? { ...answer, version: baseName(answer.version) } : answer
  }

  /** Records an outcome. Logs failures instead of throwing them, so that the answer isn't lost. */
  async function record({ id }: ModelSource, outcome: AskOutcome): Promise<void> {
    try {
      await recordOutcome(id, outcome)
    } catch (error) {
      log({ vendor: id, model: outcome.model, failure: `not recorded: ${String(error)}` })
    }
  }

  return {
    list: () => list(),
    async listRouted() {
      await loadOpenRouterModels()
      return list(sources())
    },
    choose,
    cheapest,
    askModel,
    sources: () => listedSources().map((source) => ({ ...source, isSuspended: isSuspended(source) })),
    budget: async () => ({ spent: await budget.spentToday(), limit: settings.dailyBudget }),
  }
}

/** Returns the member's key for a source. A key is sent only to the vendor, or OpenRouter, that issued it. */
function keyFor({ ownKey }: ModelSource, keys: OwnKeys = {}): string | undefined {
  return ownKey === null ? undefined : keys[ownKey]
}

/**
 * Returns a function that computes the sources from the settings and what was found. It computes them again only after a
 * change.
 */
function memoizeSources(settings: ModelSettings): () => ModelSource[] {
  const found = settings.readFound ?? (() => nothingFound)
  let cached: { found: FoundModels; sources: ModelSource[] } | undefined
  return () => {
    const latest = found()
    if (cached?.found !== latest) cached = { found: latest, sources: sourcesOf(settings, latest) }
    return cached.sources
  }
}

function toModel(source: ModelSource, model: OfferedModel, isSuspended: boolean): Model {
  const { unavailableReason } = source
  const reason =
    (unavailableReason && translateStored(unavailableReason)) ??
    (isSuspended ? circuitOpenError(source.company).message : null)
  return {
    id: model.id,
    name: modelName(source, model),
    vendor: source.vendor,
    through: source.through,
    price: model.price,
    available: reason === null,
    reason,
    context: model.context,
    ownKey: source.ownKey,
  }
}

function modelName({ name }: ModelSource, { id }: OfferedModel): string {
  return `${name} ${id}`
}
