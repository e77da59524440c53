import { z } from 'zod'
import { getRequestOrThrow, listOwnRequests } from '#features/change-requests/server/change-request-queries.ts'
import { t } from '#lib/texts.ts'
import type { Caller } from '#platform/actor.ts'
import { requireMember } from '#platform/actor.ts'
import { refuseUnstorable } from '#platform/api.ts'
import { asAppError } from '#platform/as-app-error.ts'
import { AppError } from '#platform/errors.ts'
import { foundPrompt } from './describe-prompt.ts'
import { listPromptsFor } from './listed-prompt-queries.ts'
import { canReadOwn, canWrite, type McpContext, readerOf } from './mcp-context.ts'
import type { McpTool, ToolOutput } from './mcp-tool.ts'
import { defineTool, totalOf } from './mcp-tool.ts'
import { readingTools } from './reading-tools.ts'
import { writingTools } from './writing-tools.ts'

/** The tools that read what only the member may see. They require an API token with the scope `read`. */
const memberTools: McpTool[] = [
  defineTool({
    name: 'list_my_prompts',
    title: 'List my prompts',
    description:
      'Lists up to 100 prompts of the member: those that they wrote, drafts included, or saved, and then those that they follow. Open one with get_prompt.',
    input: z.object({}),
    readsOwn: true,
    call: async ({ db, origin }, caller) => {
      const member = requireMember(readerOf(caller))
      const listed = await listPromptsFor(db, member, null)
      const prompts = listed.map((prompt) => ({ ...foundPrompt(prompt, origin()), status: prompt.status }))
      return { data: { prompts } }
    },
  }),
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

const tools: McpTool[] = [...readingTools, ...memberTools, ...writingTools]

/** Returns the tools that the caller may use, in the format of tools/list. */
export function listTools(caller: Caller) {
  return tools
    .filter(({ writes, readsOwn }) => (!writes || mayAskToWrite(caller)) && (!readsOwn || canReadOwn(caller)))
    .map(({ name, title, description, input, writes = false }) => ({
      name,
      title,
      description,
      inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
      annotations: {
        title,
        readOnlyHint: !writes,
        destructiveHint: false,
        idempotentHint: name !== 'create_prompt',
        openWorldHint: false,
      },
    }))
}

/** Tells whether the caller may use writing tools, perhaps after asking the member for the scope. */
function mayAskToWrite(caller: Caller): boolean {
  return canWrite(caller) || (caller.kind === 'user' && caller.token?.isApp === true)
}

/** Tells whether there is a tool with this name that writes. */
export function isWritingTool(name: unknown): boolean {
  return tools.some((tool) => tool.name === name && tool.writes)
}

/** Tells whether there is a tool with this name. */
export function isTool(name: string): boolean {
  return tools.some((tool) => tool.name === name)
}

/** Calls a tool. Errors are part of the output, because a model should read them and correct its call. */
export async function callTool(context: McpContext, caller: Caller, name: string, input: unknown) {
  try {
    return toCallResult(await runTool(context, caller, name, input))
  } catch (error) {
    const known = asAppError(error)
    if (known.status >= 500) context.logError(error)
    return { isError: true, content: [{ type: 'text' as const, text: known.message }] }
  }
}

async function runTool(context: McpContext, caller: Caller, name: string, input: unknown): Promise<ToolOutput> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new AppError('not_found', t('There is no tool “{name}”.', { name }))
  const parsed = tool.input.safeParse(input ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AppError('validation_failed', `${issue?.path.join('.') || 'arguments'}: ${issue?.message}`)
  }
  refuseUnstorable(input)
  return tool.call(context, caller, parsed.data as never)
}

function toCallResult({ text, data }: ToolOutput) {
  return { content: [{ type: 'text' as const, text: text ?? JSON.stringify(data) }], structuredContent: data }
}
