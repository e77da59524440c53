import { sql } from 'kysely'
import { type Db, inTransaction } from '#server/platform/db.ts'

/** Rows that can't keep anybody from being counted any more go after this time. */
const keptHours = 48

/**
 * Adds counted copies to the prompts' and their authors' totals, and drops what is older than 48 hours. Any number of
 * processes may run it at once: each row is folded by exactly one. Answers how many copies it folded.
 */
export async function foldCopies(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ copies: number }>`
      with batch as (
        select prompt_id, visitor from prompt_copies where not folded
        order by prompt_id, visitor limit 10000 for update skip locked
      ), folded as (
        update prompt_copies c set folded = true from batch b
        where c.prompt_id = b.prompt_id and c.visitor = b.visitor returning c.prompt_id
      ), per_prompt as (
        select prompt_id, count(*)::int as copies from folded group by prompt_id
      ), changed as (
        update prompts p set copies = p.copies + per_prompt.copies from per_prompt where p.id = per_prompt.prompt_id
        returning p.user_id, per_prompt.copies
      ), authors as (
        update author_totals a set copies = a.copies + sums.copies
        from (select user_id, sum(copies) as copies from changed group by user_id) sums
        where a.user_id = sums.user_id
      )
      select coalesce(sum(copies), 0) as copies from changed`.execute(tx)
    const oldest = new Date(now.getTime() - keptHours * 3_600_000)
    await sql`delete from prompt_copies where folded and copied_at < ${oldest}`.execute(tx)
    await sql`delete from daily_salts where day < ${oldest.toISOString().slice(0, 10)}::date`.execute(tx)
    return rows[0]?.copies ?? 0
  })
}
