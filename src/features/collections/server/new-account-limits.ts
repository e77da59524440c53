import { sql } from 'kysely'
import { hasLink } from '#features/comments/comment-text-rules.ts'
import { isNewAccount, trust } from '#features/comments/trust-rules.ts'
import { t } from '#lib/texts.ts'
import { type Member, notSignedIn } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import { networkOf } from '#platform/limits.ts'
import { creationRateLimit, firstDayCreations, newCreationsPerNetwork } from '../rules.ts'

type Account = { createdAt: Date; isStaff: boolean }

/** The texts of a collection or an item, by field. */
type Texts = Partial<Record<'title' | 'description' | 'note', string>>

async function readAccount(db: Db, member: Member): Promise<Account> {
  const { rows } = await sql<Account>`
    select u.created_at, u.role <> 'user' as is_staff from users u where u.id = ${member.id}`.execute(db)
  if (!rows[0]) throw notSignedIn()
  return rows[0]
}

/**
 * Counts a new collection toward the member's hourly limit and, on the account's first day, toward its limit for that
 * day and the limit that all new accounts of its network share. Throws AppError authentication_required or rate_limited.
 */
export async function takeCreationLimits({ db, limits, now }: Platform, member: Member): Promise<void> {
  await limits.take(creationRateLimit, member.id)
  if (!isNewAccount(await readAccount(db, member), now())) return
  await limits.take(firstDayCreations, member.id)
  await limits.take(newCreationsPerNetwork, networkOf(member.address))
}

/**
 * Refuses links in collections of accounts in their first week (other than moderators and admins). Anybody with the URL
 * can see a public or unlisted collection, and a private one can become public later. Throws AppError
 * authentication_required or validation_failed.
 */
export async function refuseLinks(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  member: Member,
  texts: Texts,
): Promise<void> {
  const field = (['title', 'description', 'note'] as const).find((name) => hasLink(texts[name] ?? ''))
  if (!field) return
  const { createdAt, isStaff } = await readAccount(db, member)
  if (isStaff || now().getTime() - createdAt.getTime() >= trust.trustedDays * 86_400_000) return
  throw invalidField(
    field,
    t('Leave out the link. Your account can add links once it is {trustedDays} days old.', {
      trustedDays: trust.trustedDays,
    }),
  )
}
