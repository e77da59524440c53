import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { blanksOf, fillPrompt } from '#features/variables/variable-rules.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { checkError, runCheck } from '../check-rules.ts'
import type { TestTrial, TestTrialInput } from '../contract.ts'
import { loadEngines } from './check-engines.ts'

/**
 * Shows what a case would send for a prompt (id or slug), and what its checks say about a given answer. Asks no model and
 * stores nothing. AppError not_found.
 */
export async function tryCase(
  db: Db,
  member: Member,
  idOrSlug: string,
  { values, checks, answer, content }: TestTrialInput,
): Promise<TestTrial> {
  const prompt = await getPromptOrThrow(db, member, idOrSlug)
  const segments = fillableSegments(content ?? prompt.content)
  const engines = await loadEngines(checks)
  return {
    text: fillPrompt(segments, values),
    missing: blanksOf(segments).flatMap(({ name, default: standard }) =>
      (Object.hasOwn(values, name) && values[name]) || standard ? [] : [name],
    ),
    checks: checks.map((check) => {
      const error = checkError(check, engines)
      const isRun = answer !== undefined && error === null
      return { error, outcome: isRun ? runCheck(check, answer, engines) : null }
    }),
  }
}
