import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '#features/accounts/server/argon2.ts'
import { groupLimits } from '#features/groups/rules.ts'
import { noLog } from '#server/telemetry/request-log.ts'
import { startOidcProvider } from '#test/oidc-provider.ts'
import { cookieOf, goodPassword } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { groupsAdvice } from './apply-provider-groups.ts'

let testSite: TestSite
let provider: Awaited<ReturnType<typeof startOidcProvider>>
let admin: string
const warned: { fields: object; message: string }[] = []
beforeAll(async () => {
  provider = await startOidcProvider('http://localhost/auth/return/oidc')
  const oidc = { issuer: provider.issuer, name: 'Example Inc.', groupsClaim: 'groups', groups: {}, trustsEmails: false }
  const log = { ...noLog, warn: (fields: object, message: string) => warned.push({ fields, message }) }
  testSite = await createTestSite({ site: { oauth: { keys: { oidc: provider.keys }, oidc }, log } })
  admin = await testSite.addUser('Admin', 'admin')
  for (const [name, claimValue, claimRole] of [
    ['Sales', 'sales', 'writer'],
    ['Legal', '6f9619ff-8b86-d011-b42d-00c04fc964ff', 'reader'],
    ['Others', null, 'reader'],
  ]) {
    const json = { name, claimValue, claimRole }
    const response = await testSite.request('/api/admin/groups', { method: 'POST', as: admin, json })
    expect(response.status).toBe(201)
  }
})
beforeEach(() => {
  warned.length = 0
})
afterAll(async () => {
  await testSite.close()
  await provider.close()
})

/** Signs in as a person whose token has these claims. Returns the response. */
async function signIn(sub: string, claims: Record<string, unknown>) {
  await provider.setPerson({ sub, name: sub, email: `${sub}@example.test`, email_verified: true, ...claims })
  return finish(await begin())
}

async function begin() {
  const started = await testSite.request('/api/connections/oidc', { method: 'POST', json: {} })
  return { url: started.body.url as string, cookie: cookieOf(started) }
}

async function finish({ url, cookie }: { url: string; cookie: string }) {
  const { code, state, iss } = await provider.visit(url)
  const json = { code, state, iss }
  return testSite.request('/api/connections/oidc/return', { method: 'POST', json, headers: { cookie } })
}

/** Signs in, and returns the person's groups with their roles. */
async function groupsAfter(sub: string, claims: Record<string, unknown>): Promise<string[]> {
  const { status, body } = await signIn(sub, claims)
  expect(status, JSON.stringify(body)).toBe(200)
  return groupsOf(body.id)
}

async function groupsOf(as: string): Promise<string[]> {
  const { body } = await testSite.request('/api/user/groups', { as })
  return body.map(({ name, role, source }: Record<string, string>) => `${name} ${role} ${source}`)
}

const listProblems = async () => (await testSite.request('/api/admin/group-claim-problems', { as: admin })).body
const sales = 'Sales writer claim'
const legal = 'Legal reader claim'
const legalId = '6f9619ff-8b86-d011-b42d-00c04fc964ff'

