import { sql } from 'kysely'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { SideResult } from '../contract.ts'
import { getPromptIdOrThrow } from './prompt-of-request.ts'

/**
 * Lists the test results of a suggested edit that the member may see, by text (`side`) and model. Only test runs on the
 * texts as they are now count. Throws AppError not_found.
 */
export async function listSideResults(db: Db, member: Member, id: string): Promise<SideResult[]> {
  await getPromptIdOrThrow(db, member, id)
  const { rows } = await sql<SideResult>`
    select r.side, a.model, count(*) filter (where a.passed) as passed, count(*) filter (where a.status = 'done') as answered
    from test_runs r join test_answers a on a.run_id = r.id join change_requests cr on cr.id = r.change_request_id
    join prompts p on p.id = cr.prompt_id
    where r.change_request_id = ${id} and r.content = case r.side when 'current' then p.content else cr.content end
    group by r.side, a.model order by a.model, r.side`.execute(db)
  return rows
}
