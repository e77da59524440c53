import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from '#features/catalogue/server/prompt-cards.ts'
import { getPromptTextOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { isLiveFor, isPublished, isUnderTakedown } from '#features/catalogue/server/prompt-visibility.ts'
import { exampleSectionId } from '#features/examples/rules.ts'
import type { ResultsTable } from '#features/results/server/results.table.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { PageResult, PromptResults, WorkedExample } from '../contract.ts'

/**
 * Lists published prompts with a real result, the newest result first, each with its result. `condition` (over prompts
 * as `p`) narrows the list. Worked examples aren't results here.
 */
export async function listRecentResults(
  db: Db,
  limit: number,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<PromptCard[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from ${cardSource} join results newest on newest.prompt_id = p.id
    where newest.shown and newest.source <> 'editors' and beside.source is not null and ${isPublished} and ${condition}
    order by newest.made_at desc, newest.prompt_id desc limit ${limit}`.execute(db)
  return rows.map(toPromptCard)
}

type ResultRow = Selectable<ResultsTable> & { slug: string; username: string | null }

/** Returns the results of a prompt (id or slug) that the actor may see. Throws AppError not_found. */
export async function readResults(db: Db, actor: Actor, idOrSlug: string): Promise<PromptResults> {
  const { id, content } = await getPromptTextOrThrow(db, actor, idOrSlug)
  const { rows } = await sql<ResultRow>`
    select r.*, p.slug, case when r.source = 'example' then u.display_username end as username
    from results r join prompts p on p.id = r.prompt_id left join users u on u.id = r.user_id
    where r.prompt_id = ${id} and ${isLiveFor(actor)}
      and not ${isUnderTakedown('r.user_id')}
    order by r.shown desc, r.rank, r.made_at desc, r.source`.execute(db)
  const hasExample = rows.some(({ source }) => source === 'editors')
  return {
    results: rows.map(toPageResult),
    workedExample: hasExample ? await readWorkedExample(db, id, content) : null,
  }
}

function toPageResult(row: ResultRow): PageResult {
  const { source, model, text, picture, madeAt, username } = row
  return {
    ...{ source, model, text, picture },
    madeAt: madeAt.toISOString(),
    user: username === null ? null : { username },
    path: pathOf(row),
  }
}

/** Returns where the whole result is. */
function pathOf({ source, sourceId, slug }: ResultRow): string | null {
  if (source === 'editors') return null
  if (source === 'example' || source === 'import') return `/prompt/${slug}#${exampleSectionId}`
  return source === 'test' ? `/prompt/${slug}/tests?run=${sourceId}` : `/compare/${sourceId}`
}

async function readWorkedExample(db: Db, promptId: string, content: string): Promise<WorkedExample | null> {
  const { rows } = await sql<{ filled: Record<string, string>; text: string; writtenAt: Date }>`
    select filled, text, written_on::timestamp at time zone 'UTC' as written_at
    from worked_examples where prompt_id = ${promptId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const filled = variablesOf(content).flatMap(({ name }) => {
    const value = row.filled[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return { filled, text: row.text, writtenAt: row.writtenAt.toISOString() }
}
