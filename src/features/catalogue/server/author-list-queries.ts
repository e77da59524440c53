import { sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import type { Db } from '#server/platform/db.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { PromptCard } from '../contract.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from './prompt-cards.ts'
import type { PageRequest } from './prompt-queries.ts'
import { isPublished } from './prompt-visibility.ts'

/**
 * The published prompts of a member or credited author (id), highest rated first, then newest first. The cost doesn't
 * depend on how many there are. Excludes prompts that a member imported and that credit other people.
 */
export async function listPromptsOfAuthor(db: Db, authorId: string, page: PageRequest): Promise<Page<PromptCard>> {
  const start = readCursor('author', page.cursor)
  const after = start ? sql`and (a.rating, a.prompt_id) < (${start.key}::double precision, ${start.id}::uuid)` : sql``
  const [found, totals] = await Promise.all([
    sql<CardRow & { position: string }>`
      select ${cardColumns}, listed.rating::text as position
      from (
        select a.prompt_id, a.rating from prompt_authors a where a.author_id = ${authorId} ${after}
        order by a.rating desc, a.prompt_id desc limit ${page.limit + 1}
      ) listed join ${cardSource} on p.id = listed.prompt_id
      where ${isPublished} order by listed.rating desc, p.id desc`.execute(db),
    sql<{ prompts: number }>`select prompts from author_totals where user_id = ${authorId}`.execute(db),
  ])
  const { items, nextCursor } = cutPage(found.rows, page.limit, 'author', (row) => ({ key: row.position, id: row.id }))
  return { items: items.map(toPromptCard), nextCursor, total: totals.rows[0]?.prompts ?? 0 }
}
