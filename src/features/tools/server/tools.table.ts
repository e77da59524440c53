import type { Generated, GeneratedAlways } from 'kysely'
import type { ToolType } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    tools: ToolsTable
    toolCounts: { type: ToolType; isFree: boolean; tools: number }
  }
}

export interface ToolsTable {
  id: string
  slug: string
  name: string
  description: string
  type: ToolType
  featured: Generated<boolean>
  url: string
  isFree: boolean
  tags: string[]
  categoryId: string
  createdAt: Date
  updatedAt: Date
  sortName: GeneratedAlways<string>
  search: string
}
