import { sql } from 'kysely'
import { isPublished, isVisibleToUser } from '#features/catalogue/server/prompt-visibility.ts'
import { hasGroupRight } from '#features/groups/server/group-membership.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { storedText } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { Log } from '#platform/log-fields.ts'
import type { Mail } from '#platform/mail.ts'
import { OutsideError, requestOutside } from '#platform/outside-fetch.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { attemptMs, webhookLimits as limits, retrySeconds } from '../rules.ts'
import { isUsedByGroup } from './record-webhook-events.ts'
import { signedHeaders } from './sign-webhook.ts'

/** `isAllowed`: which IP addresses may be contacted. Only tests, which need receivers of their own, pass it. */
export type DeliveryContext = {
  db: Db
  jobs: Jobs
  mail: Mail
  now: () => Date
  origin: () => string
  siteName: string
  log: Pick<Log, 'error'>
  isAllowed?: (address: string) => boolean
}

/** How many attempts one process makes at the same time, and how many of these to webhooks that fail. */
const atOnce = 16
const failingAtOnce = 8
/** For how long a process has a webhook to itself, in seconds: longer than an attempt takes. */
const leaseSeconds = 30
/** How many bytes of an answer are read. A character has at most four. */
const answerBytes = 4 * limits.answer

type Due = {
  id: string
  webhookId: string
  userId: string
  site: boolean
  groupId: string | null
  groupSlug: string | null
  url: string
  secret: Buffer
  promptId: string | null
  body: string
  attempts: number
  isFailing: boolean
}

/**
 * Creates what sends waiting deliveries. Each webhook gets one at a time, in order, and a process that dies leaves its
 * attempt to be repeated with the same id, so receivers get each event at least once. Half of the places are kept for
 * webhooks that work, so endless receivers hold up only each other.
 */
export function createDeliverer(context: DeliveryContext) {
  const running = new Map<Promise<void>, boolean>()
  let filling: Promise<void> | undefined
  /** Whether something may have become due since the current search began. */
  let mustRepeat = false

  async function fill(): Promise<void> {
    while (running.size < atOnce) {
      const failing = [...running.values()].filter(Boolean).length
      const due = await claim(context, failing < failingAtOnce)
      if (!due) return
      const attempt: Promise<void> = deliver(context, due)
        .catch((error) => context.log.error({ error: String(error) }, 'a webhook could not be handled'))
        .finally(() => {
          running.delete(attempt)
          start()
        })
      running.set(attempt, due.isFailing)
    }
  }

  function start(): void {
    mustRepeat = filling !== undefined
    filling ??= fill()
      .catch((error) => context.log.error({ error: String(error) }, 'webhooks could not be read'))
      .finally(() => {
        filling = undefined
        if (mustRepeat) start()
      })
  }

  return {
    /** Starts sending what is due, and returns at once. */
    start,
    /** Waits until nothing is due or being sent. */
    async settle(): Promise<void> {
      start()
      while (filling || running.size > 0) await (filling ?? Promise.race(running.keys()))
    },
  }
}

/** Takes the oldest due delivery of a webhook to which nobody is sending, those that work first. */
async function claim({ db, now }: DeliveryContext, mayFail: boolean): Promise<Due | null> {
  const at = now()
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Due>`
      select d.id, w.id as webhook_id, w.user_id, w.site, w.group_id,
        (select g.slug from groups g where g.id = w.group_id) as group_slug, w.url, w.secret, d.prompt_id, d.body, d.attempts,
        w.failing_since is not null as is_failing
      from webhooks w cross join lateral (
        select * from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= ${at}
        order by d.next_at, d.id limit 1) d
      where w.paused is null and (w.sending_until is null or w.sending_until < ${at})
        ${mayFail ? sql`` : sql`and w.failing_since is null`}
      order by w.failing_since is not null, d.next_at limit 1 for update of w skip locked`.execute(tx)
    const [due] = rows
    if (!due) return null
    const sendingUntil = new Date(at.getTime() + leaseSeconds * 1000)
    await tx.updateTable('webhooks').set({ sendingUntil }).where('id', '=', due.webhookId).execute()
    return due
  })
}

type Outcome = { isDelivered: boolean; isGone: boolean; status: number | null; milliseconds: number; answer: string }

async function deliver(context: DeliveryContext, due: Due): Promise<void> {
  const isAllowed = !(await isOwnerGone(context.db, due)) && (await maySend(context.db, due))
  const outcome = isAllowed ? await attempt(context, due) : null
  await inTransaction(context.db, (tx) => settleDelivery(tx, context, due, outcome))
}

/** Tells whether the owner of a group's webhook may no longer have it: they left, or no longer approve there. */
async function isOwnerGone(db: Db, { userId, groupId }: Due): Promise<boolean> {
  return groupId !== null && !(await hasGroupRight(db, userId, groupId, 'approve'))
}

