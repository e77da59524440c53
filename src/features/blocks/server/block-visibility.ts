import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a reader may hear of a person: SQL for the comments, change requests and notifications of `person`. False if
 * either blocked the other, or the reader muted them; true if `person` is null. `reader`, `person`: ids in SQL.
 */
export function mayHearOf(reader: RawBuilder<string>, person: RawBuilder<string | null>): RawBuilder<boolean> {
  return sql`(
    not exists (select from blocks b where b.user_id = ${reader} and b.blocked_id = ${person})
    and not exists (select from blocks b where b.user_id = ${person} and b.blocked_id = ${reader} and b.kind = 'block'))`
}
