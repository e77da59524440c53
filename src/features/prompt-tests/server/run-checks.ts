import { setImmediate as turn } from 'node:timers/promises'
import { type Check, type CheckEngines, type Outcome, runCheck } from '../check-rules.ts'

/** Runs checks that are well formed on an answer, one after the other: other requests get their turn between two. */
export async function runChecks(checks: Check[], answer: string, engines: CheckEngines): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const check of checks) {
    outcomes.push(runCheck(check, answer, engines))
    await turn()
  }
  return outcomes
}
