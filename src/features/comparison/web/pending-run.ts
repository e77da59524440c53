import { type PendingAct, takePendingAct } from '#features/accounts/web/pending-act.ts'
import type { ComparisonWish } from '#features/comparison/contract.ts'
import type { Input } from '#web/endpoints.ts'
import type { CompareSource } from './compare-source.ts'

/** What is asked, without the models that are. */
export type RunWish = Omit<Input<'POST /api/comparisons'>['body'], 'models'> & Pick<ComparisonWish, 'blind'>

const kind = 'comparison'

/** A comparison that somebody has to sign in for. Keys of one's own are a member's: there are none in it. */
export function pendingRun(wish: RunWish, models: string[]): PendingAct {
  return { kind, data: { wish: { ...wish, keys: undefined }, models } }
}

/** Takes out the comparison of this source that waited for the sign-in; undefined when none did. */
export function takePendingRun(source: CompareSource): { wish: RunWish; models: string[] } | undefined {
  const isMine = (data: unknown) =>
    isRun(data) &&
    (source.promptId === undefined ? data.wish.content === source.content : data.wish.promptId === source.promptId)
  const data = takePendingAct(kind, isMine)
  return isRun(data) ? data : undefined
}

function isRun(data: unknown): data is { wish: RunWish; models: string[] } {
  const { wish, models } = Object(data)
  return Object(wish) === wish && Array.isArray(models) && models.every((model) => typeof model === 'string')
}
