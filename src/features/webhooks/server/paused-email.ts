import { isKindOff } from '#features/notifications/server/setting-queries.ts'
import { t, translateStored } from '#lib/texts.ts'
import { inTransaction } from '#platform/database/db.ts'
import { inLanguage } from '#platform/languages.ts'
import { type DeliveryContext, hostOf, pausedJob } from './deliver-webhooks.ts'

/**
 * Sets the handler of the job that tells a webhook's owner by email that it is paused, and why: like other emails about
 * notifications, at a confirmed address and unless they switched this kind off.
 */
export function handlePausedEmails({ db, jobs, mail, siteName, origin }: DeliveryContext): void {
  jobs.handle(pausedJob, async (webhookId, { id }) => {
    const webhook = await db
      .selectFrom('webhooks as w')
      .innerJoin('users as u', 'u.id', 'w.userId')
      .leftJoin('groups as g', 'g.id', 'w.groupId')
      .select(['w.url', 'w.paused', 'u.id', 'u.email', 'u.language', 'g.slug as group'])
      .where('w.id', '=', String(webhookId))
      .where('w.paused', 'is not', null)
      .where('u.emailVerified', '=', true)
      .where('u.banned', '=', false)
      .executeTakeFirst()
    if (!webhook || (await isKindOff(db, webhook.id, 'webhook'))) return
    const message = inLanguage(webhook.language, () => ({
      subject: t('{siteName}: your webhook is paused', { siteName }),
      text: t(
        `We stopped sending events to your webhook at {host}. {reason}

Check the address, and turn the webhook on again: {link}

You can switch these emails off in your settings: {settingsLink}
`,
        {
          host: hostOf(webhook.url),
          reason: translateStored(webhook.paused ?? ''),
          link: origin() + (webhook.group === null ? '/settings' : `/group/${webhook.group}`),
          settingsLink: `${origin()}/settings`,
        },
      ),
    }))
    await inTransaction(db, (tx) => mail.send(tx, { to: webhook.email, key: `${pausedJob}:${id}`, ...message }))
  })
}
