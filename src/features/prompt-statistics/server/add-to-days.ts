import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { PromptDaysTable } from './prompt-days.table.ts'

/** The counts that grow during the day. The others are computed when the day is over (`closeDays`). */
export type AddedCounts = Pick<
  { [Name in keyof PromptDaysTable]: number },
  'fromSearch' | 'fromLists' | 'fromFeeds' | 'fromMcp' | 'fromEmbed' | 'fromElsewhere' | 'copies' | 'runs'
>
export type AddedDay = { promptId: string; day: string } & Partial<AddedCounts>

/**
 * Adds counts to prompts' days. Call it in the transaction that aggregates the counts, so that each is added once.
 * Counts of a closed day go to the first open day, so that numbers never change once they are shown. Ignores prompts
 * that no longer exist.
 */
export async function addToDays(tx: Tx, added: AddedDay[]): Promise<void> {
  if (added.length === 0) return
  await sql`
    with closing as (select closed_until from prompt_day_closing for share), added as (
      select a."promptId" as prompt_id, greatest(a.day, (select closed_until + 1 from closing)) as day,
        a."fromSearch" as from_search, a."fromLists" as from_lists, a."fromFeeds" as from_feeds, a."fromMcp" as from_mcp,
        a."fromEmbed" as from_embed, a."fromElsewhere" as from_elsewhere, a.copies, a.runs
      from jsonb_to_recordset(${JSON.stringify(added)}) as a("promptId" uuid, day date, "fromSearch" integer,
        "fromLists" integer, "fromFeeds" integer, "fromMcp" integer, "fromEmbed" integer, "fromElsewhere" integer,
        copies integer, runs integer)
    )
    insert into prompt_days as d
      (prompt_id, day, from_search, from_lists, from_feeds, from_mcp, from_embed, from_elsewhere, copies, runs)
    select p.id, a.day, coalesce(sum(a.from_search), 0), coalesce(sum(a.from_lists), 0), coalesce(sum(a.from_feeds), 0),
      coalesce(sum(a.from_mcp), 0), coalesce(sum(a.from_embed), 0), coalesce(sum(a.from_elsewhere), 0),
      coalesce(sum(a.copies), 0), coalesce(sum(a.runs), 0)
    from added a join prompts p on p.id = a.prompt_id
    group by p.id, a.day order by p.id, a.day
    on conflict (prompt_id, day) do update set
      from_search = d.from_search + excluded.from_search, from_lists = d.from_lists + excluded.from_lists,
      from_feeds = d.from_feeds + excluded.from_feeds, from_mcp = d.from_mcp + excluded.from_mcp,
      from_embed = d.from_embed + excluded.from_embed, from_elsewhere = d.from_elsewhere + excluded.from_elsewhere,
      copies = d.copies + excluded.copies, runs = d.runs + excluded.runs`.execute(tx)
}