/** Tells whether the webhook's owner may still hear of it: not banned, and with the rights that the event needs. */
async function maySend(db: Db, { userId, site, groupId, promptId }: Due): Promise<boolean> {
  const isSeen = site
    ? isPublished
    : groupId !== null
      ? sql`p.group_id = ${groupId} and ${isUsedByGroup}`
      : sql`p.user_id = ${userId} and p.status not in ('removed', 'deleted') and ${isVisibleToUser(userId)}`
  const { rows } = await sql`
    select from users u where u.id = ${userId} and not u.banned and (not ${site} or u.role = 'admin')
      and (${promptId}::uuid is null or exists (select from prompts p where p.id = ${promptId} and ${isSeen}))`.execute(
    db,
  )
  return rows.length > 0
}

async function attempt({ now, origin, isAllowed }: DeliveryContext, due: Due): Promise<Outcome> {
  const body = withUrl(due.body, origin())
  const headers = {
    ...signedHeaders(due.secret, { id: due.id, at: now(), body }),
    'content-type': 'application/json',
    'user-agent': 'Promptarium',
  }
  const start = performance.now()
  const taken = () => Math.round(performance.now() - start)
  try {
    const options = { method: 'POST' as const, headers, body, timeoutMs: attemptMs, bytesMax: answerBytes, isAllowed }
    const { status, text } = await requestOutside(due.url, options)
    const answer = cutText(text.toWellFormed().replaceAll('\0', ''), limits.answer)
    return { isDelivered: status >= 200 && status < 300, isGone: status === 410, status, milliseconds: taken(), answer }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { isDelivered: false, isGone: false, status: null, milliseconds: taken(), answer: error.message }
  }
}

/** Adds the address of the prompt that an event is about. */
function withUrl(body: string, origin: string): string {
  const event = JSON.parse(body)
  if (event.data.slug === undefined) return body
  return JSON.stringify({ ...event, data: { ...event.data, url: `${origin}/prompt/${event.data.slug}` } })
}

/** Why a group's webhook is paused once nobody stands for it. */
const ownerGone = storedText('Whoever made it is no longer an approver of this group. Turn it on to take it over.')

/** Stores what came of an attempt, or of none if `outcome` is null, and frees the webhook. */
async function settleDelivery(tx: Tx, context: DeliveryContext, due: Due, outcome: Outcome | null): Promise<void> {
  const at = context.now()
  const free = { sendingUntil: null }
  const store = (change: object) => tx.updateTable('webhookDeliveries').set(change).where('id', '=', due.id).execute()
  const change = (values: object) => tx.updateTable('webhooks').set(values).where('id', '=', due.webhookId)
  if (!outcome) {
    const isGone = await isOwnerGone(tx, due)
    await store({
      state: 'skipped',
      answer: isGone ? ownerGone : storedText('You can’t see this any more, so it wasn’t sent.'),
    })
    await change({ ...free, ...(isGone && { paused: ownerGone }) }).execute()
    return
  }
  const { isDelivered, isGone, ...shown } = outcome
  const attempts = due.attempts + 1
  if (isDelivered) {
    await store({ ...shown, attempts, state: 'delivered' })
    await change({ ...free, failures: 0, failingSince: null }).execute()
    return
  }
  const seconds = retrySeconds[due.attempts]
  const hasFailed = isGone || seconds === undefined
  const nextAt = new Date(at.getTime() + (seconds ?? 0) * 1000)
  await store({ ...shown, attempts, ...(hasFailed ? { state: 'failed' } : { nextAt }) })
  if (!hasFailed) await context.jobs.add(tx, deliveryJob, null, { after: nextAt })
  const webhook = await change({
    ...free,
    failures: sql`failures + ${hasFailed ? 1 : 0}`,
    failingSince: sql`coalesce(failing_since, ${at})`,
  })
    .returning(['failures', 'failingSince'])
    .executeTakeFirst()
  if (!webhook || !hasFailed) return
  const failingMs = at.getTime() - (webhook.failingSince ?? at).getTime()
  const isHopeless = webhook.failures >= limits.failures || failingMs > limits.failingDays * 86_400_000
  if (!isGone && !isHopeless) return
  const paused = isGone
    ? storedText('Its server answered that the address is gone (410).')
    : storedText('Nothing could be delivered for a long time.')
  await change({ paused }).execute()
  await recordEvent(tx, {
    kind: 'webhook',
    host: hostOf(due.url),
    group: due.groupSlug,
    receiverIds: [due.userId],
    subjectId: due.webhookId,
    actorId: null,
    promptId: null,
    now: at,
  })
  await context.jobs.add(tx, pausedJob, due.webhookId)
}

/** Returns the host of a webhook's address, for people. */
export function hostOf(url: string): string {
  return parseWebAddress(url)?.host ?? 'its address'
}

/** The name of the job that tells the owner that a webhook is paused. */
export const pausedJob = 'webhook-paused'

/** The name of the job that starts deliveries. The name is stored with each job. */
export const deliveryJob = 'deliver-webhooks'
