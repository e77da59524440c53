import { type RawBuilder, sql } from 'kysely'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isVersionVisibleTo, isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { groupRightOf, type WriterFacts, writerOf } from '#features/catalogue/server/stored/stored-prompt.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { LabelMove, StandingLabel } from '../label-contract.ts'

/**
 * Returns the labels of a prompt (id or slug) on versions that the actor may read, by name. Throws AppError not_found.
 */
export async function listLabels(db: Db, actor: Actor, idOrSlug: string): Promise<StandingLabel[]> {
  const { id } = await getLabelledOrThrow(db, actor, idOrSlug)
  return readLabels(db, sql`p.id = ${id} and ${isVersionVisibleTo(actor)}`)
}

/** Returns a label of the prompt with this id, whoever may read its version. Throws AppError not_found. */
export async function getLabelOrThrow(db: Db, promptId: string, label: string): Promise<StandingLabel> {
  const [found] = await readLabels(db, sql`p.id = ${promptId} and l.label = ${label}`)
  if (!found) throw notFound(t('This label'))
  return found
}

async function readLabels(db: Db, condition: RawBuilder<unknown>): Promise<StandingLabel[]> {
  const { rows } = await sql<Omit<StandingLabel, 'movedAt'> & { movedAt: Date }>`
    select l.label, l.version, l.moved_at, (v.shown or p.status = 'shared' and v.shared) as is_public,
      exists (select from groups g where g.id = p.group_id and l.label = any (g.protected_labels)) as is_protected
    from prompt_labels l
    join prompt_versions v on v.prompt_id = l.prompt_id and v.version = l.version join prompts p on p.id = l.prompt_id
    where ${condition} order by l.label collate "C"`.execute(db)
  return rows.map((row) => ({ ...row, movedAt: row.movedAt.toISOString() }))
}

const list = 'label moves'
type MoveRow = Omit<LabelMove, 'user' | 'movedAt'> & { username: string; movedAt: Date }

/**
 * Returns a page of the moves of a prompt's labels, newest first. Throws AppError authentication_required, not_found,
 * forbidden (only those who may edit the prompt see them), validation_failed (an invalid cursor).
 */
export async function listLabelMoves(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<LabelMove>> {
  const member = requireMember(actor)
  const start = readCursor(list, cursor, cursorKeys.none)
  const prompt = await getLabelledOrThrow(db, actor, idOrSlug)
  writerOf(member, prompt)
  const { rows } = await sql<MoveRow>`
    select m.id, m.label, m.from_version as "from", m.to_version as "to", m.moved_at, u.display_username as username
    from prompt_label_moves m join users u on u.id = m.user_id
    where m.prompt_id = ${prompt.id} ${start ? sql`and m.id < ${start.id}` : sql``}
    order by m.id desc limit ${limit + 1}`.execute(db)
  const { items, nextCursor } = cutPage(rows, limit, list, ({ id }) => ({ key: '', id }))
  return {
    items: items.map(({ username, movedAt, ...move }): LabelMove => {
      return { ...move, user: { username }, movedAt: movedAt.toISOString() }
    }),
    nextCursor,
    ...(await countUpTo(db, sql`prompt_label_moves m where m.prompt_id = ${prompt.id}`)),
  }
}

async function getLabelledOrThrow(db: Db, actor: Actor, idOrSlug: string): Promise<WriterFacts & { id: string }> {
  const { rows } = await sql<WriterFacts & { id: string }>`
    select p.id, p.user_id, p.group_id, p.status, p.status_before, ${groupRightOf(actor)} from prompts p
    where ${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(actor)}`.execute(db)
  if (!rows[0]) throw notFound(t('This prompt'))
  return rows[0]
}
