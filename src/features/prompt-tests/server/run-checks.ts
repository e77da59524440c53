import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Check, type CheckEngines, type Outcome, runCheck } from '../check-rules.ts'

/** Runs valid checks on an answer, one after the other, and lets other requests run in between. */
export async function runChecks(checks: Check[], answer: string, engines: CheckEngines): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const check of checks) {
    outcomes.push(runCheck(check, answer, engines))
    await yieldToEventLoop()
  }
  return outcomes
}
