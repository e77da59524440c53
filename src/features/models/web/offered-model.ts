import type { Model, OwnKeys } from '#features/models/contract.ts'

/**
 * A model as one member may use it, unlike the type of this name in vendor-rules.ts. `hasOwnKey`: the member has a key
 * for the model, so it is available and costs no credits.
 */
export type MemberModel = Model & { hasOwnKey: boolean }

/**
 * Returns the models for a member with the given keys: first available language models, then built-in engines, then the
 * rest.
 */
export function offeredModels(models: Model[], keys: OwnKeys): MemberModel[] {
  const offered = models.map((model): MemberModel => {
    const hasOwnKey = model.ownKey !== null && keys[model.ownKey] !== undefined
    return { ...model, hasOwnKey, ...(hasOwnKey && { price: 0, available: true, reason: null }) }
  })
  return offered.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ available, vendor }: MemberModel): number {
  if (!available) return 2
  return vendor === 'built-in' ? 1 : 0
}

/** Returns the price of one run with all the given models, in credits. */
export function priceOf(models: MemberModel[]): number {
  return models.reduce((sum, { price }) => sum + price, 0)
}

/** Returns the keys that a run with the given models needs. No other keys leave the browser. */
export function keysFor(models: MemberModel[], keys: OwnKeys): OwnKeys | undefined {
  const needed = models.flatMap(({ ownKey, hasOwnKey }) =>
    hasOwnKey && ownKey !== null ? [[ownKey, keys[ownKey]]] : [],
  )
  return needed.length === 0 ? undefined : Object.fromEntries(needed)
}
