import { type RawBuilder, sql } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import type { PromptCard } from '../contract.ts'

/** A row as `cardColumns` selects it. */
export type CardRow = {
  id: string
  slug: string
  title: string
  description: string
  tags: string[]
  categoryName: string
  categorySlug: string
  username: string
  featured: boolean
  communityPick: boolean
  excerpt: string
  language: string
  votesUp: number
  votesDown: number
  copies: number
  favorites: number
  testedWith: AiVendor[]
  worksBestWith: AiVendor | null
  credit: string | null
  createdAt: Date
  updatedAt: Date
}

/** The columns of a card. Use with `cardSource`. */
export const cardColumns: RawBuilder<CardRow> = sql`
  p.id, p.slug, p.title, p.description, p.tags, c.name as category_name, c.slug as category_slug,
  u.display_username as username, p.featured, p.community_pick, p.excerpt, p.language, p.votes_up, p.votes_down,
  p.copies, p.favorites, p.tested_with, p.works_best_with, p.credit, p.created_at, p.updated_at`

/** The tables of `cardColumns`: prompts as `p`, categories as `c`, users as `u`. */
export const cardSource = sql`prompts p join categories c on c.id = p.category_id join users u on u.id = p.user_id`

/** Converts a database row to the contract's PromptCard. */
export function toPromptCard(row: CardRow): PromptCard {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    tags: row.tags,
    category: { name: row.categoryName, slug: row.categorySlug },
    user: { username: row.username },
    featured: row.featured,
    communityPick: row.communityPick,
    excerpt: row.excerpt,
    language: row.language,
    votes: { up: row.votesUp, down: row.votesDown },
    copies: row.copies,
    favorites: row.favorites,
    testedWith: row.testedWith,
    worksBestWith: row.worksBestWith,
    credit: row.credit,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
