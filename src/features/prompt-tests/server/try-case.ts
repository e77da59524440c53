import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { joinFilledParts } from '#features/variables/server/join-filled-parts.ts'
import { blanksOf, filledParts } from '#features/variables/variable-rules.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { type Check, type CheckEngines, findCheckError } from '../check-rules.ts'
import type { TestTrial, TestTrialInput } from '../contract.ts'
import { loadEngines } from './check-engines.ts'
import { runChecks } from './run-checks.ts'

/**
 * Returns the text that models would get for a test case of a prompt (id or slug) or of `content`, the blanks without a
 * value or default (`missing`), and each check's error, or its outcome for a given answer. Asks no model and stores
 * nothing. Throws AppError not_found, validation_failed (the filled-in text is too long).
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
    text: joinFilledParts(filledParts(segments, values)),
    missing: blanksOf(segments).flatMap(({ name, default: defaultText }) =>
      (Object.hasOwn(values, name) && values[name]) || defaultText ? [] : [name],
    ),
    checks: await tryChecks(checks, answer, engines),
  }
}

/** Runs each valid check on the answer, if there is one. `engines`: the libraries that the checks need. */
async function tryChecks(checks: Check[], answer: string | undefined, engines: CheckEngines) {
  const results: TestTrial['checks'] = []
  for (const check of checks) {
    const error = findCheckError(check, engines)
    const [outcome = null] = answer === undefined || error ? [] : await runChecks([check], answer, engines)
    results.push({ error, outcome })
  }
  return results
}
