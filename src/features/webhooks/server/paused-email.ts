import { inLanguageOf } from '#features/accounts/server/user-queries.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type DeliveryContext, pausedJob } from './deliver-webhooks.ts'

/** Sets the handler of the job that tells a webhook's owner by email that it is paused, and why. */
export function handlePausedEmails({ db, jobs, mail, siteName, origin }: DeliveryContext): void {
  jobs.handle(pausedJob, async (webhookId, job) => {
    const owner = await db
      .selectFrom('webhooks')
      .select('userId')
      .where('id', '=', String(webhookId))
      .executeTakeFirst()
    if (owner) await inLanguageOf(db, owner.userId, () => send(webhookId, job.id))
  })

  async function send(webhookId: unknown, jobId: string): Promise<void> {
    const webhook = await db
      .selectFrom('webhooks as w')
      .innerJoin('users as u', 'u.id', 'w.userId')
      .select(['w.url', 'w.paused', 'u.email'])
      .where('w.id', '=', String(webhookId))
      .where('w.paused', 'is not', null)
      .executeTakeFirst()
    if (!webhook) return
    const host = parseWebAddress(webhook.url)?.host ?? 'its address'
    const text = `We stopped sending events to your webhook at ${host}. ${webhook.paused}\n\nCheck the address, and turn the webhook on again in your settings: ${origin()}/settings\n`
    await inTransaction(db, (tx) =>
      mail.send(tx, {
        to: webhook.email,
        key: `${pausedJob}:${jobId}`,
        subject: `${siteName}: your webhook is paused`,
        text,
      }),
    )
  }
}
