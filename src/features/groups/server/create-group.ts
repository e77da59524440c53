import { sql } from 'kysely'
import { slugify } from '#lib/slug.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { AdminGroup, NewGroup } from '../contract.ts'
import { groupLimits as limits } from '../rules.ts'
import { getAdminGroup } from './group-queries.ts'

/** The maximum length of the part of a slug that comes from the name, in characters. */
const slugNameMax = 60

/**
 * Creates a group without members. The caller checks permissions. Throws AppError validation_failed (another group has
 * the name or the claim's value) or conflict (too many groups).
 */
export async function createGroup(tx: Tx, admin: Member, group: NewGroup, now: Date): Promise<AdminGroup> {
  // Groups are created one at a time, because the count must be correct and the slug free.
  await sql`select pg_advisory_xact_lock(hashtext('promptarium groups'))`.execute(tx)
  const existing = await tx.selectFrom('groups').select('slug').execute()
  if (existing.length >= limits.groups)
    throw new AppError(
      'conflict',
      t('There are already {groups} groups. Delete one you no longer need.', { groups: limits.groups }),
    )
  const id = newId()
  const slug = findFreeSlug(group.name, new Set(existing.map((row) => row.slug)))
  await storeOrThrow(() =>
    tx
      .insertInto('groups')
      .values({ id, slug, ...group, createdAt: now })
      .execute(),
  )
  await recordAuditEntry(tx, admin, { action: 'group.create', target: { kind: 'group', id } })
  return getAdminGroup(tx, slug)
}

function findFreeSlug(name: string, taken: ReadonlySet<string>): string {
  const words = cutText(slugify(name), slugNameMax).replace(/(?<!-)-+$/, '') || 'group'
  for (let nth = 1; ; nth++) {
    const slug = nth === 1 ? words : `${words}-${nth}`
    if (!taken.has(slug)) return slug
  }
}

/** Runs a statement that stores a group. Throws AppError validation_failed for a name or value of another group. */
export async function storeOrThrow(store: () => Promise<unknown>): Promise<void> {
  try {
    await store()
  } catch (error) {
    if (violatesKey(error, 'groups_name')) throw invalidField('name', t('There is already a group with this name.'))
    if (violatesKey(error, 'groups_claim_value'))
      throw invalidField('claimValue', t('This group of the provider already leads to another group here.'))
    throw error
  }
}
