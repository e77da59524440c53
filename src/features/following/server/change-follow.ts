import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { type FollowKind, followsMax } from '../rules.ts'
import { followTargets } from './follow-targets.ts'

const missingNames: Record<FollowKind, () => string> = {
  person: () => t('This person'),
  prompt: () => t('This prompt'),
  category: () => t('This category'),
  collection: () => t('This collection'),
  tag: () => t('This tag'),
}

/** A target as the API names it: by a username, an id, a slug or a tag, depending on the kind. */
type FollowName = { kind: FollowKind; name: string }

/**
 * Makes a member follow a person, prompt, category, tag or collection. A repeated call changes nothing. Throws AppError
 * authentication_required, not_found, forbidden (their own account), conflict (too many follows).
 */
export async function follow(db: Db, member: Member, { kind, name, now }: FollowName & { now: Date }): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The lock lasts until the commit, so concurrent requests can't exceed the limit together.
    await lockWriter(tx, member)
    const [found] = await followTargets[kind].find(tx, [name])
    if (!found) throw notFound(missingNames[kind]())
    if (kind === 'person' && found.target === member.id)
      throw new AppError('forbidden', t('You can’t follow yourself.'))
    await tx
      .insertInto('follows')
      .values({ userId: member.id, id: newId(), kind, target: found.target, followedAt: now })
      .onConflict((conflict) => conflict.columns(['userId', 'kind', 'target']).doNothing())
      .execute()
    const { count } = await tx
      .selectFrom('follows')
      .where('userId', '=', member.id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count > followsMax)
      throw new AppError(
        'conflict',
        t('You can follow at most {followsMax}. Stop following something first.', { followsMax }),
      )
  })
}

/** Ends a member's follow, even if they may no longer see the target. Does nothing if they don't follow it. */
export async function unfollow(db: Db, member: Member, { kind, name }: FollowName): Promise<void> {
  const [found] = await followTargets[kind].find(db, [name])
  await db
    .deleteFrom('follows')
    .where('userId', '=', member.id)
    .where('kind', '=', kind)
    .where('target', '=', found?.target ?? name)
    .execute()
}

/**
 * The maximum number of rows that one statement reads or deletes. It is small, because other transactions have to wait
 * for the locks of a deletion.
 */
const batchSize = 1000

/**
 * Deletes follows whose target was deleted, such as an account with many followers. Each statement is its own short
 * transaction.
 */
export async function deleteOrphanedFollows(db: Db): Promise<void> {
  for (const [kind, { findDeleted }] of Object.entries(followTargets))
    for (let after = ''; ; ) {
      const { rows } = await sql<{ target: string }>`
        select distinct f.target from follows f where f.kind = ${kind} and f.target > ${after}
        order by f.target limit ${batchSize}`.execute(db)
      const targets = rows.map(({ target }) => target)
      for (const target of await findDeleted(db, targets)) await deleteFollowsOf(db, kind, target)
      if (targets.length < batchSize) break
      after = targets.at(-1) ?? ''
    }
}

async function deleteFollowsOf(db: Db, kind: string, target: string): Promise<void> {
  for (let deletedCount = batchSize; deletedCount === batchSize; ) {
    const { rows } = await sql`
      with batch as materialized (
        select user_id, id from follows where kind = ${kind} and target = ${target} order by user_id limit ${batchSize})
      delete from follows f using batch where f.user_id = batch.user_id and f.id = batch.id
      returning 1`.execute(db)
    deletedCount = rows.length
  }
}
