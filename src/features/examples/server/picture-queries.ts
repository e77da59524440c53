import { type RawBuilder, sql } from 'kysely'
import { isClosedTo } from '#features/catalogue/server/prompt-visibility.ts'
import { hasRole, type Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { largestFile } from '../rules.ts'
import { isShown } from './example-queries.ts'
import { publicSrcColumn } from './picture-addresses.ts'

/** The columns of a prompt’s own picture in an export. `image` is the path of its largest file. */
export type OwnPicture = Record<'image' | 'imageAlt' | 'imageModel' | 'imageDate', string | null>

/**
 * SQL for the newest picture that the owner of a prompt (`p`) has added to it, with the columns of `OwnPicture`. Without
 * `includesPending`, only a public one.
 */
export function ownPicture(includesPending: boolean): RawBuilder<OwnPicture> {
  const statuses = includesPending ? ['published', 'pending'] : ['published']
  return sql`(
    select ${publicSrcColumn} || ${largestFile}::text as image, i.alt as image_alt, nullif(e.model, '') as image_model,
      e.made_on::text as image_date
    from examples e join example_pictures i on i.example_id = e.id
    where e.prompt_id = p.id and e.user_id = p.user_id and e.status = any(${statuses})
    order by e.created_at desc, e.id desc, i.place limit 1)`
}

/** Returns the prompt of a public picture, for cache keys, or null if the picture isn't public. */
export async function findPublicPicture(db: Db, key: string): Promise<{ promptId: string } | null> {
  const { rows } = await sql<{ promptId: string }>`
    select e.prompt_id from example_pictures i join examples e on e.id = i.example_id join prompts p on p.id = e.prompt_id
    where i.key = ${key} and i.stored and ${isShown}`.execute(db)
  return rows[0] ?? null
}

/** Tells whether a member may read a picture, public or not. Moderators may read any unless a group keeps it, others
 * only their own. */
export async function mayReadPicture(db: Db, member: Member, key: string): Promise<boolean> {
  const isModerator = hasRole(member, 'moderator') ? sql`not ${isClosedTo(member.id)}` : sql`false`
  const { rows } = await sql`
    select from example_pictures i left join examples e on e.id = i.example_id left join prompts p on p.id = e.prompt_id
    where i.key = ${key} and i.stored and (i.user_id = ${member.id} or ${isModerator})`.execute(db)
  return rows.length > 0
}
