import { type RawBuilder, sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { lowestId } from '#platform/ids.ts'
import { newestLabel } from '../rules.ts'

/** SQL for the labels on one version of a prompt, as an array. `version`: the prompt's id and the version, with a comma. */
export function labelsOn(version: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql`array(select l.label from prompt_labels l
    where (l.prompt_id, l.version) = (${version}) order by l.label collate "C")`
}

/** Returns the label that a program requests, or null if it requests the newest version. */
export function requestedLabelOf(label: string | undefined): string | null {
  return label === undefined || label === newestLabel ? null : label
}

/** The error for a label that is on no version that the reader may read. */
export function noSuchLabel(label: string): AppError {
  const message = t(
    'There is no public version with the label “{label}”. Ask the author about it, or leave out the label to get the newest version.',
    { label },
  )
  return new AppError('not_found', message)
}

/** How many moves a query reads. */
const batchMoves = 500

/** Streams all moves of labels that a person made, for the export of their data. */
export async function* readOwnLabelMoves(db: Db, userId: string): AsyncGenerator<unknown> {
  for (let last: string = lowestId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id, prompt_id, label, from_version, to_version, moved_at from prompt_label_moves
      where user_id = ${userId} and id > ${last} order by id limit ${batchMoves}`.execute(db)
    yield* rows
    if (rows.length < batchMoves) return
    last = rows.at(-1)?.id ?? last
  }
}
