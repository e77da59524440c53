import { sql } from 'kysely'
import { familyOf } from '#features/models/model-family-rules.ts'
import { t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import type { NewComment } from '../contract.ts'
import type { Subject } from './comment-subject.ts'

/**
 * Returns the database columns of a report of use. All are null if there is none. Throws AppError validation_failed (the
 * prompt has no such public version, or the subject has no versions).
 */
export async function usageColumns(
  tx: Tx,
  { id, version: current }: Pick<Subject, 'id' | 'version'>,
  usage: NewComment['usage'] | null,
) {
  if (!usage) return { outcome: null, model: null, modelKey: null, version: null }
  const { outcome, model, version = current } = usage
  if (current === null && version !== null) throw invalidField('usage.version', t('Only prompts have versions.'))
  if (version !== null && version !== current && !(await isPublicVersion(tx, id, version)))
    throw invalidField('usage.version', t('Choose a version that this prompt has.'))
  return { outcome, model, modelKey: familyOf(model).toLowerCase(), version }
}

async function isPublicVersion(tx: Tx, promptId: string, version: number): Promise<boolean> {
  const { rows } = await sql`
    select from prompt_versions v where v.prompt_id = ${promptId} and v.version = ${version} and v.shown`.execute(tx)
  return rows.length > 0
}
