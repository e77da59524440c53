import { z } from 'zod'
import { getRequestOrThrow, listOwnRequests } from '#features/change-requests/server/change-request-queries.ts'
import { requireMember } from '#platform/actor.ts'
import { readerOf } from './mcp-context.ts'
import { defineTool, type McpTool, totalOf } from './mcp-tool.ts'

/** The tools that read what only the member may see. They require an API token with the scope `read`. */
export const memberTools: McpTool[] = [
  defineTool({
    name: 'list_suggested_edits',
    title: 'List suggested edits',
    description:
      'Lists the suggested edits that wait for a decision: those that the member may decide on (role author), or those that the member suggested (role proposer). With `id`, returns that edit with three texts: base, current and proposed.',
    input: z.object({
      role: z.enum(['author', 'proposer']).default('author'),
      id: z.uuid().optional().describe('The id of a suggested edit, as this tool returns it.'),
    }),
    readsOwn: true,
    call: async ({ db, now, origin }, caller, { role, id }) => {
      const member = requireMember(readerOf(caller))
      const urlOf = (request: { id: string }) => `${origin()}/suggested-edit/${request.id}`
      if (id !== undefined) {
        const request = await getRequestOrThrow(db, member, id, now())
        return { data: { ...request, url: urlOf(request) } }
      }
      const { items, ...page } = await listOwnRequests(db, member, { role, pending: 'true', limit: 20, now: now() })
      return { data: { edits: items.map((request) => ({ ...request, url: urlOf(request) })), ...totalOf(page) } }
    },
  }),
]
