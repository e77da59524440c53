import type { z } from 'zod'
import type { Page } from '#lib/http-contract.ts'
import type { Caller } from '#platform/actor.ts'
import type { McpContext } from './mcp-context.ts'

/** The output of a tool. `text` is what a model reads; without it, the model reads `data` as JSON. */
export type ToolOutput = { data: Record<string, unknown>; text?: string }

/** Returns the total of a list as tools return it, with `totalIsFloor` if the list may have more items. */
export function totalOf({ total, totalIsFloor }: Pick<Page<unknown>, 'total' | 'totalIsFloor'>) {
  return { total, ...(totalIsFloor && { totalIsFloor }) }
}

/**
 * A tool of the Model Context Protocol. `writes` requires an API token that may write, `readsOwn` one that may read.
 */
export type McpTool = {
  name: string
  title: string
  description: string
  input: z.ZodType
  writes?: true
  readsOwn?: true
  call: (context: McpContext, caller: Caller, input: never) => Promise<ToolOutput>
}

/** Declares a tool. Its `call` receives the arguments as the schema `input` parsed them. */
export function defineTool<Input extends z.ZodType>(
  tool: Omit<McpTool, 'input' | 'call'> & {
    input: Input
    call: (context: McpContext, caller: Caller, input: z.output<Input>) => Promise<ToolOutput>
  },
): McpTool {
  return tool
}
