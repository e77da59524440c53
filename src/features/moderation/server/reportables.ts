import { type RawBuilder, sql } from 'kysely'
import type { Member } from '#platform/actor.ts'
import type { CaseSubject, Reportable } from '#platform/reportable.ts'
import type { ReportCase } from '../report-contract.ts'
import { type CaseKind, caseKinds, type ReportableKind, shownTextMax } from '../rules.ts'

/** The contract's part of a case about a kind. A case has its prompt anyway. */
type PartOf<Kind extends CaseKind> = Kind extends 'prompt' ? null : NonNullable<ReportCase[Kind]>

/**
 * Everything that can be reported. Each feature describes its own content, and the composition root collects the
 * descriptions (src/server/reportables.ts).
 */
export type Reportables = { [Kind in CaseKind]: CaseSubject<PartOf<Kind>> } & {
  [Kind in Exclude<ReportableKind, CaseKind>]: Reportable
}

/** Returns the SQL for the column of a case (`rc`) with the id of its content of this kind. */
const idColumn = (kind: CaseKind): RawBuilder<string | null> => sql`rc.${sql.ref(`${kind}Id`)}`

/** Returns the SQL condition for cases (`rc`) about this content. A case about a comparison names its prompt too. */
export const isAbout = (kind: CaseKind, id: string): RawBuilder<boolean> =>
  kind === 'prompt' ? sql`rc.prompt_id = ${id} and rc.comparison_id is null` : sql<boolean>`${idColumn(kind)} = ${id}`

/** Returns the SQL that joins the content of a case (`rc`) as `reported_<kind>`, with the columns of a `ReportedRow`. */
export function joinReported(reportables: Reportables): RawBuilder<unknown> {
  const joins = caseKinds.map(
    (kind) => sql`left join lateral (${reportables[kind].reported(shownTextMax)}) ${alias(kind)} on true`,
  )
  return sql.join(joins, sql` `)
}

const alias = (kind: CaseKind) => sql.ref(`reported_${kind}`)

/** Returns the SQL for a column of the content that a case is about, after `joinReported`. */
export function reportedColumn(column: 'author_id' | 'is_shown'): RawBuilder<unknown> {
  const columns = caseKinds.map(
    (kind) => sql`when ${idColumn(kind)} is not null then ${alias(kind)}.${sql.ref(column)}`,
  )
  return sql`case ${sql.join(columns, sql` `)} end`
}

/** Returns the SQL for the parts of a case, each under the name of its kind, after `joinReported`. */
export const partColumns = sql.join(caseKinds.map((kind) => sql`${alias(kind)}.part as ${sql.ref(`${kind}Part`)}`))

/**
 * The SQL for the text by which people recognize the content of a case, after `joinReported`: a title, the beginning of
 * a comment or the name of a member. Null for a prompt and for a comparison without a name.
 */
export const reportedText = sql`coalesce(${sql.join(
  ['title', 'name', 'content'].flatMap((key) =>
    caseKinds.filter((kind) => kind !== 'prompt').map((kind) => sql`${alias(kind)}.part ->> ${sql.lit(key)}`),
  ),
)}, ${alias('profile')}.part -> 'user' ->> 'username')`

/** Returns the SQL condition for cases (`rc` in the query) whose content this moderator may see. */
export function isCaseVisibleTo(reportables: Reportables, member: Member): RawBuilder<boolean> {
  const conditions = caseKinds.flatMap((kind) => {
    const visible = reportables[kind].visibleTo?.(member)
    return visible ? [sql`(${idColumn(kind)} is null or exists (${visible}))`] : []
  })
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Returns what a case is about. Throws an Error for a case about nothing, which the database forbids. */
export function subjectOf(row: { [Kind in CaseKind as `${Kind}Id`]: string | null }): { kind: CaseKind; id: string } {
  for (const kind of caseKinds) {
    const id = row[`${kind}Id`]
    if (id !== null) return { kind, id }
  }
  throw new Error('A case of reports is about nothing.')
}
