import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GroupRole } from '#features/groups/rules.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { groupWebhookEvents, retrySeconds, webhookEvents, webhookLimits } from '../rules.ts'
import { createDeliverer } from './deliver-webhooks.ts'
import { recordEndedModels } from './record-webhook-events.ts'
import { signedHeaders } from './sign-webhook.ts'

let testSite: TestSite
let ada: string
let admin: string
let time: Date
let people = 0

type Received = { headers: IncomingMessage['headers']; body: string; event: { type: string; data: object } }
let received: Received[] = []
/** Answers what is sent to a path of the receiver. */
const answers: Record<string, (response: ServerResponse) => void> = {}
let receiver: Server
let address: string

beforeAll(async () => {
  testSite = await createTestSite({ now: () => time, site: { publicOrigin: 'http://localhost' } })
  admin = await testSite.addUser('root', 'admin')
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ headers: request.headers, body, event: JSON.parse(body) })
    const answer = answers[request.url ?? '']
    if (answer) answer(response)
    else response.end('Thanks.')
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(async () => {
  // A minute ahead of the database's and the process's clock, so that what was just stored is due.
  time = new Date(Date.now() + 60_000)
  received = []
  await sql`delete from webhooks`.execute(testSite.db)
  ada = await testSite.addUser(`ada${++people}`)
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await testSite.close()
})

const send = (as: string, method: string, path: string, json?: object) =>
  testSite.request(path, { as, method, ...(json && { json }) })
async function addWebhook(path = '/', more: object = {}, as = ada) {
  const json = { url: address + path, events: webhookEvents, ...more }
  const { status, body } = await send(as, 'POST', '/api/webhooks', json)
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.webhook.id as string, secret: body.secret as string }
}
const deliveries = async (id: string, as = ada) => (await send(as, 'GET', `/api/webhooks/${id}/deliveries`)).body
const deliverer = (more: object = {}) =>
  createDeliverer({
    ...testSite,
    siteName: 'Promptarium',
    origin: () => 'http://localhost',
    log: { error: (fields: unknown) => expect(fields).toBe('no error') },
    isAllowed: (ip) => ip === '127.0.0.1',
    ...more,
  })
const deliver = () => deliverer().settle()
const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000)
}
async function publish(as = ada, title = 'Plan a trip') {
  const json = { title: `${title} ${people}`, content: 'A secret recipe for a good text.', category: 'general' }
  return (await send(as, 'POST', '/api/prompts', json)).body as { id: string; slug: string; title: string }
}

