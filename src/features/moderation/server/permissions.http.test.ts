import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PromptEdit } from '#features/writing/contract.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { moderationContract } from '../contract.ts'

let testSite: TestSite
/** The ids of the users by name. A visitor has none. */
const people: Record<string, string | undefined> = { visitor: undefined }
const roles = ['visitor', 'member', 'banned', 'moderator', 'admin'] as const
type Statuses = readonly [visitor: number, member: number, banned: number, moderator: number, admin: number]

beforeAll(async () => {
  testSite = await createTestSite()
  for (const name of ['member', 'banned', 'author', 'moderator', 'admin'] as const)
    people[name] = await testSite.addUser(name, name === 'moderator' || name === 'admin' ? name : 'user')
  // Starts the session that the requests use after the ban.
  await testSite.headersOf(people.banned as string)
  await testSite.db
    .updateTable('users')
    .set({ banned: true })
    .where('id', '=', people.banned as string)
    .execute()
})
afterAll(() => testSite.close())

/** The last request's method, and how many entries the request added to the audit log. */
let lastRequest = { method: '', auditEntries: 0 }
const countAuditEntries = async () => (await testSite.db.selectFrom('auditLog').select('id').execute()).length

async function send(method: string, path: string, as: string | undefined, json?: object) {
  const before = await countAuditEntries()
  const response = await testSite.request(path, { method, as, json })
  lastRequest = { method, auditEntries: (await countAuditEntries()) - before }
  return response
}
const addPrompt = (status: 'published' | 'removed' | 'pending' = 'published') =>
  testSite.addPrompt({ userId: people.author as string, status })

async function addCase() {
  const { id } = await addPrompt()
  await send('POST', '/api/reports', await testSite.addUser(`r${id.slice(-8)}`), {
    promptId: id,
    reason: 'spam',
  })
  const row = await testSite.db
    .selectFrom('reportCases')
    .select('id')
    .where('promptId', '=', id)
    .executeTakeFirstOrThrow()
  return row.id
}

async function addMessage() {
  await send('POST', '/api/contact', undefined, { email: 'ada@example.org', message: 'Please have a look at this.' })
  const { body } = await send('GET', '/api/admin/messages', people.admin)
  return body.items[0].id as string
}

async function addLinkRequest() {
  await send('POST', '/api/password/forgot', undefined, { email: 'author@example.test' })
  await testSite.runJobs()
  const { body } = await send('GET', '/api/admin/messages', people.admin)
  return body.items.find(({ asksForLink }: { asksForLink: boolean }) => asksForLink).id as string
}

async function addComment() {
  const { id } = await testSite.addTool()
  const member = await testSite.addUser(`d${id.slice(-8)}`)
  return (await send('POST', `/api/tools/${id}/comments`, member, { content: 'It helps.' })).body.id as string
}

async function addClaim() {
  const credit = `Ada ${Math.random()}`
  const { id } = await testSite.addPrompt({ credit })
  const member = await testSite.addUser(`c${id.slice(-8)}`)
  const path = `/api/authors/${encodeURIComponent(credit)}/claim`
  return (await send('POST', path, member, { note: 'Look at my site.' })).body.id as string
}

async function addExample() {
  const { id } = await addPrompt()
  const member = await testSite.addUser(`e${id.slice(-8)}`)
  const example = { model: 'A model', madeOn: '2026-01-02', text: 'What a model wrote for it.' }
  return (await send('POST', `/api/prompts/${id}/examples`, member, example)).body.id as string
}

async function addCollection() {
  const member = await testSite.addUser(`k${`${Math.random()}`.slice(2, 10)}`)
  const collection = { title: 'Openers', visibility: 'public' }
  return (await send('POST', '/api/collections', member, collection)).body.id as string
}

async function addMember(banned = false) {
  const id = await testSite.addUser(`m${`${Math.random()}`.slice(2, 10)}`)
  await testSite.db.updateTable('users').set({ banned }).where('id', '=', id).execute()
  return id
}

async function addProfile() {
  const profile = { userId: people.author as string, bio: 'It sells things.', updatedAt: new Date() }
  await testSite.db
    .insertInto('profiles')
    .values(profile)
    .onConflict((row) => row.doNothing())
    .execute()
  return 'author'
}

async function moderateNewPrompt(as: string | undefined, status: 'published' | 'removed' | 'pending', json: object) {
  const { id } = await addPrompt(status)
  return send('PATCH', `/api/admin/prompts/${id}`, as, json)
}

