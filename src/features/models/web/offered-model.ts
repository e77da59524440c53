import type { Model, OwnKeys } from '#features/models/contract.ts'

/** A model as this member may use it: with a key of their own it is there, and free of credits. */
export type OfferedModel = Model & { withOwnKey: boolean }

/** The models with a member's keys taken into account; those that can answer come first, the built-in ones after them. */
export function offeredModels(models: Model[], keys: OwnKeys): OfferedModel[] {
  const offered = models.map((model): OfferedModel => {
    const withOwnKey = model.vendor !== 'built-in' && model.ownKey && keys[model.vendor] !== undefined
    return { ...model, withOwnKey, ...(withOwnKey && { price: 0, available: true, reason: null }) }
  })
  return offered.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ available, vendor }: OfferedModel): number {
  if (!available) return 2
  return vendor === 'built-in' ? 1 : 0
}

/** Only the keys that a run with these models needs leave the browser. */
export function keysFor(models: OfferedModel[], keys: OwnKeys): OwnKeys | undefined {
  const needed = models.flatMap(({ vendor, withOwnKey }) =>
    withOwnKey && vendor !== 'built-in' ? [[vendor, keys[vendor]]] : [],
  )
  return needed.length === 0 ? undefined : Object.fromEntries(needed)
}
