import { sql } from 'kysely'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from '#features/catalogue/server/prompt-cards.ts'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { t } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import type { OwnProfile, Profile } from '../contract.ts'
import { linkDays } from '../profile-rules.ts'

/** Returns a user's profile as the user sees it, and as the export of the user's data contains it. */
export async function readProfile(db: Db, userId: string): Promise<OwnProfile> {
  const row = await db
    .selectFrom('profiles')
    .select(['bio', 'links', 'pins', 'removedReason'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? { bio: '', links: [], pins: [], removedReason: null }
}

/**
 * Returns a user's profile as others see it. It is empty while the user is banned or a moderator has removed it, and has
 * no links until the account is `linkDays` old.
 */
export async function readPublicProfile(db: Db, userId: string): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select f.bio, case when u.role <> 'user' or u.created_at <= now() - make_interval(days => ${linkDays})
      then f.links else '{}' end as links
    from profiles f join users u on u.id = f.user_id
    where f.user_id = ${userId} and not u.banned and f.removed_reason is null`.execute(db)
  return rows[0] ?? { bio: '', links: [] }
}

/** The SQL condition for prompts (as `p`) that the member with this id may pin: published ones that count for them. */
const isPinnableBy = (userId: string) => sql<boolean>`(${isPublished} and ${userId} = any (${authorsOf}))`

/** Lists the pinned prompts of a user that everybody may see, in order. */
export async function listPinned(db: Db, userId: string): Promise<PromptCard[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from profiles f cross join lateral unnest(f.pins) with ordinality pin(id, place)
    join (${cardSource}) on p.id = pin.id where f.user_id = ${userId} and ${isPinnableBy(userId)} order by pin.place`.execute(
    db,
  )
  return rows.map(toPromptCard)
}

/** Returns the ids of prompts that the member may pin. Throws AppError validation_failed if they may not pin one. */
export async function findPinnable(db: Db, userId: string, idsOrSlugs: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const idOrSlug of idsOrSlugs) {
    const { rows } = await sql<{ id: string }>`
      select p.id from prompts p where ${hasIdOrSlug(idOrSlug)} and ${isPinnableBy(userId)}`.execute(db)
    if (!rows[0]) throw invalidField('pins', t('You can pin only published prompts of your own.'))
    if (!ids.includes(rows[0].id)) ids.push(rows[0].id)
  }
  return ids
}
