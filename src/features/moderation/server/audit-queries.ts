import { type RawBuilder, sql } from 'kysely'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import { isClosedTo } from '#features/catalogue/server/prompt-visibility.ts'
import { countedMax } from '#lib/counted-max.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { type AuditFilter, countAuditEntries, listAuditEntries, type TargetKind } from '#platform/audit.ts'
import { totalUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { isId } from '#platform/ids.ts'
import type { AuditEntry } from '../contract.ts'

type ListOptions = { actor?: string; action?: string; target?: string; limit: number; cursor?: string }
type NamedTarget = { id: string; name: string; slug: string | null }

/**
 * Returns a page of the audit log, newest first. The log stores ids, and this function adds the current names. Throws
 * AppError authentication_required, forbidden, validation_failed (an invalid cursor).
 */
export async function listAudit(
  db: Db,
  actor: Actor,
  { actor: username, action, target, ...page }: ListOptions,
): Promise<Page<AuditEntry>> {
  const { id: readerId } = requireRole(actor, 'admin')
  const filter: AuditFilter = {
    ...(username && { actorId: (await findUserId(db, username)) ?? unknownUserId }),
    ...(action && { action }),
    ...(target && { target: readTarget(target) }),
  }
  const [{ items, nextCursor }, count] = await Promise.all([
    listAuditEntries(db, filter, page),
    countAuditEntries(db, filter, countedMax + 1),
  ])
  const names = await findNames(
    db,
    items.flatMap((entry) => [entry.actor.id, entry.target?.id]).filter((id): id is string => !!id && isId(id)),
    isClosedTo(readerId),
  )
  return {
    items: items.map((entry) => ({
      ...entry,
      actor: { ...entry.actor, name: entry.actor.name ?? names.get(entry.actor.id ?? '')?.name ?? null },
      target: entry.target && {
        ...entry.target,
        name: names.get(entry.target.id)?.name ?? null,
        slug: names.get(entry.target.id)?.slug ?? null,
      },
    })),
    nextCursor,
    ...totalUpTo(count),
  }
}

function readTarget(text: string) {
  const colon = text.indexOf(':')
  return { kind: text.slice(0, colon), id: text.slice(colon + 1) }
}

type Ids = readonly string[]

/**
 * For each kind of target, the query for ids, current names and slugs. A report is named after the reported content.
 * `isClosed`: the condition for prompts (as `p`) closed to the reader, whose names aren't read.
 */
const nameQueries: Record<TargetKind, (ids: Ids, isClosed: RawBuilder<boolean>) => RawBuilder<unknown>> = {
  user: (ids) => sql`select id, display_username as name, display_username as slug from users
    where id = any(${ids}::uuid[])`,
  prompt: (ids, isClosed) => sql`select p.id, p.title, p.slug from prompts p
    where p.id = any(${ids}::uuid[]) and not ${isClosed}`,
  tool: (ids) => sql`select id, name, slug from tools where id = any(${ids}::uuid[])`,
  category: (ids) => sql`select id, name, slug from categories where id = any(${ids}::uuid[])`,
  message: (ids) => sql`select id, coalesce(nullif(subject, ''), 'A message'), null from contact_messages
    where id = any(${ids}::uuid[])`,
  comparison: (ids, isClosed) => sql`select c.id,
      case when ${isClosed} then 'A comparison' else coalesce(c.name, p.title, 'A comparison') end, null
    from comparisons c left join prompts p on p.id = c.prompt_id where c.id = any(${ids}::uuid[])`,
  collection: (ids) => sql`select id, title, slug from collections where id = any(${ids}::uuid[])`,
  example: (ids, isClosed) => sql`select e.id, p.title, p.slug from examples e join prompts p on p.id = e.prompt_id
    where e.id = any(${ids}::uuid[]) and not ${isClosed}`,
  group: (ids) => sql`select id, name::text, slug from groups where id = any(${ids}::uuid[])`,
  author: (ids) => sql`select id, name, null from credited_authors where id = any(${ids}::uuid[])`,
  comment: (ids) => sql`select c.id, 'A comment by ' || u.display_username, null
    from comments c join users u on u.id = c.user_id where c.id = any(${ids}::uuid[])`,
  report: (ids, isClosed) => sql`select rc.id,
      coalesce(case when not ${isClosed} then p.title end, c.name, col.title, case when rc.comment_id is not null then 'A comment'
        when rc.change_request_id is not null then 'A suggested edit' else 'A comparison' end), case when not ${isClosed} then p.slug end
    from report_cases rc left join prompts p on p.id = rc.prompt_id
    left join comparisons c on c.user_id = rc.comparison_owner and c.id = rc.comparison_id
    left join collections col on col.id = rc.collection_id
    where rc.id = any(${ids}::uuid[])`,
}

async function findNames(db: Db, ids: Ids, isClosed: RawBuilder<boolean>): Promise<Map<string, NamedTarget>> {
  const queries = Object.values(nameQueries).map((select) => select(ids, isClosed))
  const { rows } = await sql<NamedTarget>`${sql.join(queries, sql` union all `)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** No user has this id, so filtering by an unknown username finds no entries. */
const unknownUserId = '00000000-0000-7000-8000-000000000000'
