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
  category_name: string
  category_slug: string
  username: string
  featured: boolean
  community_pick: boolean
  excerpt: string
  language: string
  votes_up: number
  votes_down: number
  copies: number
  favorites: number
  tested_with: AiVendor[]
  works_best_with: AiVendor | null
  credit: string | null
  created_at: Date
  updated_at: Date
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
    category: { name: row.category_name, slug: row.category_slug },
    user: { username: row.username },
    featured: row.featured,
    communityPick: row.community_pick,
    excerpt: row.excerpt,
    language: row.language,
    votes: { up: row.votes_up, down: row.votes_down },
    copies: row.copies,
    favorites: row.favorites,
    testedWith: row.tested_with,
    worksBestWith: row.works_best_with,
    credit: row.credit,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
