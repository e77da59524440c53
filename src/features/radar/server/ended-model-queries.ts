import { type RawBuilder, sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Actor, requireMember, requireRole } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { DependentPrompt, EndedModel } from '../contract.ts'

export type Scope = 'mine' | 'site'

const modelsMax = 100

/**
 * The condition for prompts (as `p`) of a scope that the actor may ask about. Throws AppError authentication_required,
 * forbidden.
 */
function isInScope(actor: Actor, scope: Scope): RawBuilder<boolean> {
  if (scope === 'site') requireRole(actor, 'admin')
  const { id } = requireMember(actor)
  return scope === 'site' ? isPublished : sql`(${isPublished} and p.user_id = ${id})`
}

/**
 * Lists ended models on which published prompts depend, and for the site also those that an admin marked. Throws AppError authentication_required,
 * forbidden.
 */
export async function listEndedDependencies(db: Db, actor: Actor, scope: Scope): Promise<EndedModel[]> {
  const { rows } = await sql<EndedModel>`
    select o.model, o.ended_on::text, coalesce(o.ended_by, 'offers') as reason, count(distinct p.id) as prompts,
      count(p.id) filter (where f.source = 'test') as tests,
      count(p.id) filter (where f.source = 'comparison') as comparisons,
      count(p.id) filter (where f.source = 'report') as reports
    from model_offers o left join (
      proofs f join prompts p on p.id = f.prompt_id and ${isInScope(actor, scope)}) on f.model = o.model
    where o.ended_on is not null
    group by o.model having count(p.id) > 0 or (${scope} = 'site' and o.ended_by = 'admin') order by o.ended_on desc, o.model limit ${sql.lit(modelsMax)}`.execute(
    db,
  )
  return rows
}

/** Lists the published prompts that depend on a model, by id. Throws AppError authentication_required, forbidden. */
export async function listDependents(
  db: Db,
  actor: Actor,
  { scope, model, limit, cursor }: { scope: Scope; model: string; limit: number; cursor?: string },
): Promise<Page<DependentPrompt>> {
  const inScope = isInScope(actor, scope)
  const start = readCursor('dependents', cursor, cursorKeys.none)
  const source = sql`prompts p where ${inScope} and exists (
    select from proofs f where f.prompt_id = p.id and f.model = ${model})`
  const { rows } = await sql<DependentPrompt>`
    select p.id, p.slug, p.title,
      (select count(*) from test_cases c where c.prompt_id = p.id and c.status = 'accepted') as cases,
      (select jsonb_agg(jsonb_build_object('source', f.source, 'passed', f.passed, 'answered', f.answered,
          'current', f.current, 'madeAt', to_char(f.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by f.source desc)
        from proofs f where f.prompt_id = p.id and f.model = ${model}) as proofs
    from ${source} ${start ? sql`and p.id > ${start.id}::uuid` : sql``} order by p.id limit ${limit + 1}`.execute(db)
  const { items, nextCursor } = cutPage(rows, limit, 'dependents', ({ id }) => ({ key: '', id }))
  return { items, nextCursor, ...(await countUpTo(db, source)) }
}
