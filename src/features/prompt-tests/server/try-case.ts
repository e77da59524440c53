import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { joinFilledParts } from '#features/variables/server/join-filled-parts.ts'
import { blanksOf, filledParts } from '#features/variables/variable-rules.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import type { TestTrial, TestTrialInput } from '../contract.ts'
import { tryChecksInTurn } from './run-checks.ts'

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
  return {
    text: joinFilledParts(filledParts(segments, values)),
    missing: blanksOf(segments).flatMap(({ name, default: defaultText }) =>
      (Object.hasOwn(values, name) && values[name]) || defaultText ? [] : [name],
    ),
    checks: await tryChecksInTurn(checks, answer),
  }
}
