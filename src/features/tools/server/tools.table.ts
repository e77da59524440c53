import type { Generated, GeneratedAlways } from 'kysely'
import type { Tool, ToolCount } from '../contract.ts'
import type { ToolPictureKind } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    tools: ToolsTable
    toolCounts: ToolCount
    toolPictures: ToolPicturesTable
  }
}

/**
 * A tool. `sortName` is computed from its name, and `search`, a tsvector, from name, tags and description, by the rules
 * of version `searchVersion` (tool-rows.ts). `pricesOn` is a day such as `2026-01-31`. The keys are those of uploaded
 * pictures. `linkProblem` says why the last check of its address failed, and `linkFailures` how often in a row.
 */
export interface ToolsTable extends Omit<Tool, 'category' | 'mark' | 'createdAt' | 'updatedAt'> {
  categoryId: string
  createdAt: Date
  updatedAt: Date
  sortName: GeneratedAlways<string>
  search: string
  searchVersion: Generated<number>
  strengths: Generated<string[]>
  prices: Generated<string>
  pricesOn: string | null
  markKey: string | null
  pictureKey: string | null
  pictureWidth: number | null
  pictureHeight: number | null
  linkCheckedAt: Date | null
  linkFailures: Generated<number>
  linkProblem: string | null
}

/** A picture that an operator uploaded for a tool, as WebP. */
interface ToolPicturesTable {
  toolId: string
  kind: ToolPictureKind
  key: string
  content: Buffer
}
