import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import type { PromptTexts, WrittenPrompt } from '../contract.ts'
import type { PromptStatus } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    categories: CategoriesTable
    prompts: PromptsTable
    promptFormerSlugs: { slug: string; promptId: string }
    promptVersions: PromptVersionsTable
    promptBands: { promptId: string; bands: number[] }
    promptCounts: { scope: 'all' | 'category' | 'author' | 'tag' | 'featured'; key: string; prompts: number }
    promptTags: PromptTagsTable
    authorTotals: AuthorTotalsTable
    authorDays: { userId: string; day: ColumnType<Date, string>; copies: Generated<number>; votes: Generated<number> }
    takedowns: { userId: string; askedBy: string; prompts: Generated<number>; edits: Generated<number> }
  }
}

export interface CategoriesTable {
  id: string
  slug: string
  name: string
  description: string
  position: number
}

export interface PromptsTable extends WrittenPrompt {
  id: string
  slug: string
  excerpt: string
  /** The `excerptVersion` of the rules that made the excerpt. */
  excerptVersion: Generated<number>
  language: string
  categoryId: string
  userId: string
  credit: string | null
  forkOf: string | null
  status: PromptStatus
  removedReason: string | null
  version: Generated<number>
  featured: Generated<boolean>
  communityPick: Generated<boolean>
  votesUp: Generated<number>
  votesDown: Generated<number>
  rating: Generated<number>
  votesHeat: number | null
  copiesHeat: number | null
  trending: GeneratedAlways<number>
  copies: Generated<number>
  favorites: Generated<number>
  testedWith: Generated<AiVendor[]>
  worksBestWith: AiVendor | null
  importKey: Buffer | null
  contentHash: Buffer
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: string | null
  statusBefore: Exclude<PromptStatus, 'deleted'> | null
  searchHead: string
  searchText: string
}

export interface PromptVersionsTable extends PromptTexts {
  promptId: string
  version: number
  userId: string
  note: string | null
  shown: Generated<boolean>
  createdAt: Date
}

/** Maintained by database triggers (db/migrations/0019_tag_lists.sql). */
export interface PromptTagsTable {
  tag: string
  categoryId: string
  publishedAt: Date
  promptId: string
  copies: number
  rating: number
  trending: number
}

export interface AuthorTotalsTable {
  userId: string
  prompts: Generated<number>
  copies: Generated<number>
  votes: Generated<number>
  score: GeneratedAlways<number>
}
