import { type LocalServer, localRuntimes } from '../local-model-rules.ts'
import { chooseRouted, completeRouted, vendorOfRouted } from '../open-router-rules.ts'
import { type AiVendor, aiVendors, askLimits, familyNames } from '../rules.ts'
import { openRouter } from '../vendor-rules.ts'
import type { FoundModels, ModelSource } from './model-source.ts'
import { type ModelSettings, needsOwnKey, readModels, vendorsOf } from './vendor-settings.ts'

/** The price of a local Llama's answer, in credits. It is the lowest price that a model can have. */
const localPrice = 1

/**
 * Returns all sources, grouped by family: vendors, programs on this machine, and OpenRouter. These programs, and
 * OpenRouter with the site's key, answer only for families whose vendor isn't connected by settings. With a member's own
 * key, OpenRouter answers for any family. No model id is in two sources.
 */
export function sourcesOf(settings: ModelSettings, found: FoundModels): ModelSource[] {
  const vendors = vendorsOf(settings)
  const unconnected = new Set(
    vendors.filter(({ unavailableReason }) => unavailableReason !== null).map(({ vendor }) => vendor),
  )
  const others = [
    ...(unconnected.has('meta') ? found.local.map(localSource) : []),
    ...routedSources(settings, found.openRouter, unconnected),
  ]
  // A self-hosted vendor without an endpoint is left out if another source answers for its family.
  const needed = vendors.filter(
    ({ vendor, unavailableReason, ownKey }) =>
      unavailableReason === null ||
      ownKey !== null ||
      !others.some((other) => other.vendor === vendor && !other.requiresOwnKey),
  )
  return withUniqueIds(
    aiVendors.flatMap((vendor) => [...needed, ...others].filter((source) => source.vendor === vendor)),
  )
}

/** Returns a program on this machine as a source of Llama models. */
function localSource({ runtime, baseUrl, models }: LocalServer): ModelSource {
  const { name } = localRuntimes[runtime]
  return {
    id: `local/${runtime}`,
    vendor: 'meta',
    name: familyNames.meta,
    company: name,
    through: name,
    sdk: 'openai-compatible',
    baseUrl,
    models: models.map((model) => ({ ...model, price: localPrice, dollars: null })),
    unavailableReason: null,
    isFree: true,
    ownKey: null,
    concurrency: askLimits.concurrency.selfHosted,
  }
}

/** Returns OpenRouter as one source for each family. `unconnected` has the families whose vendor isn't connected. */
function routedSources(
  { openRouter: settings }: ModelSettings,
  list: FoundModels['openRouter'],
  unconnected: ReadonlySet<AiVendor>,
): ModelSource[] {
  const { key, baseUrl = openRouter.baseUrl, models } = settings ?? {}
  const chosen = models ? completeRouted(readModels(openRouter.setting, models), list ?? []) : null
  return aiVendors.flatMap((vendor) => {
    const requiresOwnKey = !key || !unconnected.has(vendor)
    const offered = chosen?.filter(({ id }) => vendorOfRouted(id) === vendor) ?? chooseRouted(list ?? [], vendor)
    if (offered.length === 0) return []
    return {
      id: `openrouter/${vendor}`,
      vendor,
      name: familyNames[vendor],
      company: openRouter.company,
      through: openRouter.company,
      sdk: 'openrouter' as const,
      key: requiresOwnKey ? undefined : key,
      baseUrl,
      models: offered,
      unavailableReason: requiresOwnKey ? needsOwnKey : null,
      isFree: false,
      ownKey: 'openrouter' as const,
      requiresOwnKey,
      concurrency: askLimits.concurrency.hosted,
    }
  })
}

/** Removes each model whose id an earlier source already has, such as a model that two programs on this machine run. */
function withUniqueIds(sources: ModelSource[]): ModelSource[] {
  const taken = new Set<string>()
  return sources.map((source) => {
    const models = source.models.filter(({ id }) => !taken.has(id))
    for (const { id } of models) taken.add(id)
    return { ...source, models }
  })
}