const newTool = () => ({
  name: `Tool ${Math.random()}`,
  description: 'What it does, in a sentence.',
  type: 'text',
  url: 'https://tool.example.com/',
  isFree: true,
  category: 'general',
})
const newCategory = () => ({ name: `Category ${Math.random()}`.slice(0, 30), description: 'What belongs in it.' })
async function sendToolMark(as: string | undefined, id: string) {
  const { default: sharp } = await import('sharp')
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
  const body = new Uint8Array(await picture.png().toBuffer())
  const before = await countAuditEntries()
  const response = await testSite.request(`/api/admin/tools/${id}/pictures/mark`, { method: 'PUT', as, body })
  lastRequest = { method: 'PUT', auditEntries: (await countAuditEntries()) - before }
  return response
}
const addAndGetId = async (path: string, json: object) =>
  (await send('POST', path, people.admin, json)).body.id as string

const requests: Record<string, (as: string | undefined) => Promise<{ status: number }>> = {
  'report a prompt': async (as) =>
    send('POST', '/api/reports', as, { promptId: (await addPrompt()).id, reason: 'spam' }),
  'read the overview': (as) => send('GET', '/api/admin/overview', as),
  'list reports': (as) => send('GET', '/api/admin/reports', as),
  'dismiss a report': async (as) => send('POST', `/api/admin/reports/${await addCase()}`, as, { action: 'dismiss' }),
  'remove a reported prompt': async (as) =>
    send('POST', `/api/admin/reports/${await addCase()}`, as, { action: 'remove' }),
  'list prompts': (as) => send('GET', '/api/admin/prompts', as),
  'edit a prompt': (as) => moderateNewPrompt(as, 'published', { title: 'A better title' }),
  'remove a prompt': (as) => moderateNewPrompt(as, 'published', { status: 'removed', removedReason: 'Spam.' }),
  'restore a prompt': (as) => moderateNewPrompt(as, 'removed', { status: 'published' }),
  'approve a prompt': (as) => moderateNewPrompt(as, 'pending', { status: 'published' }),
  'feature a prompt': (as) => moderateNewPrompt(as, 'published', { featured: true }),
  'list tools': (as) => send('GET', '/api/admin/tools?q=tool', as),
  'add a tool': (as) => send('POST', '/api/admin/tools', as, newTool()),
  'change a tool': async (as) =>
    send('PATCH', `/api/admin/tools/${await addAndGetId('/api/admin/tools', newTool())}`, as, { isFree: false }),
  'delete a tool': async (as) =>
    send('DELETE', `/api/admin/tools/${await addAndGetId('/api/admin/tools', newTool())}`, as),
  'upload a tool’s mark': async (as) => sendToolMark(as, await addAndGetId('/api/admin/tools', newTool())),
  'remove a tool’s mark': async (as) => {
    const id = await addAndGetId('/api/admin/tools', newTool())
    await sendToolMark(people.admin, id)
    return send('DELETE', `/api/admin/tools/${id}/pictures/mark`, as)
  },
  'list categories': (as) => send('GET', '/api/admin/categories', as),
  'add a category': (as) => send('POST', '/api/admin/categories', as, newCategory()),
  'change a category': async (as) =>
    send('PATCH', `/api/admin/categories/${await addAndGetId('/api/admin/categories', newCategory())}`, as, {
      position: 1,
    }),
  'delete a category': async (as) =>
    send('DELETE', `/api/admin/categories/${await addAndGetId('/api/admin/categories', newCategory())}`, as),
  'list people': (as) => send('GET', '/api/admin/users', as),
  'give a role': async (as) => send('PATCH', `/api/admin/users/${await addMember()}`, as, { role: 'moderator' }),
  'lift a ban': async (as) => send('PATCH', `/api/admin/users/${await addMember(true)}`, as, { banned: false }),
  'list claims': (as) => send('GET', '/api/admin/claims', as),
  'decide a claim': async (as) => send('POST', `/api/admin/claims/${await addClaim()}`, as, { action: 'approve' }),
  'feature a collection': async (as) =>
    send('PATCH', `/api/admin/collections/${await addCollection()}`, as, { featured: true }),
  'list examples': (as) => send('GET', '/api/admin/examples', as),
  'decide an example': async (as) =>
    send('POST', `/api/admin/examples/${await addExample()}`, as, { action: 'remove' }),
  'remove a profile': async (as) => send('DELETE', `/api/admin/profiles/${await addProfile()}`, as),
  'list messages': (as) => send('GET', '/api/admin/messages', as),
  'mark a message as done': async (as) =>
    send('PATCH', `/api/admin/messages/${await addMessage()}`, as, { done: true }),
  'make a link to choose a new password': async (as) =>
    send('POST', `/api/admin/messages/${await addLinkRequest()}/reset-link`, as, {}),
  'list comments': (as) => send('GET', '/api/admin/comments', as),
  'approve a comment': async (as) =>
    send('PATCH', `/api/admin/comments/${await addComment()}`, as, { action: 'approve' }),
  'read the audit log': (as) => send('GET', '/api/admin/audit', as),
  'clear the cache': (as) => send('POST', '/api/cache/clear', as),
}

