import { invalidField } from '#server/platform/errors.ts'
import { type Check, checkError } from '../check-rules.ts'
import { loadEngines } from './check-engines.ts'

/** Checks that all checks can be run. Throws AppError validation_failed for the first one that can't. */
export async function refuseBrokenChecks(checks: Check[]): Promise<void> {
  const engines = await loadEngines(checks)
  for (const [index, check] of checks.entries()) {
    const error = checkError(check, engines)
    if (error) throw invalidField(`checks.${index}`, error)
  }
}