describe('groups in the provider’s claim', () => {
  it('bring people in and out at each sign-in, starting with the first', async () => {
    expect(await groupsAfter('ada', { groups: ['sales', 'unmapped'] })).toEqual([sales])
    expect(await groupsAfter('ada', { groups: [legalId, 'sales'] })).toEqual([legal, sales])
    expect(await groupsAfter('ada', { groups: [legalId] })).toEqual([legal])
    expect(await groupsAfter('ada', { groups: 'sales' })).toEqual([sales])
    expect(await groupsAfter('ada', { groups: ['Sales', 'sales '] })).toEqual([])
    expect((await listProblems()).length + warned.length).toBe(0)
  })

  it('are audited as changes by single sign-on', async () => {
    const { body } = await signIn('auditee', { groups: ['sales'] })
    await signIn('auditee', { groups: [] })
    const entries = await testSite.db
      .selectFrom('auditLog')
      .selectAll()
      .where('targetId', '=', body.id)
      .where('action', 'like', 'group.%')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['group.add', 'single sign-on'],
      ['group.remove', 'single sign-on'],
    ])
  })

  it('change nothing if there is no claim, and end all memberships if the list is empty', async () => {
    await groupsAfter('grace', { groups: ['sales'] })
    for (const groups of [undefined, null, ''])
      expect(await groupsAfter('grace', { groups }), `${groups}`).toEqual([sales])
    expect(await groupsAfter('grace', { groups: [] })).toEqual([])
  })

  it('leave memberships by an admin, and a role that an admin gave', async () => {
    const { body } = await signIn('linus', { groups: ['sales'] })
    const path = '/api/groups/sales/members/linus'
    await testSite.request(path, { method: 'PATCH', as: admin, json: { role: 'approver' } })
    const json = { person: 'linus' }
    await testSite.request('/api/groups/others/members', { method: 'POST', as: admin, json })
    await testSite.request('/api/groups/legal/members', {
      method: 'POST',
      as: admin,
      json: { ...json, role: 'writer' },
    })
    const stored = ['Legal writer admin', 'Others reader admin']
    expect(await groupsAfter('linus', { groups: ['sales', legalId] })).toEqual([...stored, 'Sales approver claim'])
    expect(await groupsAfter('linus', { groups: [] })).toEqual(stored)
    expect(await groupsOf(body.id)).toEqual(stored)
  })

  it.each([
    [
      'withheld',
      null,
      { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } },
    ],
    ['withheld', null, { hasgroups: true }],
    ['too_many', 201, { groups: Array.from({ length: groupLimits.claimValues + 1 }, (_, nth) => `group-${nth}`) }],
    ['invalid', null, { groups: { 0: 'sales' } }],
    ['invalid', null, { groups: [['sales']] }],
    ['invalid', null, { groups: ['sales', 7] }],
    ['invalid', null, { groups: 7 }],
    ['invalid', null, { groups: true }],
  ] as const)(
    'that are %s (%s values) change nothing, and admins see it until the next good sign-in',
    async (problem, values, claims) => {
      const person = { sub: 'barbara', id: (await signIn('barbara', { groups: ['sales'] })).body.id as string }
      expect(await groupsAfter(person.sub, claims)).toEqual([sales])
      expect(await listProblems()).toEqual([{ username: 'barbara', problem, values, at: expect.any(String) }])
      expect(warned).toEqual([{ fields: { member: person.id }, message: groupsAdvice[problem] }])
      await groupsAfter(person.sub, { groups: ['sales'] })
      expect(await listProblems()).toEqual([])
    },
  )

  it('may be long or unstorable without doing harm', async () => {
    const hostile = ['x'.repeat(200_000), 'a\0b', '\ud800', 'sales', "'; drop table groups --"]
    expect(await groupsAfter('mallory', { groups: hostile })).toEqual([sales])
    expect(await groupsAfter('mallory', { groups: Array.from({ length: 200 }, () => 'sales') })).toEqual([sales])
  })

  it('that are full are reported, and the others are joined', async () => {
    const { body } = await signIn('late', { groups: [] })
    const crowd = Array.from({ length: groupLimits.perMember - 1 }, (_, nth) => nth)
    for (const nth of crowd) {
      const id = crypto.randomUUID()
      await testSite.db
        .insertInto('groups')
        .values({ id, slug: `c${nth}`, name: `c${nth}`, createdAt: new Date() })
        .execute()
      await testSite.db
        .insertInto('groupMembers')
        .values({ groupId: id, userId: body.id, role: 'reader', source: 'admin', createdAt: new Date() })
        .execute()
    }
    const after = await groupsAfter('late', { groups: ['sales', legalId] })
    expect(after).toHaveLength(groupLimits.perMember)
    expect(await listProblems()).toMatchObject([{ username: 'late', problem: 'full', values: 2 }])
    await testSite.db.deleteFrom('groups').where('slug', 'like', 'c%').execute()
  })

  it('settle when somebody signs in twice at once', async () => {
    await groupsAfter('twin', { groups: [legalId] })
    await provider.setPerson({
      sub: 'twin',
      name: 'twin',
      email: 'twin@example.test',
      email_verified: true,
      groups: ['sales'],
    })
    const started = await Promise.all([begin(), begin(), begin(), begin()])
    const finished = await Promise.all(started.map(finish))
    expect(finished.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await groupsOf(finished[0]?.body.id)).toEqual([sales])
  })

  it('leave with the value that led to a group, and with the connection to the provider', async () => {
    const { body } = await signIn('leaver', { groups: ['sales', legalId] })
    const edit = (claimValue: string) =>
      testSite.request('/api/admin/groups/sales', { method: 'PATCH', as: admin, json: { claimValue } })
    expect((await edit('sellers')).status).toBe(200)
    expect(await groupsOf(body.id)).toEqual([legal])
    expect((await edit('sales')).status).toBe(200)
    expect(await groupsAfter('leaver', { groups: ['sales', legalId] })).toEqual([legal, sales])
    const password = { userId: body.id, hash: await hashPassword(goodPassword), changedAt: new Date() }
    await testSite.db.insertInto('passwords').values(password).execute()
    const removal = { method: 'DELETE', as: body.id, json: { password: goodPassword } }
    expect((await testSite.request('/api/user/connections/oidc', removal)).status).toBe(204)
    expect(await groupsOf(body.id)).toEqual([])
  })
})
