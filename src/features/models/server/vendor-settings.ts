import { isIP } from 'node:net'
import { storedText } from '#lib/texts.ts'
import { ipPrefix } from '#platform/ip-prefix.ts'
import { readModelList } from '../model-list-rules.ts'
import { unknownMakerError } from '../open-router-rules.ts'
import { tokenCostsOf } from '../price-rules.ts'
import { type AiVendor, aiVendors, askLimits, checkerId, composerId, familyNames } from '../rules.ts'
import { apiBaseUrlOf, isSelfHosted, type OfferedModel, openRouter, pricesAsOf, vendorFacts } from '../vendor-rules.ts'
import type { Deadlines } from './deadlines.ts'
import type { FoundModels, ModelSource } from './model-source.ts'

/** An operator's settings for a vendor or OpenRouter: a key, a custom address, and a list of models with prices. */
export type VendorSettings = { key?: string; baseUrl?: string; models?: string }
export type ModelSettings = {
  vendors: Partial<Record<AiVendor, VendorSettings>>
  /** The settings of OpenRouter. Its key serves all families whose vendor no other setting connects. */
  openRouter?: VendorSettings
  /** How many US dollars the answers with the site's own keys may cost per day. Null means no limit. */
  dailyBudget: number | null
  /** The deadlines of answers in ms. If undefined, those in `askLimits` apply. */
  deadlines?: Deadlines
  /** Returns the models that create-model-finder.ts found last. Undefined if the server doesn't look for models. */
  readFound?: () => FoundModels
  /** Loads OpenRouter's list for members with their own key there. Throws if the list can't be fetched. */
  loadOpenRouterModels?: () => Promise<void>
}

/** The settings of a site that connects no vendor. */
export const noModels: ModelSettings = { vendors: {}, dailyBudget: null }

/** Returns all vendors as sources of models, with their settings. */
export function vendorsOf(settings: ModelSettings): ModelSource[] {
  return aiVendors.map((vendor) => {
    const { key, baseUrl = apiBaseUrlOf(vendor), models } = settings.vendors[vendor] ?? {}
    const { company, sdk, setting, models: listed } = vendorFacts[vendor]
    return {
      id: vendor,
      vendor,
      name: familyNames[vendor],
      company,
      through: null,
      sdk,
      key,
      baseUrl,
      models: models ? readModels(setting, models) : listed,
      unavailableReason: unavailableReasonOf(vendor, settings),
      isFree: isFree(vendor, baseUrl),
      ownKey: isSelfHosted(vendor) ? null : vendor,
      concurrency: isSelfHosted(vendor) ? askLimits.concurrency.selfHosted : askLimits.concurrency.hosted,
    }
  })
}

/**
 * Reads the value of a `_MODELS` setting, whose name begins with `prefix`. The settings were checked when the server
 * started, so an error here is a bug.
 */
export function readModels(prefix: string, value: string): readonly OfferedModel[] {
  const read = readModelList(value)
  if ('refusal' in read) throw new Error(`${prefix}_MODELS ${read.refusal}`)
  return read.models
}

/**
 * Returns an error message if a model's id is in two lists, belongs to a built-in engine, or is in OPENROUTER_MODELS but
 * from a maker without a family here. Otherwise returns null.
 */
export function findModelConflict(settings: ModelSettings): string | null {
  const seen = new Set<string>([composerId, checkerId])
  for (const { vendor, models } of vendorsOf(settings)) {
    const setting = `${vendorFacts[vendor].setting}_MODELS`
    const taken = models.find(({ id }) => seen.has(id))
    if (taken) return `${setting} has ${taken.id}, but another list or a built-in engine already uses this id`
    for (const { id } of models) seen.add(id)
  }
  const routed = settings.openRouter?.models ? readModels(openRouter.setting, settings.openRouter.models) : []
  const conflicts = routed.map(({ id }) =>
    seen.has(id) ? `has ${id}, which is also in another list` : unknownMakerError(id),
  )
  const [first = null] = conflicts.filter((conflict) => conflict !== null)
  return first && `${openRouter.setting}_MODELS ${first}`
}

/**
 * Returns why a vendor's models can't answer here, and what a member can do about it, or null if they can. Self-hosted
 * models need an endpoint, others the vendor's key. The text names no settings, because only operators can change them.
 */
function unavailableReasonOf(vendor: AiVendor, { vendors }: ModelSettings): string | null {
  const { key, baseUrl } = vendors[vendor] ?? {}
  if (isSelfHosted(vendor) ? baseUrl : key) return null
  return isSelfHosted(vendor) ? storedText('It can’t answer on this site yet. Choose another model.') : needsOwnKey
}

/** The message for a model that answers only with a member's own key. */
export const needsOwnKey = storedText('It can’t answer on this site yet. Choose another model, or use your own key.')

/**
 * Describes the settings without asking the vendors, which would cost money. `ready` names the sources that can answer
 * and their models, `guessed` the models of unknown price. OpenRouter's models and prices are left out, because they are
 * known only while the server runs.
 */
export function inspectModels(settings: ModelSettings): { ready: string[]; guessed: string[]; pricesAsOf: string } {
  const ready = vendorsOf(settings).filter(({ unavailableReason }) => unavailableReason === null)
  const others = unconnectedFamilies(ready)
  return {
    pricesAsOf,
    ready: [
      ...ready.map(({ name, models }) => `${name} (${models.map(({ id }) => id).join(', ')})`),
      ...(settings.openRouter?.key && others ? [`${openRouter.company} (for ${others})`] : []),
    ],
    guessed: ready.flatMap(({ isFree, models }) =>
      models.filter((model) => !isFree && tokenCostsOf(model).guessed).map(({ id }) => id),
    ),
  }
}

function unconnectedFamilies(ready: ModelSource[]): string {
  const vendors = new Set(ready.map(({ vendor }) => vendor))
  return aiVendors
    .filter((vendor) => !vendors.has(vendor))
    .map((vendor) => familyNames[vendor])
    .join(', ')
}

/**
 * Matches hosts that are on this machine or in a private network: by their IPv4 address, their IPv6 address (::1,
 * fc00::/7 or fe80::/10), or a name that has no dot or ends like names of such networks.
 */
const privateHost =
  /^(127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[(::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]|[^.[]+|.*\.(local|internal|lan))$/

/** Tells whether answers cost the site nothing: the operator's endpoint is on this machine or in a private network. */
function isFree(vendor: AiVendor, baseUrl: string | undefined): boolean {
  if (!isSelfHosted(vendor) || baseUrl === undefined) return false
  const { hostname } = new URL(baseUrl)
  // An IPv4-mapped IPv6 address is the IPv4 address that it contains.
  const address = ipPrefix(hostname, 32, 128)
  return privateHost.test(isIP(address) === 4 ? address : hostname)
}
