import { invalidField } from '#server/platform/errors.ts'
import { type Check, findCheckError } from '../check-rules.ts'
import { loadEngines } from './check-engines.ts'

/** Throws AppError validation_failed for the first check that can't be run, such as one with an invalid pattern. */
export async function refuseBrokenChecks(checks: Check[]): Promise<void> {
  const engines = await loadEngines(checks)
  for (const [index, check] of checks.entries()) {
    const error = findCheckError(check, engines)
    if (error) throw invalidField(`checks.${index}`, error)
  }
}
