import { findHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'
import { findSecrets } from '#features/catalogue/secret-rules.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { Limits } from '#platform/limits.ts'
import type { PromptCheck, PromptToCheck } from '../contract.ts'
import { findNearDuplicates } from './near-duplicate-queries.ts'
import { checksPerMember } from './writing-limits.ts'

/**
 * Looks for near-duplicates, invisible characters and secrets in a draft before it is published. Stores nothing. Throws
 * AppError authentication_required or rate_limited.
 */
export async function checkPrompt(db: Db, actor: Actor, draft: PromptToCheck, limits: Limits): Promise<PromptCheck> {
  const { id } = requireMember(actor)
  await limits.take(checksPerMember, id)
  return findWarnings(db, draft)
}

/** Makes the same checks as `checkPrompt`, for any caller and without a rate limit. */
export async function findWarnings(db: Db, draft: PromptToCheck): Promise<PromptCheck> {
  const { title, description = '', content } = draft
  const texts = { title, description, content }
  const fields = Object.keys(texts) as (keyof typeof texts)[]
  return {
    nearDuplicates: await findNearDuplicates(db, draft),
    hiddenCharacters: fields.flatMap((field) =>
      findHiddenCharacters(texts[field]).map((found) => ({ field, ...found })),
    ),
    secrets: fields.flatMap((field) => findSecrets(texts[field]).map((found) => ({ field, ...found }))),
  }
}
