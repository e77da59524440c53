import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import type { Licence, PromptStatus } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    categories: CategoriesTable
    prompts: PromptsTable
    prompt_former_slugs: { slug: string; prompt_id: string }
    prompt_versions: PromptVersionsTable
    prompt_bands: { prompt_id: string; bands: number[] }
    prompt_counts: { scope: 'all' | 'category' | 'author' | 'tag' | 'featured'; key: string; prompts: number }
    prompt_tags: PromptTagsTable
    author_totals: AuthorTotalsTable
    author_days: { user_id: string; day: ColumnType<Date, string>; copies: Generated<number>; votes: Generated<number> }
    takedowns: { user_id: string; asked_by: string; prompts: Generated<number>; edits: Generated<number> }
  }
}

export interface CategoriesTable {
  id: string
  slug: string
  name: string
  description: string
  position: number
}

export interface PromptsTable {
  id: string
  slug: string
  title: string
  description: string
  content: string
  excerpt: string
  language: string
  category_id: string
  user_id: string
  credit: string | null
  tags: string[]
  models: string[]
  licence: Licence
  fork_of: string | null
  status: PromptStatus
  removed_reason: string | null
  version: Generated<number>
  featured: Generated<boolean>
  community_pick: Generated<boolean>
  votes_up: Generated<number>
  votes_down: Generated<number>
  rating: Generated<number>
  votes_heat: number | null
  copies_heat: number | null
  trending: GeneratedAlways<number>
  copies: Generated<number>
  favorites: Generated<number>
  tested_with: Generated<AiVendor[]>
  works_best_with: AiVendor | null
  import_key: Buffer | null
  content_hash: Buffer
  created_at: Date
  updated_at: Date
  published_at: Date | null
  deleted_at: Date | null
  deleted_by: string | null
  status_before: Exclude<PromptStatus, 'deleted'> | null
  search_head: string
  search_text: string
}

export interface PromptVersionsTable {
  prompt_id: string
  version: number
  title: string
  description: string
  content: string
  user_id: string
  note: string | null
  shown: Generated<boolean>
  created_at: Date
}

/** Maintained by database triggers (db/migrations/0019_tag_lists.sql). */
export interface PromptTagsTable {
  tag: string
  category_id: string
  published_at: Date
  prompt_id: string
  copies: number
  rating: number
  trending: number
}

export interface AuthorTotalsTable {
  user_id: string
  prompts: Generated<number>
  copies: Generated<number>
  votes: Generated<number>
  score: GeneratedAlways<number>
}
