import type { Generated, GeneratedAlways } from 'kysely'
import type { ToolType } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    tools: ToolsTable
    tool_counts: { type: ToolType; is_free: boolean; tools: number }
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
  is_free: boolean
  tags: string[]
  category_id: string
  created_at: Date
  updated_at: Date
  sort_name: GeneratedAlways<string>
  search: string
}
