import { sql } from 'kysely'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, invalidField, notFound } from '#platform/errors.ts'
import type { Visibility } from '../rules.ts'

type KnownGroup = { id: string; slug: string; isReader: boolean; mayWrite: boolean; waits: boolean }

/**
 * Stores which groups read a collection that the member owns: those with these slugs if it is shared, else none. Without
 * `slugs`, the groups stay. Where writers need approval, only approvers share collections. Throws AppError
 * validation_failed, not_found (a group) or forbidden.
 */
export async function shareCollection(
  tx: Tx,
  member: Member,
  { id, visibility, slugs }: { id: string; visibility: Visibility; slugs: string[] | undefined },
): Promise<void> {
  const isShared = visibility === 'shared'
  if (!isShared && slugs?.length)
    throw invalidField('groups', t('Only a collection with the visibility “shared” has groups.'))
  if (isShared && slugs === undefined) return
  const { rows: known } = await sql<KnownGroup>`
    select g.id, g.slug, cg.group_id is not null as is_reader, g.id = any (${groupsOf(member.id, 'write')}) as may_write,
      g.needs_approval and g.id <> all (${groupsOf(member.id, 'approve')}) as waits
    from groups g left join collection_groups cg on cg.group_id = g.id and cg.collection_id = ${id}
    where g.slug = any (${slugs ?? []}) and (g.id = any (${groupsOf(member.id, 'read')}) or cg.group_id is not null)
    for key share of g`.execute(tx)
  const ids = (slugs ?? []).map((slug) => {
    const group = known.find((one) => one.slug === slug)
    if (!group) throw notFound(t('This group'))
    if (!group.isReader && !group.mayWrite)
      throw new AppError('forbidden', t('Only writers of this group may share collections with it.'))
    if (!group.isReader && group.waits)
      throw new AppError('forbidden', t('This group needs approval. Only its approvers may share collections with it.'))
    return group.id
  })
  if (isShared && ids.length === 0) throw invalidField('groups', t('Choose at least one group.'))
  await sql`delete from collection_groups where collection_id = ${id} and group_id <> all (${ids}::uuid[])`.execute(tx)
  await sql`
    insert into collection_groups (collection_id, group_id) select ${id}, unnest(${[...new Set(ids)]}::uuid[])
    on conflict do nothing`.execute(tx)
}
