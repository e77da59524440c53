import { sql } from 'kysely'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { ViewSource } from '#features/prompt-statistics/rules.ts'
import { addToDays } from '#features/prompt-statistics/server/add-to-days.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import type { PendingView, ViewCounter } from './count-view.ts'

/**
 * Adds the pending views of this process to the daily totals. Ignores views by a prompt's authors and the account
 * that it belongs to, and of prompts that are unknown or not published. If the views of a prompt can't be stored, they
 * stay pending. If the process is killed, the views since the last call are lost.
 */
export async function aggregateViews(db: Db, counter: ViewCounter): Promise<void> {
  const pending = new Map(Object.entries(Object.groupBy(counter.takeAll(), ({ promptId }) => promptId)))
  try {
    await handleEach({
      read: async (last?: string) => (last === undefined ? [...pending.keys()] : []),
      handle: async (promptIds) => {
        const views = promptIds.flatMap((promptId) => pending.get(promptId) ?? [])
        await inTransaction(db, (tx) => storeViews(tx, views))
        for (const promptId of promptIds) pending.delete(promptId)
      },
      idOf: (promptId) => promptId,
    })
  } finally {
    counter.putBack([...pending.values()].flatMap((views = []) => views))
  }
}

const columns = {
  search: 'fromSearch',
  lists: 'fromLists',
  feeds: 'fromFeeds',
  mcp: 'fromMcp',
  embed: 'fromEmbed',
  elsewhere: 'fromElsewhere',
} as const satisfies Record<ViewSource, string>

async function storeViews(tx: Tx, views: PendingView[]): Promise<void> {
  const { rows } = await sql<{ promptId: string; day: string; source: ViewSource; views: number }>`
    select p.id as prompt_id, v.day::text as day, v.source, count(*) as views
    from unnest(
      ${views.map(({ promptId }) => promptId)}::uuid[],
      ${views.map(({ day }) => day)}::date[],
      ${views.map(({ source }) => source)}::text[],
      ${views.map(({ memberId }) => memberId)}::uuid[]
    ) as v (prompt_id, day, source, member_id)
    join prompts p on p.id = v.prompt_id
    where ${isPublished}
      and (v.member_id is null or (v.member_id <> p.user_id and v.member_id <> all(${authorsOf})))
    group by p.id, v.day, v.source`.execute(tx)
  await sql`
    insert into prompt_views_daily (prompt_id, day, views)
    select p.id, v.day, sum(v.views)
    from jsonb_to_recordset(${JSON.stringify(rows)}) as v("promptId" uuid, day date, views integer)
    join prompts p on p.id = v."promptId"
    group by p.id, v.day
    order by p.id, v.day
    on conflict (prompt_id, day) do update set views = prompt_views_daily.views + excluded.views`.execute(tx)
  await addToDays(
    tx,
    rows.map((row) => ({ promptId: row.promptId, day: row.day, [columns[row.source]]: row.views })),
  )
}
