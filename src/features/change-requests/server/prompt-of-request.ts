import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { isVisibleTo } from './change-request-visibility.ts'

/** Returns the id of the prompt of a suggested edit that the member may see. Throws AppError not_found. */
export async function getPromptIdOrThrow(db: Db, member: Member, id: string): Promise<string> {
  const { rows } = await sql<{ promptId: string }>`
    select cr.prompt_id from change_requests cr join prompts p on p.id = cr.prompt_id
    where cr.id = ${id} and ${isVisibleTo(member)}`.execute(db)
  if (!rows[0]) throw notFound(t('This suggested edit'))
  return rows[0].promptId
}
