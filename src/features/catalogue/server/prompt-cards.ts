import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '#platform/db.ts'
import { type Picture, PromptCard } from '../contract.ts'

/** A row with the columns that `cardColumns` selects. */
export type CardRow = Omit<
  PromptCard,
  'category' | 'user' | 'votes' | 'picture' | 'createdAt' | 'updatedAt' | 'publishedAt'
> & {
  picture: Picture | null
  categoryName: string
  categorySlug: string
  username: string
  votesUp: number
  votesDown: number
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
}

const { category: _, user: __, votes: ___, comments: ____, ...ownFields } = PromptCard.shape

/** The columns of a card. A query that selects them must select from `cardSource`. */
export const cardColumns: RawBuilder<CardRow> = sql`
  ${columnsOf('p', Object.keys(ownFields))}, c.name as category_name, c.slug as category_slug,
  u.display_username as username, coalesce(tally.up, 0) as votes_up,
  coalesce(tally.down, 0) as votes_down, coalesce(discussion.comments, 0) as comments`

/**
 * The tables of `cardColumns`: prompts as `p`, categories as `c`, users as `u`, the votes of each prompt as `tally` and
 * its number of comments as `discussion`.
 */
export const cardSource = sql`prompts p join categories c on c.id = p.category_id join users u on u.id = p.user_id
  left join vote_tallies tally on tally.prompt_id = p.id left join comment_tallies discussion on discussion.prompt_id = p.id`

/** Converts a database row to the contract's PromptCard. */
export function toPromptCard(row: CardRow): PromptCard {
  return PromptCard.parse(withObjects(row))
}

/**
 * Adds the nested objects of the API, such as `category`, to a row, and converts its dates to text. The row's other
 * columns are kept.
 */
export function withObjects<Row extends CardRow>(row: Row) {
  return {
    ...row,
    category: { name: row.categoryName, slug: row.categorySlug },
    user: { username: row.username },
    votes: { up: row.votesUp, down: row.votesDown },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }
}
