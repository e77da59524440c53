import { findHiddenCharacters } from '#features/catalogue/hidden-rules.ts'
import { findSecrets } from '#features/catalogue/secret-rules.ts'
import { type Actor, requireMember } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Limits } from '#server/platform/limits.ts'
import type { PromptCheck, PromptToCheck } from '../contract.ts'
import { findNearDuplicates } from './near-duplicate-queries.ts'
import { checkOfMember } from './writing-limits.ts'

/**
 * What a writer should know before publishing: prompts that say nearly the same, characters that don't show, secrets.
 * Nothing of it is stored. AppError authentication_required.
 */
export async function checkPrompt(db: Db, actor: Actor, draft: PromptToCheck, limits: Limits): Promise<PromptCheck> {
  const { id } = requireMember(actor)
  await limits.take(checkOfMember, id)
  const { title, description = '', content } = draft
  const named = { title, description, content }
  const fields = Object.keys(named) as (keyof typeof named)[]
  return {
    nearDuplicates: await findNearDuplicates(db, draft),
    hiddenCharacters: fields.flatMap((field) =>
      findHiddenCharacters(named[field]).map((found) => ({ field, ...found })),
    ),
    secrets: fields.flatMap((field) => findSecrets(named[field]).map((found) => ({ field, ...found }))),
  }
}
