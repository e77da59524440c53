import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { type ClientMetadata, hostOfClient, redirectHostsOf } from '../client-rules.ts'
import type { ConnectedApp } from '../contract.ts'
import type { AppScope } from '../rules.ts'

/** An app as it is stored. */
type StoredClient = { clientId: string; metadata: ClientMetadata }

/** The name that an app gave itself, which nobody has checked, or its host. */
export function appNameOf({ clientId, metadata }: StoredClient): string {
  return metadata.client_name ?? hostOfClient(clientId) ?? t('An app without a name')
}

/** The host of an app's document, which only its owner can change, or the hosts to which the app redirects. */
export function appHostsOf({ clientId, metadata }: StoredClient): string[] {
  const host = hostOfClient(clientId)
  return host ? [host] : redirectHostsOf(metadata)
}

/**
 * Lists the apps that act for a user, newest first. An app that connected more than once, such as the same program on
 * two computers, is one entry, with the id of its last grant.
 */
export async function listApps(db: Db, userId: string, now: Date): Promise<ConnectedApp[]> {
  const rows = await grantsOf(db, userId, now)
    .innerJoin('oauthClients as c', 'c.clientId', 'g.clientId')
    .crossJoinLateral(sql<{ scope: AppScope }>`unnest(g.scopes)`.as<'s'>(sql`s(scope)`))
    .groupBy('c.clientId')
    .select(['c.clientId', 'c.metadata'])
    .select([
      sql<string>`(array_agg(g.id order by g.created_at desc, g.id desc))[1]`.as('id'),
      sql<AppScope[]>`array_agg(distinct s.scope)`.as('scopes'),
      sql<Date>`min(g.created_at)`.as('createdAt'),
      sql<Date>`max(g.expires_at)`.as('expiresAt'),
      sql<string | null>`max(g.used_on)::text`.as('lastUsedOn'),
    ])
    .orderBy((eb) => eb.fn.max('g.createdAt'), 'desc')
    .execute()
  return rows.map(({ clientId, metadata, createdAt, expiresAt, ...row }) => ({
    ...row,
    name: appNameOf({ clientId, metadata }),
    hosts: appHostsOf({ clientId, metadata }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}

/** Counts the apps that act for a user. */
export async function countApps(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await grantsOf(db, userId, now)
    .select(sql<number>`count(distinct g.client_id)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** What a user allows apps, without what has ended. */
function grantsOf(db: Db, userId: string, now: Date) {
  return db.selectFrom('oauthGrants as g').where('g.userId', '=', userId).where('g.expiresAt', '>', now)
}