/** What a receiver does, as docs/webhooks.md says. */
function isGenuine({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('a webhook', () => {
  it('is told of a member’s own prompts, with a signature, and never of their text', async () => {
    const { secret } = await addWebhook()
    const { id, slug, title } = await publish()
    await send(ada, 'PATCH', `/api/prompts/${id}`, { content: 'Another secret recipe for a text.' })
    await send(ada, 'PUT', `/api/prompts/${id}/labels/production`, { version: 1 })
    await publish(await testSite.addUser(`someone${people}`))
    await deliver()
    const prompt = { id, slug, title, url: `http://localhost/prompt/${slug}` }
    expect(received.map(({ event }) => event)).toEqual([
      { type: 'prompt.published', timestamp: expect.any(String), data: { ...prompt, version: 1 } },
      { type: 'prompt.changed', timestamp: expect.any(String), data: { ...prompt, version: 2 } },
      {
        type: 'prompt.label_moved',
        timestamp: time.toISOString(),
        data: { ...prompt, label: 'production', from: null, version: 1 },
      },
    ])
    for (const one of received) {
      expect(isGenuine(one, secret)).toBe(true)
      expect(isGenuine({ ...one, body: `${one.body} ` }, secret)).toBe(false)
      expect(one.body).not.toContain('recipe')
    }
    await deliver()
    expect(received).toHaveLength(3)
  })

  it('is signed as the example of Standard Webhooks is', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    const at = new Date(1614265330 * 1000)
    const headers = signedHeaders(secret, { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body: '{"test": 2432232314}' })
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('tells only of the events that were chosen, and of none while it is off', async () => {
    const { id } = await addWebhook('/', { events: ['prompt.changed'] })
    const prompt = await publish()
    await send(ada, 'PATCH', `/api/webhooks/${id}`, { active: false })
    await send(ada, 'PATCH', `/api/prompts/${prompt.id}`, { content: 'A second text to send.' })
    expect((await send(ada, 'POST', `/api/webhooks/${id}/ping`)).status).toBe(409)
    await send(ada, 'PATCH', `/api/webhooks/${id}`, { active: true })
    await send(ada, 'PATCH', `/api/prompts/${prompt.id}`, { content: 'A third text to send.' })
    await deliver()
    expect(received).toMatchObject([{ event: { type: 'prompt.changed', data: { version: 3 } } }])
  })

  it('of the site is told of everybody’s published prompts and of ended models, and is made by admins', async () => {
    expect((await send(ada, 'POST', '/api/webhooks', { url: address, events: webhookEvents, site: true })).status).toBe(
      403,
    )
    const { id } = await addWebhook('/', { site: true }, admin)
    const draft = await testSite.addPrompt({ title: 'Only mine', userId: ada, status: 'draft' })
    await send(ada, 'PUT', `/api/prompts/${draft.id}/labels/staging`, { version: 1 })
    await publish()
    await sql`insert into model_offers (model, offered_on, ended_on, ended_by) values ('x-1', '2026-01-01', '2026-02-01', 'list')`.execute(
      testSite.db,
    )
    for (let twice = 0; twice < 2; twice++) await recordEndedModels(testSite.db, time)
    await deliver()
    expect(received.map(({ event }) => event.type)).toEqual(['prompt.published', 'model.ended'])
    expect(received[1]?.event.data).toEqual({ model: 'x-1', endedOn: '2026-02-01', reason: 'list' })
    expect((await send(admin, 'GET', '/api/webhooks?site=true')).body).toMatchObject([{ id }])
    expect((await send(ada, 'GET', `/api/webhooks/${id}/deliveries`)).status).toBe(404)
    expect((await send(ada, 'GET', '/api/webhooks?site=true')).status).toBe(403)
  })

  it('is sent a ping, gets a new secret, and sends again with the same id', async () => {
    const { id, secret } = await addWebhook()
    await send(ada, 'POST', `/api/webhooks/${id}/ping`)
    await deliver()
    const renewed = (await send(ada, 'POST', `/api/webhooks/${id}/secret`)).body.secret
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ type: 'ping', state: 'delivered', status: 200, answer: 'Thanks.', attempts: 1 })
    await send(ada, 'POST', `/api/webhooks/${id}/deliveries/${delivery.id}/resend`)
    await deliver()
    const [first, second] = received as [Received, Received]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect([isGenuine(first, secret), isGenuine(second, secret), isGenuine(second, renewed)]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('belongs to its owner alone, who may have ten', async () => {
    const { id } = await addWebhook()
    const otherMember = await testSite.addUser(`other${people}`)
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/ping'],
      ['GET', '/deliveries'],
    ] as const)
      expect(
        (await send(otherMember, method, `/api/webhooks/${id}${path}`, method === 'PATCH' ? {} : undefined)).status,
      ).toBe(404)
    for (let more = 1; more < webhookLimits.perOwner; more++) await addWebhook()
    expect((await send(ada, 'POST', '/api/webhooks', { url: address, events: webhookEvents })).status).toBe(409)
    expect((await send(ada, 'DELETE', `/api/webhooks/${id}`)).status).toBe(204)
    for (const url of ['ftp://example.com/', 'nothing', 'https://ada:secret@example.com/'])
      expect((await send(ada, 'POST', '/api/webhooks', { url, events: webhookEvents })).status).toBe(400)
  })
})

describe('a receiver', () => {
  it('that answers wrongly is tried again later and later, and then given up', async () => {
    answers['/wrong'] = (response) => response.writeHead(500).end('x'.repeat(10_000_000))
    const { id } = await addWebhook('/wrong')
    await send(ada, 'POST', `/api/webhooks/${id}/ping`)
    for (const seconds of retrySeconds) {
      await deliver()
      await deliver()
      later(seconds)
    }
    expect(received).toHaveLength(retrySeconds.length)
    await deliver()
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveries(id)).toMatchObject([
      { state: 'failed', status: 500, attempts: retrySeconds.length + 1, answer: 'x'.repeat(webhookLimits.answer) },
    ])
    expect((await send(ada, 'GET', '/api/webhooks')).body).toMatchObject([{ failures: 1, paused: null }])
  })

  it('that redirects, also to a private address, or isn’t there gets nothing', async () => {
    answers['/elsewhere'] = (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    const redirecting = await addWebhook('/elsewhere')
    const { body } = await send(ada, 'POST', '/api/webhooks', { url: 'http://127.0.0.1:1/', events: webhookEvents })
    for (const id of [redirecting.id, body.webhook.id]) await send(ada, 'POST', `/api/webhooks/${id}/ping`)
    await deliver()
    expect(await deliveries(redirecting.id)).toMatchObject([{ state: 'waiting', status: 302 }])
    expect(await deliveries(body.webhook.id)).toMatchObject([{ status: null, answer: '127.0.0.1:1 can’t be reached.' }])
  })

  it.each(['http://127.0.0.1/', 'http://[::1]/', 'http://localhost/', 'http://2130706433/', 'http://169.254.169.254/'])(
    'at a private address isn’t contacted: %s',
    async (url) => {
      const { body } = await send(ada, 'POST', '/api/webhooks', { url, events: webhookEvents })
      await send(ada, 'POST', `/api/webhooks/${body.webhook.id}/ping`)
      await deliverer({ isAllowed: undefined }).settle()
      expect(received).toEqual([])
      expect(await deliveries(body.webhook.id)).toMatchObject([{ answer: expect.stringContaining('private address') }])
    },
  )

  it('that is gone, or fails for long, is no longer sent anything, and its owner gets an email', async () => {
    answers['/gone'] = (response) => response.writeHead(410).end()
    const { id } = await addWebhook('/gone')
    await sql`update users set email_verified = true where id = ${ada}`.execute(testSite.db)
    await send(ada, 'POST', `/api/webhooks/${id}/ping`)
    await deliver()
    expect((await send(ada, 'GET', '/api/webhooks')).body).toMatchObject([{ paused: expect.stringContaining('410') }])
    await testSite.runJobs()
    await testSite.runJobs()
    const mails = () => testSite.outbox().filter(({ subject }) => subject === 'Promptarium: your webhook is paused')
    expect(mails()).toHaveLength(1)
    await deliverEvents(testSite.db, testSite.now)
    expect((await send(ada, 'GET', '/api/notifications')).body.items).toMatchObject([
      { kind: 'webhook', text: expect.stringContaining('Your webhook at 127.0.0.1'), path: '/settings', title: null },
    ])
    await publish()
    expect(await deliveries(id)).toHaveLength(1)

    answers['/down'] = (response) => response.writeHead(503).end()
    const down = await addWebhook('/down')
    await sql`update webhooks set failures = ${webhookLimits.failures - 1} where id = ${down.id}`.execute(testSite.db)
    await send(ada, 'POST', `/api/webhooks/${down.id}/ping`)
    await sql`update webhook_deliveries set attempts = ${retrySeconds.length} where webhook_id = ${down.id}`.execute(
      testSite.db,
    )
    await deliver()
    expect((await send(ada, 'GET', '/api/webhooks')).body[1]).toMatchObject({
      paused: 'Nothing could be delivered for a long time.',
    })
  })

  it.each(['an address that isn’t confirmed', 'the kind switched off'])(
    'that is paused sends no email with %s, and shows it in the settings',
    async (reason) => {
      if (reason.startsWith('the kind'))
        await sql`update users set email_verified = true where id = ${ada}`.execute(testSite.db)
      await send(ada, 'PATCH', '/api/user/notification-settings', {
        off: reason.startsWith('the kind') ? ['webhook'] : [],
      })
      answers['/gone'] = (response) => response.writeHead(410).end()
      const { id } = await addWebhook('/gone')
      await send(ada, 'POST', `/api/webhooks/${id}/ping`)
      const before = testSite.outbox().length
      await deliver()
      await testSite.runJobs()
      await testSite.runJobs()
      expect(testSite.outbox()).toHaveLength(before)
      expect((await send(ada, 'GET', '/api/webhooks')).body).toMatchObject([{ paused: expect.any(String) }])
    },
  )

  it('that never answers doesn’t hold up others', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    answers['/endless'] = (response) => void released.then(() => response.end())
    for (let more = 0; more < webhookLimits.perOwner; more++) await addWebhook('/endless')
    const grace = await testSite.addUser(`grace${people}`)
    await addWebhook('/', {}, grace)
    await sql`update webhooks set failing_since = ${time} where user_id = ${ada}`.execute(testSite.db)
    await publish()
    const running = deliverer().settle()
    await publish(grace, 'Another trip')

    const other = deliverer().settle()
    await expect.poll(() => received.some(({ event }) => JSON.stringify(event).includes('Another trip'))).toBe(true)
    release()
    await Promise.all([running, other])
  })
})

describe('what was stored', () => {
  it('is sent once by two processes, and after a kill again with the same id', async () => {
    await addWebhook()
    await publish()
    await Promise.all([deliver(), deliver()])
    expect(received).toHaveLength(1)
    // A process that was killed leaves the delivery waiting, and the webhook to itself for a while.
    await sql`update webhook_deliveries set state = 'waiting'`.execute(testSite.db)
    await sql`update webhooks set sending_until = ${new Date(time.getTime() + 30_000)}`.execute(testSite.db)
    await deliver()
    expect(received).toHaveLength(1)
    later(31)
    await deliver()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(received[0]?.headers['webhook-id']),
    )
  })

  it('isn’t stored if the change is undone', async () => {
    await addWebhook()
    const { status } = await send(ada, 'POST', '/api/prompts', { title: 'No', content: 'short', category: 'nothing' })
    expect(status).toBe(400)
    expect((await sql`select from webhook_deliveries`.execute(testSite.db)).rows).toEqual([])
  })

  it('isn’t sent once the owner may not see it: banned, prompt removed, no longer an admin', async () => {
    const { id } = await addWebhook()
    const prompt = await publish()
    await sql`update prompts set status = 'removed', removed_reason = 'spam' where id = ${prompt.id}`.execute(
      testSite.db,
    )
    await deliver()
    expect(await deliveries(id)).toMatchObject([{ state: 'skipped' }])

    const former = await testSite.addUser(`former${people}`, 'admin')
    await addWebhook('/', { site: true }, former)
    await publish(ada, 'A walk')
    await sql`update users set role = 'user' where id = ${former}`.execute(testSite.db)
    await sql`update users set banned = true where id = ${ada}`.execute(testSite.db)
    await deliver()
    expect(received).toEqual([])
  })
})

