import { streamTests, type TestRunRequest } from '#features/prompt-tests/server/run-tests.ts'
import type { Member } from '#platform/actor.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import type { ChangeRequestContext } from './change-request-context.ts'
import { getRequestOrThrow } from './change-request-queries.ts'

/**
 * Runs the prompt's test cases on its current or on the proposed text (`side`), and charges the member's credits.
 * Throws AppError not_found, and what `streamTests` throws.
 */
export async function runRequestTests(
  context: ChangeRequestContext,
  member: Member,
  { id, side, ...run }: TestRunRequest & { side: 'current' | 'proposed' },
): Promise<AsyncIterable<StreamEvent>> {
  const request = await getRequestOrThrow(context.db, member, id, context.now())
  const text = { id: request.prompt.id, content: request[side].content, suggestion: { id, side } }
  return streamTests(context, member, text, run)
}
