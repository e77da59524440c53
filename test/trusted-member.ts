import { sql } from 'kysely'
import { trust } from '#features/comments/trust-rules.ts'
import { newId } from '#platform/ids.ts'
import type { TestSite } from './test-site.ts'

/**
 * Adds a member whose comments are shown immediately, because the account is old and has enough public comments on a
 * tool.
 */
export async function addTrustedMember(testSite: TestSite, username: string): Promise<string> {
  const [id, { id: toolId }] = [await testSite.addUser(username), await testSite.addTool()]
  await sql`update users set created_at = '2026-01-01' where id = ${id}`.execute(testSite.db)
  await sql`
    with thread as (insert into comment_threads (id, tool_id) values (${newId()}, ${toolId}) returning id)
    insert into comments (id, thread_id, user_id, content, fingerprint, state, created_at, shown_at)
    select gen_random_uuid(), thread.id, ${id}, 'Comment ' || n, sha256(convert_to(${id}::text || n, 'UTF8')), 'shown',
      ${testSite.now()}, ${testSite.now()}
    from thread, generate_series(1, ${trust.trustedComments}::integer) n`.execute(testSite.db)
  return id
}