describe('a webhook of a group', () => {
  const addGroup = async (members: Record<string, GroupRole>) => {
    const { body } = await send(admin, 'POST', '/api/admin/groups', { name: `Team ${++people}` })
    for (const [id, role] of Object.entries(members))
      await testSite.db
        .insertInto('groupMembers')
        .values({ groupId: body.id, userId: id, role, source: 'admin', createdAt: new Date() })
        .execute()
    return { id: body.id as string, slug: body.slug as string }
  }
  const share = async (group: string, as: string, title = 'Reply to a customer') => {
    const json = { title: `${title} ${++people}`, content: 'A secret recipe of this team.', category: 'general' }
    return (await send(as, 'POST', '/api/prompts', { ...json, status: 'shared', group })).body
  }
  const addMember = (name: string) => testSite.addUser(`${name}${++people}`)
  const types = () => received.map(({ event }) => event.type)
  const events = groupWebhookEvents

  it('is told of this group’s prompts and of nothing else, with a signature, and is for its approvers', async () => {
    const [approver, writer, outsider] = [await addMember('app'), await addMember('wri'), await addMember('out')]
    const { slug } = await addGroup({ [approver]: 'approver', [writer]: 'writer' })
    const other = await addGroup({ [approver]: 'approver', [outsider]: 'writer' })
    const json = { url: address, events, group: slug }
    const statuses: number[] = []
    for (const as of [writer, admin, outsider])
      for (const [method, path] of [
        ['POST', '/api/webhooks'],
        ['GET', `/api/webhooks?group=${slug}`],
      ] as const)
        statuses.push((await send(as, method, path, method === 'POST' ? json : undefined)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 404, 404])
    expect((await send(approver, 'POST', '/api/webhooks', { ...json, events: ['model.ended'] })).status).toBe(400)
    const { id, secret } = await addWebhook('/', { events, group: slug }, approver)
    for (const as of [writer, admin, outsider])
      expect((await send(as, 'GET', `/api/webhooks/${id}/deliveries`)).status).toBe(404)
    expect((await send(approver, 'GET', '/api/webhooks')).body).toEqual([])
    expect((await send(approver, 'GET', `/api/webhooks?group=${slug}`)).body).toMatchObject([{ id }])

    const prompt = await share(slug, writer)
    await send(writer, 'PATCH', `/api/prompts/${prompt.id}`, { content: 'Another secret recipe of this team.' })
    await send(approver, 'PUT', `/api/prompts/${prompt.id}/labels/production`, { version: 1 })
    await send(approver, 'PATCH', `/api/prompts/${prompt.id}`, { status: 'published' })
    const elsewhere = await share(other.slug, outsider)
    await send(outsider, 'PATCH', `/api/prompts/${elsewhere.id}`, { content: 'Another secret of others.' })
    await publish(writer)
    await publish(approver)
    await deliver()
    // The test's clock is ahead of the one of publications, so the order isn't that of the changes.
    expect(types().toSorted()).toEqual(['prompt.changed', 'prompt.label_moved', 'prompt.published', 'prompt.published'])
    for (const one of received) {
      expect(one.event.data).toMatchObject({ id: prompt.id })
      expect(isGenuine(one, secret)).toBe(true)
      expect(one.body).not.toContain('secret')
    }
  })

  it('tells neither the site’s webhooks nor those of authors what only a group reads', async () => {
    const writer = await addMember('wri')
    const { slug } = await addGroup({ [writer]: 'writer' })
    await addWebhook('/', { site: true }, admin)
    await addWebhook('/', {}, writer)
    await share(slug, writer)
    await deliver()
    expect(received).toEqual([])
  })

  it('is paused once whoever made it is no approver there, until another one takes it over', async () => {
    const [leaver, stayer, writer] = [await addMember('lea'), await addMember('sta'), await addMember('wri')]
    const { id: groupId, slug } = await addGroup({ [leaver]: 'approver', [stayer]: 'approver', [writer]: 'writer' })
    const { id } = await addWebhook('/', { events, group: slug }, leaver)
    await testSite.db.deleteFrom('groupMembers').where('groupId', '=', groupId).where('userId', '=', leaver).execute()
    await share(slug, writer)
    await deliver()
    expect(received).toEqual([])
    expect((await send(leaver, 'GET', `/api/webhooks/${id}/deliveries`)).status).toBe(404)
    const path = `/api/webhooks?group=${slug}`
    expect((await send(stayer, 'GET', path)).body).toMatchObject([{ paused: expect.stringContaining('no longer') }])
    expect((await send(stayer, 'PATCH', `/api/webhooks/${id}`, { active: true })).status).toBe(200)
    await share(slug, writer)
    await deliver()
    expect(types()).toEqual(['prompt.published'])
  })

  it('tells nothing of a prompt that left the group before the delivery, and ends with its group', async () => {
    const [approver, writer] = [await addMember('app'), await addMember('wri')]
    const { slug } = await addGroup({ [approver]: 'approver', [writer]: 'writer' })
    const { id } = await addWebhook('/', { events, group: slug }, approver)
    const prompt = await share(slug, writer)
    await send(approver, 'PATCH', `/api/prompts/${prompt.id}`, { status: 'draft' })
    await deliver()
    expect(received).toEqual([])
    expect(await deliveries(id, approver)).toMatchObject([{ state: 'skipped' }])
    expect((await send(admin, 'DELETE', `/api/admin/groups/${slug}`)).status).toBe(204)
    expect((await send(approver, 'GET', `/api/webhooks/${id}/deliveries`)).status).toBe(404)
    expect(await testSite.db.selectFrom('webhooks').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('tells its owner by the bell when it is paused, with the way to the group', async () => {
    const approver = await addMember('app')
    const { slug } = await addGroup({ [approver]: 'approver' })
    answers['/gone'] = (response) => response.writeHead(410).end()
    const { id } = await addWebhook('/gone', { events, group: slug }, approver)
    await send(approver, 'POST', `/api/webhooks/${id}/ping`)
    await deliver()
    await deliverEvents(testSite.db, testSite.now)
    expect((await send(approver, 'GET', '/api/notifications')).body.items).toMatchObject([{ path: `/group/${slug}` }])
  })
})
