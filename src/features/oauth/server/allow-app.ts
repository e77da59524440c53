import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import { getPersonOrThrow, inLanguageOf } from '#features/accounts/server/user-queries.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { type AppScope, appScopes } from '../rules.ts'
import { appHostsOf, appNameOf } from './grant-queries.ts'
import type { OauthContext } from './oauth-context.ts'

/** For how long a grant is kept until the app fetches its first token, in ms. */
const firstTokenMs = 15 * 60_000

type Site = Pick<OauthContext, 'db' | 'now' | 'sendsEmail' | 'siteName' | 'origin' | 'mail'>

/**
 * Stores that the member allows an app to act for them at `resource`, and emails them if it is new. Returns the grant's id. Throws AppError
 * authentication_required, forbidden (unconfirmed email address).
 */
export async function allowApp(
  context: Site,
  member: Member,
  { clientId, resource, scopes }: { clientId: string; resource: string; scopes: AppScope[] },
): Promise<string> {
  const { db, now, sendsEmail } = context
  const id = newId()
  await inTransaction(db, async (tx) => {
    await lockConfirmedMember(tx, member, sendsEmail)
    const earlier = await tx
      .selectFrom('oauthGrants')
      .select('id')
      .where('userId', '=', member.id)
      .where('clientId', '=', clientId)
      .executeTakeFirst()
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + firstTokenMs)
    const row = { id, userId: member.id, clientId, resource, scopes, createdAt, expiresAt, usedOn: null }
    await tx.insertInto('oauthGrants').values(row).execute()
    await recordAuditEntry(tx, member, {
      action: 'account.app-connect',
      target: { kind: 'user', id: member.id },
      details: { grant: id },
    })
    if (earlier) return
    await inLanguageOf(tx, member.id, () =>
      sendConnectedEmail(context, tx, member.id, { grantId: id, clientId, scopes }),
    )
  })
  return id
}

type NewApp = { grantId: string; clientId: string; scopes: AppScope[] }

async function sendConnectedEmail(
  { siteName, origin, mail }: Site,
  tx: Tx,
  userId: string,
  { grantId, clientId, scopes }: NewApp,
) {
  const { username, email } = await getPersonOrThrow(tx, userId)
  const client = await tx
    .selectFrom('oauthClients')
    .select(['clientId', 'metadata'])
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow()
  const text = t(
    `Hello {username},

An app was just connected to your account at {siteName}. It calls itself “{name}”, which nobody has checked, and belongs to: {hosts}. It can:

{abilities}

If you didn’t connect it, remove it and change your password immediately: {link}
`,
    {
      username,
      siteName,
      name: appNameOf(client),
      hosts: formatList(appHostsOf(client)) || t('A program on a computer'),
      abilities: scopes.map((scope) => `- ${appScopes[scope]}`).join('\n'),
      link: `${origin()}/settings`,
    },
  )
  const subject = t('An app was connected to your account at {siteName}', { siteName })
  await mail.send(tx, { to: email, subject, text, key: `app:${grantId}` })
}
