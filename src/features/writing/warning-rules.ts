import type { PromptCheck } from './contract.ts'

/** Tells whether the check before publishing found anything. */
export function hasWarnings(check: PromptCheck): boolean {
  return Object.values(check).some((found) => found.length > 0)
}
