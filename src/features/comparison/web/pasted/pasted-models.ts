import type { PastedAnswer } from '#features/comparison/contract.ts'
import type { Model } from '#features/models/contract.ts'
import { type AiVendor, aiVendors } from '#features/models/rules.ts'
import type { MemberModel } from '#features/models/web/offered-model.ts'
import { comparisonLimits as limits } from '../../rules.ts'
import { chatNameOf } from '../chat-name.ts'

/** The chosen models that answer on this site, and the chosen families whose answers are pasted. */
export type Choice = { models: MemberModel[]; families: AiVendor[] }

/** Returns the id that stands for a family's pasted answer in a list of model ids. */
export const pastedId = (vendor: AiVendor) => `pasted:${vendor}`

/** Returns the families that can't answer on this site, whose answers must therefore be pasted. */
export function pastedFamilies(models: readonly Model[]): AiVendor[] {
  return aiVendors.filter((vendor) => !models.some((model) => model.vendor === vendor && model.available))
}

/**
 * Returns the models and families with the chosen ids. If nothing has been chosen yet, chooses one model per family, up
 * to 3, and adds the Composer if only one family can answer. If no language model can, chooses the first two families.
 */
export function choiceOf(models: MemberModel[], chosenIds: string[] | undefined): Choice {
  const availableModels = models.filter(({ available }) => available)
  const families = pastedFamilies(models)
  if (chosenIds)
    return {
      models: chosenIds.flatMap((id) => availableModels.find((model) => model.id === id) ?? []),
      families: families.filter((vendor) => chosenIds.includes(pastedId(vendor))),
    }
  const languageModels = availableModels.filter(({ vendor }) => vendor !== 'built-in')
  if (languageModels.length === 0) return { models: [], families: families.slice(0, limits.modelsMin) }
  const onePerFamily = languageModels
    .filter(({ vendor }, index) => languageModels.findIndex((other) => other.vendor === vendor) === index)
    .slice(0, 3)
  const engines = availableModels.filter(({ vendor }) => vendor === 'built-in')
  return {
    models: [...onePerFamily, ...engines].slice(0, Math.max(limits.modelsMin, onePerFamily.length)),
    families: [],
  }
}

/**
 * Returns the pasted answers as a request sends them, under the names of their chats. Returns undefined if there are
 * none.
 */
export function pastedOf(families: AiVendor[], texts: Partial<Record<AiVendor, string>>): PastedAnswer[] | undefined {
  if (families.length === 0) return undefined
  return families.map((vendor) => ({ model: chatNameOf(vendor), vendor, text: texts[vendor] ?? '' }))
}
