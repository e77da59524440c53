import type { Selectable } from 'kysely'
import { translateStored } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import type { Webhook, WebhookDelivery } from '../contract.ts'
import { webhookLimits } from '../rules.ts'
import type { WebhooksTable } from './webhooks.table.ts'

/** Whose prompts webhooks are told of: those of a member, of a group, or all published ones. */
export type WebhookOwner = { userId: string } | { groupId: string } | 'site'

/** Returns the webhooks of an owner, oldest first. The caller checks permissions. */
export async function listWebhooks(db: Db, owner: WebhookOwner): Promise<Webhook[]> {
  const webhooks = db.selectFrom('webhooks').selectAll().orderBy('id').limit(webhookLimits.perOwner)
  const rows = await (owner === 'site'
    ? webhooks.where('site', '=', true)
    : 'groupId' in owner
      ? webhooks.where('groupId', '=', owner.groupId)
      : webhooks.where('userId', '=', owner.userId).where('site', '=', false).where('groupId', 'is', null)
  ).execute()
  return rows.map(toWebhook)
}

/** Returns all webhooks that a person made, for the export of their data. */
export async function exportWebhooks(db: Db, userId: string): Promise<Webhook[]> {
  const rows = await db.selectFrom('webhooks').selectAll().where('userId', '=', userId).orderBy('id').execute()
  return rows.map(toWebhook)
}

/** Converts a row to the contract's Webhook, without its secret. */
export function toWebhook({ id, url, events, paused, failures, createdAt }: Selectable<WebhooksTable>): Webhook {
  return { id, url, events, paused: paused && translateStored(paused), failures, createdAt: createdAt.toISOString() }
}

/** Returns the last deliveries of a webhook, newest first. The caller checks permissions. */
export async function listDeliveries(db: Db, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select(['id', 'type', 'state', 'attempts', 'status', 'milliseconds', 'answer', 'nextAt', 'createdAt'])
    .where('webhookId', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(webhookLimits.shown)
    .execute()
  return rows.map((row) => ({
    ...row,
    nextAt: row.state === 'waiting' ? row.nextAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  }))
}
