import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { type PendingAction, takePendingAction } from '#features/accounts/web/pending-action.ts'
import { formatCredits } from '#features/credits/rules.ts'
import type { GeneratorInput } from '#features/generator/contract.ts'
import { t } from '#lib/texts.ts'

const kind = 'generation'
/**
 * The stored run: `price` is the price that the visitor saw, in credits, and `key` is the Idempotency-Key. Browsers
 * copy this data when a tab is duplicated. Because the key is the same, both tabs together start only one run.
 */
type StoredRun = { input: GeneratorInput; price: number; key: string }

/**
 * Describes a run of the generator that waits for a sign-in. Leaves out API keys, because a different member may be the
 * one who signs in.
 */
export function pendingActionOf(input: GeneratorInput, price: number): PendingAction {
  const data: StoredRun = { input: { ...input, keys: undefined }, price, key: newIdempotencyKey() }
  return {
    kind,
    data,
    purpose: t('generate a prompt', { context: 'after “Sign in to”' }),
    nextStep: t('Your prompt is generated as soon as you sign in, for {credits}.', { credits: formatCredits(price) }),
  }
}

/** Returns the run that waited for a sign-in and deletes it from storage. Returns undefined if there is none. */
export function takePendingGeneration(): StoredRun | undefined {
  const data = takePendingAction(kind)
  const { input, price, key } = Object(data)
  const isValid = typeof Object(input).idea === 'string' && typeof price === 'number' && typeof key === 'string'
  return isValid ? { input, price, key } : undefined
}
