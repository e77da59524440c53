import type { PromptCheck } from './contract.ts'

/** Whether the check before publishing found anything. */
export function hasWarnings(check: PromptCheck): boolean {
  return Object.values(check).some((found) => found.length > 0)
}
