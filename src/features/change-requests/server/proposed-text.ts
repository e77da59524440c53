import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { PromptText } from '#features/catalogue/contract.ts'
import { refuseInvalidVariables } from '#features/catalogue/server/prompt-versions.ts'
import { normalizeVariables } from '#features/variables/variable-list-rules.ts'
import { followRenames } from '#features/variables/variable-rename-rules.ts'
import { t } from '#lib/texts.ts'
import { columnsOf, type Tx } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import type { NewChangeRequest } from '../contract.ts'

/**
 * Returns the complete text of a suggested edit. Without `variables`, the blanks keep the descriptions of the version
 * that the edit is based on, even if they are renamed. Throws AppError validation_failed (that version isn't public, or
 * `variables` doesn't match the content) or conflict (nothing would change).
 */
export async function proposedText(
  tx: Tx,
  prompt: PromptText & { id: string },
  { title, description, content, variables, baseVersion }: NewChangeRequest,
): Promise<PromptText> {
  if (variables) refuseInvalidVariables({ content, variables })
  const { rows } = await sql<PromptText>`
    select ${columnsOf('v', Object.keys(PromptText.shape))} from prompt_versions v
    where v.prompt_id = ${prompt.id} and v.version = ${baseVersion} and v.shown`.execute(tx)
  const [base] = rows
  if (!base) throw invalidField('baseVersion', t('This version isn’t public. Start from the current one.'))
  const list = normalizeVariables(content, variables ?? followRenames(base.content, content, base.variables))
  if (!variables) refuseInvalidVariables({ content, variables: list }, 'content')
  const text = { title, description, content, variables: list }
  if ([base, prompt].some((existing) => isDeepStrictEqual(textOf(existing), textOf(text))))
    throw new AppError(
      'conflict',
      t('This is the prompt’s own text, now or in the version that you started from. Change something first.'),
    )
  return text
}

function textOf(prompt: PromptText): PromptText {
  const { content, variables } = prompt
  return PromptText.parse({ ...prompt, variables: normalizeVariables(content, variables) })
}
