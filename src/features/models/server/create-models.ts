import type { Db } from '#server/platform/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { type BoundedQueue, createBoundedQueue } from '#server/platform/work-queue.ts'
import type { Model, OwnKeys } from '../contract.ts'
import { dollarsOf } from '../price-rules.ts'
import { type AiVendor, askLimits, checkerId, composerId, type ModelVendor } from '../rules.ts'
import { isSelfHosted, type OfferedModel, type Sdk, vendorFacts } from '../vendor-rules.ts'
import { type AskLog, askVendor } from './ask-vendor.ts'
import { askBuiltIn } from './built-in-engines.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import type { Answer, Question } from './model-answer.ts'
import { createBudget } from './spend-budget.ts'
import type { Access, Part } from './upstream.ts'
import { circuitOpenError, queueFullError } from './vendor-errors.ts'
import { isFree, type ModelSettings, type Vendor, vendorsOf } from './vendor-settings.ts'

/** An available model. `price`: credits for one answer (0 with the member's own key). */
export type ChosenModel = { id: string; name: string; vendor: ModelVendor; price: number }

export type Models = {
  list(): Model[]
  /**
   * The model by id. AppError validation_failed if unknown; provider_unavailable if unavailable or the budget is spent.
   */
  choose(id: string, keys?: OwnKeys): Promise<ChosenModel>
  /** The cheapest language model that is available without an own key, else the composer. */
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
    price: 1,
    available: true,
    reason: null,
    context: null,
    ownKey: false,
  }),
)

/** Creates the models of this server from its settings. Loads an SDK when its vendor is first asked. */
export function createModels({ db, now, settings, log }: Options): Models {
  const budget = createBudget(db, now, settings.dailyBudget)
  const vendors = vendorsOf(settings).map((vendor) => ({
    ...vendor,
    breaker: createCircuitBreaker(() => performance.now()),
    queue: createBoundedQueue({
      ...askLimits,
      atOnce: isSelfHosted(vendor.vendor) ? askLimits.atOnce.selfHosted : askLimits.atOnce.hosted,
      refusal: queueFullError,
    }),
  }))

  function find(id: string) {
    for (const vendor of vendors) {
      const model = vendor.models.find((offered) => offered.id === id)
      if (model) return { vendor, model }
    }
    return null
  }

  function list(): Model[] {
    return [...vendors.flatMap((vendor) => vendor.models.map((model) => describe(vendor, model))), ...builtIn]
  }

  async function choose(id: string, keys: OwnKeys = {}): Promise<ChosenModel> {
    const engine = builtIn.find((model) => model.id === id)
    if (engine) return engine
    const found = find(id)
    if (!found) throw invalidField('model', `There is no model “${id.slice(0, 100)}” here. GET /api/models lists them.`)
    const { vendor, model } = found
    const ownKey = !isSelfHosted(vendor.vendor) && keys[vendor.vendor] !== undefined
    if (!ownKey && vendor.missing) throw new AppError('provider_unavailable', `${vendor.name}: ${vendor.missing}`)
    if (vendor.breaker.isOpen) throw circuitOpenError(vendor.company)
    if (!ownKey && !isFree(vendor.vendor, vendor.baseUrl)) await budget.check()
    return { id, name: modelName(vendor, model), vendor: vendor.vendor, price: ownKey ? 0 : model.price }
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
    const found = find(question.model)
    if (!found) return askBuiltIn(question)
    const { vendor, model } = found
    const ownKey = question.key !== undefined
    const access: Access = { key: question.key ?? vendor.key, baseUrl: vendor.baseUrl }
    const open = await createStream(vendor.vendor, model.id, access)
    const dollars = isFree(vendor.vendor, vendor.baseUrl) ? null : dollarsOf(model)
    return askVendor(question, {
      ...vendor,
      ownKey,
      access,
      dollars,
      open,
      budget,
      deadlines: settings.deadlines ?? askLimits,
      log,
    })
  }

  return { list, choose, cheapest, askModel }
}

type ConnectedVendor = Vendor & { breaker: CircuitBreaker; queue: BoundedQueue }

function describe(vendor: ConnectedVendor, model: OfferedModel): Model {
  const reason = vendor.missing ?? (vendor.breaker.isOpen ? circuitOpenError(vendor.company).message : null)
  return {
    id: model.id,
    name: modelName(vendor, model),
    vendor: vendor.vendor,
    price: model.price,
    available: reason === null,
    reason,
    context: model.context,
    ownKey: !isSelfHosted(vendor.vendor),
  }
}

function modelName({ name }: Vendor, { id }: OfferedModel): string {
  return `${name} ${id}`
}

const loaders = {
  openai: () => import('./openai.ts'),
  anthropic: () => import('./anthropic.ts'),
  google: () => import('./google.ts'),
  deepseek: () => import('./deepseek.ts'),
  'openai-compatible': () => import('./openai-compatible.ts'),
} satisfies Record<Sdk, unknown>

async function createStream(vendor: AiVendor, id: string, access: Access) {
  const [{ streamAnswer }, { openLanguageModel }] = await Promise.all([
    import('./ai.ts'),
    loaders[vendorFacts[vendor].sdk](),
  ])
  const model = openLanguageModel(id, access)
  return ({ system, prompt, signal, outputTokensMax }: Question & { outputTokensMax: number }): AsyncGenerator<Part> =>
    streamAnswer({ model, system, prompt, signal, outputTokensMax })
}
