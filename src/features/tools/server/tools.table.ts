import type { Generated, GeneratedAlways } from 'kysely'
import type { Tool, ToolCount } from '../contract.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    tools: ToolsTable
    toolCounts: ToolCount
  }
}

/** Tools. `sortName` is computed from the name; `search` from name, tags and description. */
export interface ToolsTable extends Omit<Tool, 'category' | 'createdAt' | 'updatedAt'> {
  categoryId: string
  createdAt: Date
  updatedAt: Date
  sortName: GeneratedAlways<string>
  search: string
  searchVersion: Generated<number>
}
