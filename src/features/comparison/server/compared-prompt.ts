import { getLivePromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { askLimits } from '#features/models/rules.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { joinFilledParts } from '#features/variables/server/join-filled-parts.ts'
import { filledParts } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import type { ComparisonInput } from '../contract.ts'

/**
 * What models are asked: a prompt's current content or a member's text. `filled` is that text with its variables filled
 * in.
 */
export type ComparedPrompt = { promptId: string | null; content: string; filled: string }

/**
 * Reads the prompt or text that a request compares, and fills in its variables. Throws AppError not_found, or
 * validation_failed if the filled text is longer than models accept.
 */
export async function readComparedPrompt(
  db: Db,
  member: Member,
  { promptId, content, variables }: ComparisonInput,
): Promise<ComparedPrompt> {
  const prompt = promptId === undefined ? null : await getLivePromptOrThrow(db, member, promptId)
  const text = prompt?.content ?? content ?? ''
  const filled = joinFilledParts(filledParts(fillableSegments(text), variables))
  if (filled.length > askLimits.promptMax)
    throw invalidField(
      'content',
      t('Filled in, the prompt has {length} characters. Models accept at most {promptMax}.', {
        length: filled.length,
        promptMax: askLimits.promptMax,
      }),
    )
  return { promptId: prompt?.id ?? null, content: text, filled }
}
