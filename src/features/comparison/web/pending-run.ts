import type { Input } from '#client/endpoints.ts'
import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { type PendingAction, takePendingAction } from '#features/accounts/web/pending-action.ts'
import type { ComparisonInput } from '#features/comparison/contract.ts'
import { formatCredits } from '#features/credits/rules.ts'
import { t } from '#lib/texts.ts'
import type { ComparedPrompt } from './compared-prompt.ts'

/** The body of a request for a comparison, except its models. */
export type RunInput = Omit<Input<'POST /api/comparisons'>['body'], 'models'> & Pick<ComparisonInput, 'blind'>

const kind = 'comparison'
/**
 * The data that this tab stores. `price` is in credits, as the visitor saw it, and the run must not cost more. `key` is
 * the run's Idempotency-Key: browsers copy this data when a tab is duplicated, and with the same key both tabs start
 * only one run.
 */
type PendingRun = { input: RunInput; models: string[]; price: number; key: string }

/**
 * Creates the pending action of a comparison that waits for a sign-in. Leaves out own keys (`keys`). The run uses those
 * of the member who signs in.
 */
export function pendingActionOf(input: RunInput, models: string[], price: number): PendingAction {
  const data: PendingRun = { input: { ...input, keys: undefined }, models, price, key: newIdempotencyKey() }
  // Without models, all answers are pasted, and the comparison only has to be saved.
  if (models.length === 0)
    return {
      kind,
      data,
      purpose: t('save your comparison', { context: 'after “Sign in to”' }),
      nextStep: t('It is saved as soon as you sign in.'),
    }
  return {
    kind,
    data,
    purpose: t('compare models', { context: 'after “Sign in to”' }),
    nextStep:
      price === 0
        ? t('Your comparison starts as soon as you sign in.')
        : t('Your comparison starts as soon as you sign in, for {credits}.', { credits: formatCredits(price) }),
  }
}

/**
 * Returns the run of this prompt that waited for a sign-in, and removes it from the tab's storage. Returns undefined if
 * there is none.
 */
export function takePendingRun(prompt: ComparedPrompt): PendingRun | undefined {
  const isForPrompt = (data: unknown) =>
    isPendingRun(data) &&
    (prompt.promptId === undefined ? data.input.content === prompt.content : data.input.promptId === prompt.promptId)
  const data = takePendingAction(kind, isForPrompt)
  return isPendingRun(data) ? data : undefined
}

function isPendingRun(data: unknown): data is PendingRun {
  const { input, models, price, key } = Object(data)
  const hasPriceAndKey = typeof price === 'number' && typeof key === 'string'
  return (
    hasPriceAndKey &&
    Object(input) === input &&
    Array.isArray(models) &&
    models.every((model) => typeof model === 'string')
  )
}
