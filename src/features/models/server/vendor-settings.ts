import { readModelList } from '../model-list-rules.ts'
import { dollarsOf } from '../price-rules.ts'
import { type AiVendor, aiVendors, checkerId, composerId, familyNames } from '../rules.ts'
import { apiBaseUrlOf, isSelfHosted, type OfferedModel, pricesAsOf, vendorFacts } from '../vendor-rules.ts'
import type { Deadlines } from './deadlines.ts'

/** An operator's settings for a vendor: a key, another address, and the models with their prices. */
export type VendorSettings = { key?: string; baseUrl?: string; models?: string }
export type ModelSettings = {
  vendors: Partial<Record<AiVendor, VendorSettings>>
  /** US dollars a day for answers on the site's own keys; null for no limit. */
  dailyBudget: number | null
  /** In ms. Without it, those of askLimits. */
  deadlines?: Deadlines
}

export const noModels: ModelSettings = { vendors: {}, dailyBudget: null }

/** A vendor with its models. `missing`: why they aren't available; null if they are. */
export type Vendor = {
  vendor: AiVendor
  name: string
  company: string
  key?: string
  baseUrl?: string
  models: readonly OfferedModel[]
  missing: string | null
}

/** All vendors, with their settings. */
export function vendorsOf(settings: ModelSettings): Vendor[] {
  return aiVendors.map((vendor) => {
    const { key, baseUrl = apiBaseUrlOf(vendor), models } = settings.vendors[vendor] ?? {}
    return {
      vendor,
      name: familyNames[vendor],
      company: vendorFacts[vendor].company,
      key,
      baseUrl,
      models: modelsOf(vendor, models),
      missing: missing(vendor, settings),
    }
  })
}

function modelsOf(vendor: AiVendor, list: string | undefined): readonly OfferedModel[] {
  if (!list) return vendorFacts[vendor].models
  const read = readModelList(list)
  if ('refusal' in read) throw new Error(`${vendorFacts[vendor].setting}_MODELS ${read.refusal}`)
  return read.models
}

/** Explains which id is in two model lists, or is that of a built-in engine. Null if every id is unique. */
export function findModelConflict(settings: ModelSettings): string | null {
  const seen = new Set<string>([composerId, checkerId])
  for (const { vendor, models } of vendorsOf(settings)) {
    const setting = `${vendorFacts[vendor].setting}_MODELS`
    const taken = models.find(({ id }) => seen.has(id))
    if (taken) return `${setting} has ${taken.id}, which is also in another list or a built-in engine; keep only one`
    for (const { id } of models) seen.add(id)
  }
  return null
}

/**
 * Why a vendor's models can't answer here, and what a member can do. Open models need an endpoint that runs them, the
 * others the vendor's key. Which settings those are is the operator's matter (docs/settings.md).
 */
function missing(vendor: AiVendor, { vendors }: ModelSettings): string | null {
  const { key, baseUrl } = vendors[vendor] ?? {}
  if (isSelfHosted(vendor) ? baseUrl : key) return null
  const instead = isSelfHosted(vendor) ? 'Choose another model.' : 'Choose another model, or use a key of your own.'
  return `It can’t answer on this site yet. ${instead}`
}

/** Inspects the settings without asking a vendor, which would cost money. `guessed`: models of unknown price. */
export function inspectModels(settings: ModelSettings): { ready: string[]; guessed: string[]; pricesAsOf: string } {
  const ready = vendorsOf(settings).filter(({ missing }) => missing === null)
  return {
    pricesAsOf,
    ready: ready.map(({ name, models }) => `${name} (${models.map(({ id }) => id).join(', ')})`),
    guessed: ready.flatMap(({ vendor, baseUrl, models }) =>
      models.filter((model) => !isFree(vendor, baseUrl) && dollarsOf(model).guessed).map(({ id }) => id),
    ),
  }
}

const privateHost =
  /^(localhost|127(\.\d+){3}|\[::1\]|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|[^.]+|.*\.(privateHost|internal|lan))$/

/** Whether the operator's endpoint is in their own network and so costs no money. */
export function isFree(vendor: AiVendor, baseUrl: string | undefined): boolean {
  return isSelfHosted(vendor) && baseUrl !== undefined && privateHost.test(new URL(baseUrl).hostname)
}
