import { type RawBuilder, sql } from 'kysely'
import { groupNameOf, groupsOf } from '#features/groups/server/group-membership.ts'
import type { CardPicture } from '#features/results/contract.ts'
import { resultLimits, shorten } from '#features/results/first-lines-rules.ts'
import type { ResultSource } from '#features/results/rules.ts'
import { columnsOf } from '#platform/database/db.ts'
import { type GroupName, type Picture, PromptCard } from '../contract.ts'
import { categoryText } from './category-texts.ts'
import { isUnderTakedown } from './prompt-visibility.ts'

/** A row with the columns that `cardColumns` selects. */
export type CardRow = Omit<
  PromptCard,
  'category' | 'user' | 'votes' | 'picture' | 'result' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'group'
> & {
  /** Only with the column `groupMark`. */
  group?: GroupName | null
  picture: Picture | null
  /** Prompts with the same one are trusted translations of each other. */
  translationSet: string | null
  categoryName: string
  categorySlug: string
  username: string
  votesUp: number
  votesDown: number
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  /** The result that is shown beside the prompt. The source is null if there is none. */
  resultSource: ResultSource | null
  resultModel: string | null
  resultText: string | null
  resultPicture: CardPicture | null
  resultMadeAt: Date | null
}

const ownFields = PromptCard.omit({
  category: true,
  user: true,
  votes: true,
  comments: true,
  result: true,
  group: true,
}).shape

/** The columns of a card. A query that selects them must select from `cardSource`. */
export const cardColumns: RawBuilder<CardRow> = sql`
  ${columnsOf('p', Object.keys(ownFields))}, c.name as category_name, c.slug as category_slug,
  case when p.translation_trusted then p.translation_set end as translation_set,
  u.display_username as username, coalesce(tally.up, 0) as votes_up,
  coalesce(tally.down, 0) as votes_down, coalesce(discussion.comments, 0) as comments,
  beside.source as result_source, beside.model as result_model, beside.text as result_text,
  beside.picture as result_picture, beside.made_at as result_made_at`

/**
 * The tables of `cardColumns`: prompts as `p`, categories as `c`, users as `u`, the votes of each prompt as `tally`, its
 * number of comments as `discussion` and the result that is shown beside it as `beside`.
 */
export const cardSource = sql`prompts p join categories c on c.id = p.category_id join users u on u.id = p.user_id
  left join vote_tallies tally on tally.prompt_id = p.id left join comment_tallies discussion on discussion.prompt_id = p.id
  left join results beside on beside.prompt_id = p.id and beside.shown
    and not ${isUnderTakedown('beside.user_id')}`

/** The column with the name of the reader's group with which a prompt is shared. */
export function groupMark(userId: string): RawBuilder<unknown> {
  return sql`case when p.status = 'shared' then (
    select ${groupNameOf('g')} from groups g
    where g.id = any (p.group_ids) and g.id = any (${groupsOf(userId, 'read')}) order by g.id <> p.group_id, g.name limit 1
  ) end as "group"`
}

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
    category: { name: categoryText(row.categoryName), slug: row.categorySlug },
    user: { username: row.username },
    votes: { up: row.votesUp, down: row.votesDown },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    group: row.group ?? undefined,
    result: resultOf(row),
  }
}

function resultOf({ resultSource, resultModel, resultText, resultPicture, resultMadeAt }: CardRow) {
  if (!resultSource || !resultMadeAt) return null
  const text = resultText && shorten(resultText, resultLimits.card)
  return { source: resultSource, model: resultModel, text, picture: resultPicture, madeAt: resultMadeAt.toISOString() }
}
