import type { Generated, GeneratedAlways } from 'kysely'
import type { Tool, ToolCount } from '../contract.ts'

declare module '#platform/tables.ts' {
  interface Tables {
    tools: ToolsTable
    toolCounts: ToolCount
  }
}

/**
 * A tool. `sortName` is computed from its name, and `search`, a tsvector, from name, tags and description, by the rules
 * of version `searchVersion` (tool-rows.ts).
 */
export interface ToolsTable extends Omit<Tool, 'category' | 'createdAt' | 'updatedAt'> {
  categoryId: string
  createdAt: Date
  updatedAt: Date
  sortName: GeneratedAlways<string>
  search: string
  searchVersion: Generated<number>
}
