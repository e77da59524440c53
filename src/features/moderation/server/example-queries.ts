import { sql } from 'kysely'
import { isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { type ExampleRow, exampleColumns, exampleSource, toExample } from '#features/examples/server/example-queries.ts'
import { privateSrc } from '#features/examples/server/picture-addresses.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { type Actor, type Member, requireRole } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { AdminExample } from '../content-contract.ts'
import { shownReportsMax } from '../rules.ts'

type AdminExampleRow = ExampleRow & {
  slug: string
  title: string
  reports: (Omit<AdminExample['reports'][number], 'user'> & { username: string })[]
  reportCount: number
  position: string
}

const columns = sql`
  ${exampleColumns}, p.slug, p.title, e.created_at::text as position,
  (select count(*) from example_reports r where r.example_id = e.id and r.decided_at is null) as report_count, (
    select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'details', r.details, 'username', r.display_username,
      'createdAt', r.created_at) order by r.created_at), '[]')
    from (
      select r.*, reporter.display_username from example_reports r join users reporter on reporter.id = r.user_id
      where r.example_id = e.id and r.decided_at is null order by r.created_at limit ${shownReportsMax}
    ) r) as reports`

/** The SQL condition for examples (`e`) that are pending or have open reports. Each subquery uses a partial index. */
const isOpen = sql`e.id in (
  select id from examples where status = 'pending'
  union all select example_id from example_reports where decided_at is null)`

/** Returns the SQL after FROM for the open examples that this moderator may see. */
export function openExamplesFor(member: Member) {
  return sql`${exampleSource} where ${isOpen} and ${isVisibleTo(member)}`
}

type ListOptions = { state: 'open' | 'removed'; limit: number; cursor?: string }

/**
 * Returns a page of examples: pending and reported ones, oldest first, or removed ones, newest first. Throws AppError
 * authentication_required, forbidden, validation_failed (an invalid cursor).
 */
export async function listAdminExamples(
  db: Db,
  actor: Actor,
  { state, limit, cursor }: ListOptions,
): Promise<Page<AdminExample>> {
  const member = requireRole(actor, 'moderator')
  const listName = `admin examples ${state}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const source =
    state === 'open'
      ? openExamplesFor(member)
      : sql`${exampleSource} where e.status = 'removed' and ${isVisibleTo(member)}`
  const [order, operator] = state === 'open' ? [sql.raw('asc'), sql.raw('>')] : [sql.raw('desc'), sql.raw('<')]
  const after = start ? sql`and (e.created_at, e.id) ${operator} (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const [found, total] = await Promise.all([
    sql<AdminExampleRow>`
      select ${columns} from ${source} ${after} order by e.created_at ${order}, e.id ${order} limit ${limit + 1}`.execute(
      db,
    ),
    countUpTo(db, source),
  ])
  const { items, nextCursor } = cutPage(found.rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  return { items: items.map(toAdminExample), nextCursor, ...total }
}

/** Returns an example that the moderator may see. Throws AppError not_found. */
export async function getAdminExampleOrThrow(db: Db, member: Member, id: string): Promise<AdminExample> {
  const { rows } = await sql<AdminExampleRow>`
    select ${columns} from ${exampleSource} where e.id = ${id} and ${isVisibleTo(member)}`.execute(db)
  if (!rows[0]) throw notFound(t('This example'))
  return toAdminExample(rows[0])
}

function toAdminExample(row: AdminExampleRow): AdminExample {
  return {
    ...toExample(row),
    pictures: row.pictures.map(({ key, ...picture }) => ({ src: privateSrc(key), ...picture })),
    prompt: { slug: row.slug, title: row.title },
    reports: row.reports.map(({ username, createdAt, ...report }) => ({
      ...report,
      user: { username },
      createdAt: new Date(createdAt).toISOString(),
    })),
    reportCount: row.reportCount,
  }
}
