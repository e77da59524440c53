import { type Check, findCheckError, type Outcome, runCheck } from '../check-rules.ts'
import { loadEngines } from './check-engines.ts'

/** The result of trying a check: what is wrong with the check itself, or its outcome if there was an answer. */
export type CheckTrial = { error: string | null; outcome: Outcome | null }

/** Returns what is wrong with each check, and runs the valid ones on the answer, if there is one. */
export async function tryChecks(checks: Check[], answer: string | undefined): Promise<CheckTrial[]> {
  const engines = await loadEngines(checks)
  return checks.map((check) => {
    const error = findCheckError(check, engines)
    return { error, outcome: answer === undefined || error !== null ? null : runCheck(check, answer, engines) }
  })
}
