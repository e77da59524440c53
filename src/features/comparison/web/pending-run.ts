import { type PendingAct, takePendingAct } from '#features/accounts/web/pending-act.ts'
import type { ComparisonInput } from '#features/comparison/contract.ts'
import type { Input } from '#web/endpoints.ts'
import type { CompareSource } from './compare-source.ts'

/** The body of a comparison without its models. */
export type RunInput = Omit<Input<'POST /api/comparisons'>['body'], 'models'> & Pick<ComparisonInput, 'blind'>

const kind = 'comparison'
/** As this browser tab stores it. */
type StoredRun = { wish: RunInput; models: string[] }

/** A comparison that waits for a sign-in. Without own keys, which belong to a member. */
export function pendingRun(input: RunInput, models: string[]): PendingAct {
  const data: StoredRun = { wish: { ...input, keys: undefined }, models }
  return { kind, data }
}

/** Takes the comparison of this source that waited for a sign-in out of storage. Undefined if there is none. */
export function takePendingRun(source: CompareSource): { input: RunInput; models: string[] } | undefined {
  const isOfSource = (data: unknown) =>
    isStoredRun(data) &&
    (source.promptId === undefined ? data.wish.content === source.content : data.wish.promptId === source.promptId)
  const data = takePendingAct(kind, isOfSource)
  return isStoredRun(data) ? { input: data.wish, models: data.models } : undefined
}

function isStoredRun(data: unknown): data is StoredRun {
  const { wish, models } = Object(data)
  return Object(wish) === wish && Array.isArray(models) && models.every((model) => typeof model === 'string')
}
