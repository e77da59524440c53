import { randomBytes } from 'node:crypto'
import { lockMember } from '#features/accounts/server/lock-user.ts'
import { hasGroupRight } from '#features/groups/server/group-membership.ts'
import { getGroup } from '#features/groups/server/group-queries.ts'
import { storedText, t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { type Actor, hasRole, type Member, requireMember, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, invalidField, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Limits } from '#platform/limits.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import type { NewSecret, Webhook } from '../contract.ts'
import { groupWebhookEvents, type WebhookEvent, webhookLimits } from '../rules.ts'
import { deliveryJob } from './deliver-webhooks.ts'
import { insert } from './record-webhook-events.ts'
import { secretBytes, secretText } from './sign-webhook.ts'
import { listWebhooks, toWebhook, type WebhookOwner } from './webhook-queries.ts'

/** `origin` returns the site's address. A site without https may send to addresses without it. */
export type WebhookContext = { db: Db; jobs: Jobs; limits: Limits; now: () => Date; origin: () => string }

/** How many times in an hour a member may change webhooks, or have something sent. */
const changesPerMember = { name: 'webhook-change', points: 120, seconds: 3600 }

/**
 * Decides whose webhooks a request is about: with `site` those of the site, with `group` those of a group, whose slug it
 * is. Throws AppError authentication_required, forbidden, not_found (the group).
 */
export async function ownerOf(
  db: Db,
  actor: Actor,
  { site, group }: { site: boolean; group?: string },
): Promise<WebhookOwner> {
  if (site) requireRole(actor, 'admin')
  const member = requireMember(actor)
  if (group === undefined) return site ? 'site' : { userId: member.id }
  const { id, role } = await getGroup(db, member, group)
  if (role !== 'approver') throw new AppError('forbidden', t('Only approvers of this group manage its webhooks.'))
  return { groupId: id }
}

/**
 * Creates a webhook with a secret: of the member, with `group` of a group or, with `site`, of the site. Throws AppError authentication_required,
 * forbidden, not_found (the group), validation_failed, rate_limited, or conflict (too many).
 */
export async function createWebhook(
  context: WebhookContext,
  actor: Actor,
  { url, events, ...whose }: { url: string; events: WebhookEvent[]; site: boolean; group?: string },
): Promise<NewSecret> {
  const member = requireMember(actor)
  await context.limits.take(changesPerMember, member.id)
  requireAddress(context, url)
  const secret = randomBytes(secretBytes)
  return inTransaction(context.db, async (tx) => {
    await lockMember(tx, member)
    const owner = await ownerOf(tx, member, whose)
    const site = owner === 'site'
    const groupId = owner !== 'site' && 'groupId' in owner ? owner.groupId : null
    if (groupId !== null) requireGroupEvents(events)
    if ((await listWebhooks(tx, owner)).length >= webhookLimits.perOwner)
      throw new AppError(
        'conflict',
        t('There are already {perOwner} webhooks. Delete one first.', { perOwner: webhookLimits.perOwner }),
      )
    const row = { id: newId(), userId: member.id, site, groupId, url, events, secret, createdAt: context.now() }
    const stored = await tx
      .insertInto('webhooks')
      .values({ ...row, paused: null, failingSince: null, sendingUntil: null })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordChange(tx, member, { action: 'webhook.create', webhook: stored })
    return { webhook: toWebhook(stored), secret: secretText(secret) }
  })
}

function requireGroupEvents(events: WebhookEvent[]): void {
  if (!events.every((event) => groupWebhookEvents.includes(event)))
    throw invalidField('events', t('A group’s webhook isn’t told of models.'))
}

/** Adds an entry to the audit log if the webhook is of a group or the site. */
async function recordChange(
  tx: Tx,
  member: Member,
  { action, webhook: { id, site, groupId } }: { action: string; webhook: StoredWebhook },
): Promise<void> {
  const target = groupId === null ? undefined : ({ kind: 'group', id: groupId } as const)
  if (site || target) await recordAuditEntry(tx, member, { action, target, details: { webhook: id } })
}

/**
 * Changes a webhook. Turning it on forgets its failures, and makes whoever does that for a group its owner. Throws
 * the same errors as `createWebhook`, and not_found.
 */
export function changeWebhook(
  context: WebhookContext,
  actor: Actor,
  id: string,
  { active, ...edit }: { url?: string; events?: WebhookEvent[]; active?: boolean },
): Promise<Webhook> {
  if (edit.url !== undefined) requireAddress(context, edit.url)
  const off = { paused: storedText('You turned it off.') }
  const state = active === undefined ? {} : active ? { paused: null, failures: 0, failingSince: null } : off
  return act(context, actor, id, async (tx, webhook, member) => {
    if (webhook.groupId !== null && edit.events) requireGroupEvents(edit.events)
    const owner = webhook.groupId !== null && active ? { userId: member.id } : {}
    const changes = { ...edit, ...state, ...owner }
    if (Object.keys(changes).length === 0) return toWebhook(webhook)
    const query = tx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll()
    return toWebhook(await query.executeTakeFirstOrThrow())
  })
}

/** Gives a webhook a new secret. Throws AppError authentication_required, not_found, rate_limited. */
export function renewSecret(context: WebhookContext, actor: Actor, id: string): Promise<NewSecret> {
  const secret = randomBytes(secretBytes)
  return act(context, actor, id, async (tx, webhook) => {
    await tx.updateTable('webhooks').set({ secret }).where('id', '=', id).execute()
    return { webhook: toWebhook(webhook), secret: secretText(secret) }
  })
}

/** Deletes a webhook with its log. Throws AppError authentication_required, not_found, rate_limited. */
export function deleteWebhook(context: WebhookContext, actor: Actor, id: string): Promise<void> {
  return act(context, actor, id, async (tx, webhook, member) => {
    await tx.deleteFrom('webhooks').where('id', '=', id).execute()
    await recordChange(tx, member, { action: 'webhook.delete', webhook })
  })
}

/** Sends the event `ping`. Throws AppError authentication_required, not_found, rate_limited, conflict (it is off). */
export function pingWebhook(context: WebhookContext, actor: Actor, id: string): Promise<{ id: string }> {
  return act(context, actor, id, async (tx, webhook) => {
    requireOn(webhook)
    const ping = { webhookId: id, type: 'ping' as const, promptId: null, data: { webhook: id } }
    const [delivery = ''] = await insert(tx, [ping], context.now())
    await context.jobs.add(tx, deliveryJob, null)
    return { id: delivery }
  })
}

/** Sends a delivery again, from its first attempt on. Throws the same errors as `pingWebhook`. */
export function resendDelivery(
  context: WebhookContext,
  actor: Actor,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<{ id: string }> {
  return act(context, actor, id, async (tx, webhook) => {
    requireOn(webhook)
    const { numUpdatedRows } = await tx
      .updateTable('webhookDeliveries')
      .set({ state: 'waiting', attempts: 0, nextAt: context.now() })
      .where('id', '=', deliveryId)
      .where('webhookId', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound(t('This delivery'))
    await context.jobs.add(tx, deliveryJob, null)
    return { id: deliveryId }
  })
}

/**
 * Returns the webhook if the actor may see and change it: its owner, an approver of its group or, if it is the site's, an
 * admin. Throws not_found.
 */
export async function getWebhookOrThrow(db: Db, actor: Actor, id: string) {
  const member = requireMember(actor)
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!webhook || !(await mayManage(db, member, webhook))) throw notFound(t('This webhook'))
  return webhook
}

type Owned = { site: boolean; groupId: string | null; userId: string }

async function mayManage(db: Db, member: Member, { site, groupId, userId }: Owned): Promise<boolean> {
  if (site) return hasRole(member, 'admin')
  return groupId === null ? userId === member.id : hasGroupRight(db, member.id, groupId, 'approve')
}

type StoredWebhook = Awaited<ReturnType<typeof getWebhookOrThrow>>

async function act<Result>(
  { db, limits }: WebhookContext,
  actor: Actor,
  id: string,
  change: (tx: Tx, webhook: StoredWebhook, member: Member) => Promise<Result>,
): Promise<Result> {
  const member = requireMember(actor)
  await limits.take(changesPerMember, member.id)
  return inTransaction(db, async (tx) => {
    await lockMember(tx, member)
    return change(tx, await getWebhookOrThrow(tx, member, id), member)
  })
}

function requireOn({ paused }: StoredWebhook): void {
  if (paused !== null) throw new AppError('conflict', t('This webhook is off. Turn it on first.'))
}

function requireAddress({ origin }: WebhookContext, text: string): void {
  const url = parseWebAddress(text)
  if (!url) throw invalidField('url', t('Enter a whole address, such as https://example.com/hook.'))
  if (url.protocol !== 'https:' && origin().startsWith('https:'))
    throw invalidField('url', t('Use an address that begins with https://.'))
}
