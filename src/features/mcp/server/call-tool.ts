import { z } from 'zod'
import type { Caller } from '#platform/actor.ts'
import { refuseUnstorable } from '#platform/api.ts'
import { asAppError } from '#platform/as-app-error.ts'
import { AppError } from '#platform/errors.ts'
import { canReadOwn, canWrite, type McpContext } from './mcp-context.ts'
import type { McpTool, ToolOutput } from './mcp-tool.ts'
import { memberTools } from './member-tools.ts'
import { readingTools } from './reading-tools.ts'
import { writingTools } from './writing-tools.ts'

const tools: McpTool[] = [...readingTools, ...memberTools, ...writingTools]

/** Returns the tools that the caller may use, in the format of tools/list. */
export function listTools(caller: Caller) {
  return tools
    .filter(({ writes, readsOwn }) => (!writes || canWrite(caller)) && (!readsOwn || canReadOwn(caller)))
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
  if (!tool) throw new AppError('not_found', `There is no tool “${name}”.`)
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
