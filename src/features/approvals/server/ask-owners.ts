import { sql } from 'kysely'
import { preventDeletion } from '#features/accounts/server/lock-user.ts'
import { inLanguageOf } from '#features/accounts/server/user-queries.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { isKindOff } from '#features/notifications/server/setting-queries.ts'
import { createUnsubscribeToken, unsubscribePath } from '#features/notifications/server/unsubscribe-token.ts'
import { plural, t } from '#lib/texts.ts'
import type { Platform } from '#platform/api.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId, newId } from '#platform/ids.ts'
import { emailText } from '#platform/mail.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { answerDays } from '../rules.ts'
import { readApprovers } from './approvers.ts'

export type AskContext = Pick<Platform, 'db' | 'now' | 'mail'> & {
  siteName: string
  origin: () => string
  sendsEmail: boolean
}

/** Who answers for prompts of a group that are due. Without an owner, its approvers do. */
type Due = { groupId: string; ownerId: string | null }

/** How many people one query returns at most, and how many prompts one statement marks. */
const [peopleMax, promptsMax] = [100, 5000]
/** How many titles an email names. */
const namedMax = 10

/**
 * Asks everybody who answers for prompts that are due whether these are still right: once, with one notification and one
 * email per group. What they are asked about is marked in the same transaction, so nobody is asked twice, even if several processes
 * run this function or one of them dies. Throws an Error at the end if somebody couldn't be asked.
 */
export async function askOwners(context: AskContext): Promise<void> {
  const now = context.now()
  await handleEach({
    read: (last: Due | undefined) => listDue(context.db, now, last),
    handle: async (people) => {
      for (const due of people) await inTransaction(context.db, (tx) => ask(context, tx, due, now))
    },
    idOf: ({ groupId, ownerId }) => `${groupId} ${ownerId}`,
  })
}

const owner = sql`coalesce(r.owner_id, ${lowestId}::uuid)`
const isDueAt = (now: Date) => sql`
  r.asked_at is null and r.due_at <= ${now} and p.status in ('shared', 'published')`

async function listDue(db: Db, now: Date, last: Due | undefined): Promise<Due[]> {
  const after = last ? sql`and (r.group_id, ${owner}) > (${last.groupId}, ${last.ownerId ?? lowestId})` : sql``
  const { rows } = await sql<Due>`
    select r.group_id, r.owner_id
    from prompt_reviews r join prompts p on p.id = r.prompt_id where ${isDueAt(now)} ${after}
    group by r.group_id, r.owner_id order by r.group_id, ${owner} limit ${peopleMax}`.execute(db)
  return rows
}

async function ask(context: AskContext, tx: Tx, { groupId, ownerId }: Due, now: Date): Promise<void> {
  const receiverIds = ownerId === null ? await readApprovers(tx, groupId) : [ownerId]
  await preventDeletion(tx, sql`select unnest(${receiverIds}::uuid[])`)
  // Whoever runs this at the same moment waits, and finds nothing more to ask.
  await sql`select from groups where id = ${groupId} for no key update`.execute(tx)
  const marked: string[] = []
  for (let count = promptsMax; count === promptsMax; ) {
    const { rows } = await sql<{ promptId: string }>`
      update prompt_reviews set asked_at = ${now} where prompt_id in (
        select r.prompt_id from prompt_reviews r join prompts p on p.id = r.prompt_id
        where ${isDueAt(now)} and r.group_id = ${groupId} and r.owner_id is not distinct from ${ownerId}::uuid
        limit ${promptsMax} for no key update of r)
      returning prompt_id`.execute(tx)
    marked.push(...rows.map(({ promptId }) => promptId))
    count = rows.length
  }
  if (marked.length === 0) return
  await recordEvent(tx, {
    kind: 'prompt-review',
    outcome: 'due',
    count: marked.length,
    receiverIds,
    subjectId: groupId,
    actorId: null,
    promptId: null,
    now,
  })
  if (!context.sendsEmail) return
  for (const userId of receiverIds)
    await inLanguageOf(tx, userId, () => sendQuestion(context, tx, userId, { groupId, marked }))
}

type Person = { username: string; email: string }

/**
 * Emails the question to somebody whose address is confirmed. Whoever became an owner or approver gives their consent with
 * that, and can withdraw it by the link to unsubscribe or in the settings.
 */
async function sendQuestion(
  { mail, siteName, origin }: AskContext,
  tx: Tx,
  userId: string,
  { groupId, marked }: { groupId: string; marked: string[] },
): Promise<void> {
  if (await isKindOff(tx, userId, 'prompt-review')) return
  const { rows: people } = await sql<Person>`
    select display_username as username, email from users
    where id = ${userId} and email_verified and not banned`.execute(tx)
  const person = people[0]
  if (!person) return
  const { rows: prompts } = await sql<{ title: string; slug: string; groupName: string }>`
    select p.title, p.slug, g.name::text as group_name from prompts p join groups g on g.id = ${groupId}
    where p.id = any(${marked.slice(0, namedMax)}) order by p.title, p.id`.execute(tx)
  const unsubscribeUrl = origin() + unsubscribePath + (await createUnsubscribeToken(tx, { userId, email: 'reviews' }))
  const lines = prompts.map(({ title, slug }) => `- “${title}”\n  ${origin()}/prompt/${slug}`)
  const rest = marked.length - lines.length
  const text = emailText(
    t('Hello {username},', { username: person.username }),
    plural(
      marked.length,
      'You answer for {count} prompt of the group “{group}” at {siteName} that nobody has looked at for a while. Please say whether it is still right, needs a change, or should go out of use:',
      'You answer for {count} prompts of the group “{group}” at {siteName} that nobody has looked at for a while. Please say for each whether it is still right, needs a change, or should go out of use:',
      { group: prompts[0]?.groupName ?? '', siteName },
    ),
    `${origin()}/groups/waiting`,
    ...lines,
    rest > 0 ? t('And {rest} more.', { rest }) : null,
    t('We ask once. Without an answer within {answerDays} days, the group sees that the review is overdue.', {
      answerDays,
    }),
    t('You get this email because you answer for prompts of a group: {link}', { link: `${origin()}/settings` }),
    t('Unsubscribe, without signing in: {link}', { link: unsubscribeUrl }),
  )
  const subject = plural(
    marked.length,
    'Is it still right? {count} prompt at {siteName}',
    'Is it still right? {count} prompts at {siteName}',
    { siteName },
  )
  await mail.send(tx, { to: person.email, subject, text, unsubscribeUrl, key: `prompt-review:${newId()}` })
}