const forModerators = (status: number): Statuses => [401, 403, 401, status, status]
const forAdmins = (status: number): Statuses => [401, 403, 401, 403, status]

const matrix: [action: string, statuses: Statuses][] = [
  ['report a prompt', [401, 201, 401, 201, 201]],
  ['read the overview', forModerators(200)],
  ['list reports', forModerators(200)],
  ['dismiss a report', forModerators(200)],
  ['remove a reported prompt', forModerators(200)],
  ['list prompts', forModerators(200)],
  ['edit a prompt', forModerators(200)],
  ['remove a prompt', forModerators(200)],
  ['restore a prompt', forModerators(200)],
  ['approve a prompt', forModerators(200)],
  ['feature a prompt', forAdmins(200)],
  ['list tools', forAdmins(200)],
  ['add a tool', forAdmins(201)],
  ['change a tool', forAdmins(200)],
  ['delete a tool', forAdmins(204)],
  ['upload a tool’s mark', forAdmins(200)],
  ['remove a tool’s mark', forAdmins(200)],
  ['list categories', forAdmins(200)],
  ['add a category', forAdmins(201)],
  ['change a category', forAdmins(200)],
  ['delete a category', forAdmins(204)],
  ['list people', forAdmins(200)],
  ['give a role', forAdmins(200)],
  ['lift a ban', forAdmins(200)],
  ['list claims', forModerators(200)],
  ['decide a claim', forModerators(200)],
  ['feature a collection', forModerators(200)],
  ['list examples', forModerators(200)],
  ['decide an example', forModerators(200)],
  ['remove a profile', forModerators(204)],
  ['list messages', forAdmins(200)],
  ['mark a message as done', forAdmins(200)],
  ['make a link to choose a new password', forAdmins(201)],
  ['list comments', forModerators(200)],
  ['approve a comment', forModerators(200)],
  ['read the audit log', forAdmins(200)],
  ['clear the cache', forAdmins(204)],
]

describe('requests to the moderation API', () => {
  it.each(matrix)('have the expected status for each role: %s', async (action, expectedStatuses) => {
    const statuses = []
    for (const person of roles) statuses.push((await requests[action]?.(people[person]))?.status)
    expect(statuses).toEqual(expectedStatuses)
  })

  it.each(matrix)('add an entry to the audit log if they change something, except reports: %s', async (action) => {
    await requests[action]?.(people.admin)
    const { method, auditEntries } = lastRequest
    if (method === 'GET' || action === 'report a prompt') return
    expect(auditEntries, 'the function that stores this must call recordAuditEntry').toBeGreaterThan(0)
  })

  it('let moderators change what they review; everything else about a prompt is for admins', async () => {
    const { schema } = moderationContract.moderatePrompt.request.body.content['application/json']
    const reviewedFields = [...Object.keys(PromptEdit.shape), 'removedReason', 'seenVersion']
    const { id } = await addPrompt()
    const otherFields = Object.keys(schema.shape).filter((name) => !reviewedFields.includes(name))
    expect(otherFields).toContain('featured')
    for (const name of otherFields) {
      const set = (as: string | undefined) => send('PATCH', `/api/admin/prompts/${id}`, as, { [name]: true })
      expect((await set(people.moderator)).status, `moderatePrompt must require an admin for ${name}`).toBe(403)
      const failure = `an admin can’t set ${name}, or the function that stores it doesn’t call recordContentChange`
      expect((await set(people.admin)).status, failure).toBe(200)
      expect(lastRequest.auditEntries, `the function that stores ${name} must call recordAuditEntry`).toBe(1)
    }
  })

  it('are tested for every endpoint of the contract', () => {
    const endpoints = Object.keys(moderationContract)
    // Each endpoint has one row, except two for deciding a report, five for moderating a prompt, and two for changing a
    // user.
    expect(matrix).toHaveLength(endpoints.length + 1 + 4 + 1)
    expect(matrix.map(([action]) => action).sort()).toEqual(Object.keys(requests).sort())
  })
})
