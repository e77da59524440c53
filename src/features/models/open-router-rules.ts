import { formatList } from '#lib/format-list.ts'
import { type AiVendor, aiVendors } from './rules.ts'
import { type OfferedModel, type TokenCosts, vendorFacts } from './vendor-rules.ts'

/**
 * A model in OpenRouter's list. `context` is in tokens, `dollars` is the price per million tokens. `createdAt` is when
 * the model was added, in seconds since 1970.
 */
export type RoutedModel = { id: string; context: number | null; dollars: TokenCosts; createdAt: number }

/**
 * Returns an error message if an id in OPENROUTER_MODELS has a maker without a family here, otherwise null. The caller
 * puts the setting's name before the message.
 */
export function unknownMakerError(id: string): string | null {
  if (vendorOfRouted(id)) return null
  const makers = aiVendors.map((vendor) => `${vendorFacts[vendor].openRouter.maker}/…`)
  return `has ${id}, but only ids that begin with ${formatList(makers, 'or')} are allowed`
}

/** Returns the family of a model at OpenRouter by its maker, or undefined if the maker has no family here. */
export function vendorOfRouted(id: string): AiVendor | undefined {
  return aiVendors.find((vendor) => id.startsWith(`${vendorFacts[vendor].openRouter.maker}/`))
}

/**
 * One credit pays for an output price of this many dollars per million tokens. The price list in vendor-rules.ts follows
 * the same rule.
 */
const outputDollarsPerCredit = 5

/** Returns the price of an answer in credits. It depends only on the model's output price. */
export function creditsFor({ output }: TokenCosts): number {
  return Math.max(1, Math.ceil(output / outputDollarsPerCredit))
}

/** Matches ids of models that aren't offered by default, because they are specialized, variants or previews. */
const unsuitable =
  /:|(^|[-/.])(audio|image|codex|search|guard|distill|vision|preview|beta|exp|oss|tts|base|research|latest)(?=[-.]|$)/

/** The models offered by default cost at most this many credits. */
const defaultCreditsMax = 3

/**
 * Returns the models of a family that are offered if OPENROUTER_MODELS is unset: of the suitable models with a price,
 * the newest one for 1 credit, and the newest one for 2 or 3 credits.
 */
export function chooseRouted(list: readonly RoutedModel[], vendor: AiVendor): OfferedModel[] {
  const { maker, series } = vendorFacts[vendor].openRouter
  const candidates = list
    .filter(({ id, dollars }) => id.startsWith(`${maker}/${series}`) && !unsuitable.test(id) && dollars.output > 0)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map(({ id, context, dollars }) => ({ id, context, dollars, price: creditsFor(dollars) }))
  const cheap = candidates.find(({ price }) => price === 1)
  const better = candidates.find(({ price }) => price > 1 && price <= defaultCreditsMax)
  return [cheap, better].filter((model) => model !== undefined)
}

/**
 * Returns the models of OPENROUTER_MODELS. Context and dollars come from OpenRouter's list where the setting has none.
 */
export function completeRouted(models: readonly OfferedModel[], list: readonly RoutedModel[]): OfferedModel[] {
  return models.map((model) => {
    const listed = list.find(({ id }) => id === model.id)
    return {
      ...model,
      context: model.context ?? listed?.context ?? null,
      dollars: model.dollars ?? listed?.dollars ?? null,
    }
  })
}
