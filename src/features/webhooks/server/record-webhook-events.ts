import { sql } from 'kysely'
import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { isEndedModel } from '#features/models/server/record-offers.ts'
import type { OnLabelMoved } from '#features/writing/server/move-label.ts'
import { siteAccountId } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { type WebhookEvent, webhookLimits } from '../rules.ts'

/** SQL for the prompts (as `p`) that the group uses to which they belong: shared with it, or published. */
export const isUsedByGroup = sql<boolean>`(p.status = 'shared' or ${isPublished})`

/** SQL for the webhooks (`w`) that are on, were told to report an event, and have room for one more delivery. */
function isNotified(type: WebhookEvent) {
  return sql`w.paused is null and ${type} = any (w.events) and (
    select count(*) from (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting'
      limit ${webhookLimits.waiting}) waiting) < ${webhookLimits.waiting}`
}

type Notified = { webhookId: string; id: string; slug: string; title: string; version: number }

/**
 * SQL for the webhooks (`w`) that are told of a prompt (as `p`): of its author, unless somebody shares it with a group,
 * of the group that it belongs to while the group uses it, and of the site if it is published.
 */
const isAbout = (type: WebhookEvent) => sql`case
  when w.site then ${isPublished}
  when w.group_id is not null then w.group_id = p.group_id and ${isUsedByGroup}
  else w.user_id = p.user_id and (p.status <> 'shared' or ${type} = 'prompt.label_moved') end`

/**
 * Adds deliveries of an event about prompts to webhooks, in the transaction in which it happens. `data`: what else is
 * sent.
 */
async function record(tx: Tx, type: WebhookEvent, promptIds: string[], now: Date, data: object = {}): Promise<void> {
  if (promptIds.length === 0) return
  const { rows } = await sql<Notified>`
    select w.id as webhook_id, p.id, p.slug, p.title, p.version from prompts p
    join webhooks w on ${isAbout(type)}
    where p.id = any(${promptIds}) and ${isNotified(type)}`.execute(tx)
  await insert(
    tx,
    rows.map(({ webhookId, ...prompt }) => ({ webhookId, type, promptId: prompt.id, data: { ...prompt, ...data } })),
    now,
  )
}

type NewDelivery = { webhookId: string; type: WebhookEvent | 'ping'; promptId: string | null; data: object }

/** Stores deliveries, which are due at once. Returns their ids. */
export async function insert(tx: Tx, deliveries: NewDelivery[], now: Date): Promise<string[]> {
  if (deliveries.length === 0) return []
  const rows = deliveries.map(({ webhookId, type, promptId, data }) => {
    const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
    return { id: newId(), webhookId, type, promptId, body, state: 'waiting' as const, nextAt: now, createdAt: now }
  })
  await tx
    .insertInto('webhookDeliveries')
    .values(rows.map((row) => ({ ...row, status: null, milliseconds: null, answer: null })))
    .execute()
  return rows.map(({ id }) => id)
}

/** Tells webhooks of published prompts and new versions. What the operator imports isn't reported. */
export const recordPublishedEvents: OnPublished = async (tx, prompts) => {
  const reported = prompts.filter(({ userId, news }) => news !== null || userId !== siteAccountId)
  const { changed = [], published = [] } = Object.groupBy(reported, ({ news }) =>
    news?.kind === 'prompt-version' ? 'changed' : 'published',
  )
  const now = new Date()
  await record(
    tx,
    'prompt.published',
    published.map(({ id }) => id),
    now,
  )
  await record(
    tx,
    'prompt.changed',
    changed.map(({ id }) => id),
    now,
  )
}

/** Tells webhooks of a moved label. `version`: the one on which the label is now, or null if it was removed. */
export const recordLabelEvents: OnLabelMoved = (tx, { promptId, label, from, to }, now) =>
  record(tx, 'prompt.label_moved', [promptId], now, { label, from, version: to })

/** Tells webhooks of models that have ended since the last call. A repeated call reports nothing twice. */
export async function recordEndedModels(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`delete from webhook_ended_models m where not ${isEndedModel(sql`m.model`)}`.execute(tx)
    const { rows: models } = await sql<{ model: string; endedOn: string; reason: string }>`
      with ended as (
        insert into webhook_ended_models select model from model_offers where ended_on is not null
        on conflict do nothing returning model)
      select o.model, o.ended_on::text as ended_on, o.ended_by as reason from ended join model_offers o using (model)
      order by o.model`.execute(tx)
    if (models.length === 0) return
    const { rows } = await sql<{ id: string }>`select w.id from webhooks w
      where w.group_id is null and ${isNotified('model.ended')}`.execute(tx)
    for (const data of models)
      await insert(
        tx,
        rows.map(({ id }) => ({ webhookId: id, type: 'model.ended', promptId: null, data })),
        now,
      )
  })
}
