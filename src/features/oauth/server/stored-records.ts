import { createHash } from 'node:crypto'
import { type Db, refersToDeleted } from '#platform/database/db.ts'
import type { OauthTokensTable } from './oauth-grants.table.ts'

/** A record of the provider. `jti` is its id, which for codes and tokens is the secret itself. Times are in seconds. */
type StoredRecord = { [name: string]: unknown; jti?: string; exp?: number; grantId?: string; accountId?: string }

/** Where the provider keeps its records of a kind. The names are the provider's. */
type RecordStore = {
  upsert: (id: string, record: StoredRecord) => Promise<void>
  find: (id: string) => Promise<StoredRecord | undefined>
  findByUserCode: () => Promise<undefined>
  findByUid: () => Promise<undefined>
  consume: (id: string) => Promise<void>
  destroy: (id: string) => Promise<void>
  revokeByGrantId: (grantId: string) => Promise<void>
}

/** `refusal` makes the error for a code or token that can’t be used or issued, and says why. */
type StoreContext = { db: Db; now: () => Date; refusal: (why: string) => Error }

/** Returns the hash under which a code, a token or a request's id is stored. All of them have 256 random bits. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)
const timeOf = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000)

/** Stores nothing. The provider's sessions aren't needed, because members sign in with the site's. */
const nowhere: RecordStore = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

/** Returns where the provider keeps its records of a kind, by the provider's name for the kind. */
export function storeOf(context: StoreContext, name: string): RecordStore {
  if (name === 'AuthorizationCode') return tokens(context, 'code')
  if (name === 'AccessToken') return tokens(context, 'access')
  if (name === 'RefreshToken') return tokens(context, 'refresh')
  if (name === 'Grant') return grants(context)
  if (name === 'Interaction') return requests(context)
  if (name === 'Client') return registeredClients(context)
  return nowhere
}

const references = ['oauth_tokens_grant_id_fkey', 'oauth_tokens_user_id_fkey']

function tokens({ db, now, refusal }: StoreContext, kind: OauthTokensTable['kind']): RecordStore {
  const rowsOf = (secret: string) => ({ tokenHash: hashOf(secret), kind })
  return {
    ...nowhere,
    async upsert(secret, { jti: _, ...payload }) {
      const expiresAt = timeOf(payload.exp)
      const grantId = String(payload.grantId)
      const row = { ...rowsOf(secret), grantId, userId: String(payload.accountId), expiresAt, usedAt: null }
      await db
        .insertInto('oauthTokens')
        .values({ ...row, payload: JSON.stringify(payload) })
        .execute()
        .catch((error) => {
          // The member has removed the app, or the account was deleted, since the grant was read.
          const isEnded = references.some((key) => refersToDeleted(error, key))
          throw isEnded ? refusal('the access has ended') : error
        })
      if (kind !== 'code')
        await db
          .updateTable('oauthGrants')
          .set({ expiresAt })
          .where('id', '=', grantId)
          .where('expiresAt', '<', expiresAt)
          .execute()
    },
    async find(secret) {
      const row = await db
        .selectFrom('oauthTokens')
        .select(['payload', 'usedAt'])
        .where((where) => where.and(rowsOf(secret)))
        .executeTakeFirst()
      if (!row) return undefined
      return { ...row.payload, jti: secret, ...(row.usedAt && { consumed: secondsOf(row.usedAt) }) } as StoredRecord
    },
    /** Marks a code or refresh token as used. Of two requests at the same time, the second ends the grant. */
    async consume(secret) {
      const used = await db
        .updateTable('oauthTokens')
        .set({ usedAt: now() })
        .where((where) => where.and(rowsOf(secret)))
        .where('usedAt', 'is', null)
        .executeTakeFirst()
      if (used.numUpdatedRows > 0n) return
      await db
        .deleteFrom('oauthGrants')
        .where('id', 'in', (tokens) =>
          tokens
            .selectFrom('oauthTokens')
            .select('grantId')
            .where((where) => where.and(rowsOf(secret))),
        )
        .execute()
      throw refusal('already used')
    },
    async destroy(secret) {
      await db
        .deleteFrom('oauthTokens')
        .where((where) => where.and(rowsOf(secret)))
        .execute()
    },
    async revokeByGrantId(grantId) {
      await db.deleteFrom('oauthTokens').where('grantId', '=', grantId).where('kind', '=', kind).execute()
    },
  }
}

/** The grants, which `decideConsent` inserts. */
function grants({ db }: StoreContext): RecordStore {
  return {
    ...nowhere,
    async find(id) {
      const row = await db.selectFrom('oauthGrants').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return undefined
      return {
        jti: row.id,
        kind: 'Grant',
        iat: secondsOf(row.createdAt),
        exp: secondsOf(row.expiresAt),
        accountId: row.userId,
        clientId: row.clientId,
        resources: { [row.resource]: row.scopes.join(' ') },
      }
    },
    async destroy(id) {
      await db.deleteFrom('oauthGrants').where('id', '=', id).execute()
    },
  }
}

function requests({ db }: StoreContext): RecordStore {
  return {
    ...nowhere,
    async upsert(id, { jti: _, ...payload }) {
      const row = { payload: JSON.stringify(payload), expiresAt: timeOf(payload.exp) }
      await db
        .insertInto('oauthRequests')
        .values({ idHash: hashOf(id), ...row })
        .onConflict((conflict) => conflict.column('idHash').doUpdateSet(row))
        .execute()
    },
    async find(id) {
      const row = await db
        .selectFrom('oauthRequests')
        .select('payload')
        .where('idHash', '=', hashOf(id))
        .executeTakeFirst()
      return row && ({ ...row.payload, jti: id } as StoredRecord)
    },
    async destroy(id) {
      await db.deleteFrom('oauthRequests').where('idHash', '=', hashOf(id)).execute()
    },
  }
}

/** The form of the ids that this site gives to apps. */
const registeredId = /^[0-9a-f-]{36}$/

/** The apps that registered themselves. An app with a document is read from its address (`createDocumentFetch`). */
function registeredClients({ db }: StoreContext): RecordStore {
  return {
    ...nowhere,
    async find(id) {
      if (!registeredId.test(id)) return undefined
      const row = await db.selectFrom('oauthClients').select('metadata').where('clientId', '=', id).executeTakeFirst()
      return row?.metadata
    },
  }
}
