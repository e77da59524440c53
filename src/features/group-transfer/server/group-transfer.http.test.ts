import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GroupRole } from '#features/groups/rules.ts'
import { writeZip } from '#features/transfer/server/write-zip.ts'
import { readZip } from '#features/transfer/zip-rules.ts'
import { newId } from '#platform/ids.ts'
import { collect } from '#test/collect.ts'
import { deflatedZip } from '#test/deflated-zip.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { groupFileLimits } from '../rules.ts'

let site: TestSite
let emptySite: TestSite
const people: Record<string, string> = {}
beforeAll(async () => {
  site = await createTestSite()
  emptySite = await createTestSite()
  for (const name of ['approver', 'writer', 'reader', 'outsider']) people[name] = await site.addUser(name)
  for (const name of ['admin', 'stranger']) people[name] = await site.addUser(name, 'admin')
  people.newAdmin = await emptySite.addUser('newadmin', 'admin')
})
afterAll(async () => {
  await site.close()
  await emptySite.close()
})

const by = (name: string) => people[name] as string
let groups = 0

async function addGroup(on: TestSite, members: Record<string, GroupRole>, more: object = {}) {
  const id = newId()
  const slug = `group-${++groups}`
  await on.db
    .insertInto('groups')
    .values({ id, slug, name: `Group ${groups}`, createdAt: new Date(), ...more })
    .execute()
  for (const [name, role] of Object.entries(members))
    await on.db
      .insertInto('groupMembers')
      .values({ groupId: id, userId: by(name), role, source: 'admin', createdAt: new Date() })
      .execute()
  return { id, slug }
}
const addTeam = (more: object = {}) =>
  addGroup(site, { approver: 'approver', writer: 'writer', reader: 'reader', admin: 'approver' }, more)
const addEmpty = () => addGroup(emptySite, { newAdmin: 'approver' })

const send = (path: string, as: string, json: unknown, method = 'POST') =>
  site.request(path, { method, as: by(as), json })

let texts = 0
async function share(group: string, as = 'writer', more: object = {}) {
  const { body, status } = await send('/api/prompts', as, {
    title: `Court letter ${++texts}`,
    content: `Write the court letter number ${texts} for {{customer}}.`,
    category: 'research',
    tags: ['court'],
    status: 'shared',
    group,
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

async function exported(slug: string, as = 'approver', on = site): Promise<Uint8Array<ArrayBuffer>> {
  const response = await on.app.request(`/api/groups/${slug}/export`, { headers: await on.headersOf(by(as)) })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

type Files = Record<string, { key?: string; [field: string]: unknown }>
async function filesIn(zip: Uint8Array<ArrayBuffer>): Promise<Files> {
  const files = await collect(readZip(zip, () => true))
  return Object.fromEntries(
    files.map((file) => ['name' in file && file.name, JSON.parse('text' in file ? file.text : 'null')]),
  )
}

async function zipOf(files: Record<string, unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return { name, bytes: Buffer.from(text), modifiedAt: new Date(0) }
  })
  return new Uint8Array(Buffer.concat(await collect(writeZip(iterate(entries)))))
}
async function* iterate<Item>(items: Item[]) {
  yield* items
}

async function importFile(
  slug: string,
  file: BodyInit,
  { as = 'newAdmin', on = emptySite, query = '' }: { as?: string; on?: TestSite; query?: string } = {},
) {
  const response = await on.app.request(`/api/groups/${slug}/import?${query}`, {
    method: 'POST',
    headers: { ...(await on.headersOf(by(as))), 'content-type': 'application/octet-stream' },
    body: file,
  })
  const body = await response.json()
  return { status: response.status, body }
}
const resultsOf = ({ body }: { body: { prompts: { result: string }[] } }) => body.prompts.map(({ result }) => result)

const group = {
  format: 'promptarium-group/1',
  name: 'Legal',
  description: '',
  needsApproval: false,
  reviewDays: 180,
  protectedLabels: ['production'],
}
const version = {
  title: 'Court letter',
  description: '',
  content: 'Write the court letter for {{customer}}, please.',
  files: [],
  variables: [],
  note: null,
  createdAt: '2026-01-02T03:04:05.000Z',
}
const prompt = {
  key: '019a9d1e-7c00-7000-8000-000000000001',
  tags: ['court'],
  models: [],
  licence: 'CC0-1.0',
  skill: false,
  category: 'research',
  language: 'en',
  credit: null,
  owner: null,
  retired: false,
  versions: [version],
  labels: [],
  tests: [],
}
const inFolder = (folder: string, files: unknown[]) =>
  Object.fromEntries(files.map((one, index) => [`${folder}/f${index}.json`, one]))
const fileOf = (...prompts: object[]) => zipOf({ 'group.json': group, ...inFolder('prompts', prompts) })
const fileWith = (collections: unknown[], prompts: object[] = [prompt]) =>
  zipOf({ 'group.json': group, ...inFolder('prompts', prompts), ...inFolder('collections', collections) })
const collection = {
  key: '019a9d1e-7c00-7000-8000-00000000000c',
  title: 'For the court',
  description: 'Letters that we send.',
  owner: null,
  items: [{ prompt: prompt.key, note: 'Begin with this one.' }],
}

describe('a group', () => {
  it('is exported by its approvers and by admins who are in it, and by nobody else', async () => {
    const { slug } = await addTeam()
    const statuses: Record<string, number> = {}
    for (const name of ['approver', 'admin', 'writer', 'reader', 'stranger', 'outsider'])
      statuses[name] = (
        await site.app.request(`/api/groups/${slug}/export`, { headers: await site.headersOf(by(name)) })
      ).status
    expect(statuses).toEqual({ approver: 200, admin: 200, writer: 403, reader: 403, stranger: 403, outsider: 404 })
  })

  it('is imported only by an admin who is one of its approvers', async () => {
    const { slug } = await addTeam()
    const file = await fileOf(prompt)
    const statuses: Record<string, number> = {}
    for (const as of ['approver', 'stranger', 'outsider'])
      for (const query of ['preview=true', ''])
        statuses[`${as} ${query}`] = (await importFile(slug, file, { as, on: site, query })).status
    expect(new Set(Object.values(statuses))).toEqual(new Set([403]))
    expect((await importFile(slug, file, { as: 'admin', on: site })).status).toBe(200)
  })

  it('has in its file what its members may read: shared versions, labels and tests, nothing of other groups', async () => {
    const { slug } = await addTeam()
    const other = await addTeam()
    await share(other.slug)
    const draft = await send('/api/prompts', 'writer', {
      title: 'A private beginning',
      content: 'Only I may read this first version of the text.',
      category: 'research',
      status: 'draft',
    })
    const id = draft.body.id
    await send(`/api/prompts/${id}`, 'writer', { content: 'This second version is for the group {{name}}.' }, 'PATCH')
    await send(`/api/prompts/${id}`, 'writer', { status: 'shared', group: slug }, 'PATCH')
    await send(
      `/api/prompts/${id}`,
      'writer',
      { content: 'This third version is for {{name}}.', note: 'Shorter' },
      'PATCH',
    )
    expect((await send(`/api/prompts/${id}/labels/production`, 'approver', { version: 2 }, 'PUT')).status).toBe(200)
    const test = { reason: 'Names them', values: { name: 'Eve' }, checks: [{ kind: 'contains', text: 'Eve' }] }
    expect((await send(`/api/prompts/${id}/tests/cases`, 'writer', test)).status).toBe(201)
    const files = await filesIn(await exported(slug))
    const [head, name = ''] = Object.keys(files).sort()
    expect([head, name]).toEqual([
      'group.json',
      expect.stringMatching(/^prompts\/a-private-beginning-[0-9a-f]+\.json$/),
    ])
    expect(files[name]).toMatchObject({
      key: id,
      credit: 'writer',
      owner: 'writer',
      retired: false,
      labels: [{ label: 'production', version: 1 }],
      tests: [test],
      versions: [
        { content: 'This second version is for the group {{name}}.' },
        { content: 'This third version is for {{name}}.', note: 'Shorter' },
      ],
    })
  })

  it('is imported once: a preview stores nothing, a second import changes nothing', async () => {
    const { slug } = await addTeam()
    for (let count = 0; count < 3; count++) await share(slug)
    const file = await exported(slug)
    const target = await addEmpty()
    expect(resultsOf(await importFile(target.slug, file, { query: 'preview=true' }))).toEqual(['new', 'new', 'new'])
    expect(await countIn(emptySite, target.id)).toBe(0)
    expect(resultsOf(await importFile(target.slug, file))).toEqual(['new', 'new', 'new'])
    expect(resultsOf(await importFile(target.slug, file, { query: 'preview=true' }))).toEqual(['same', 'same', 'same'])
    expect(resultsOf(await importFile(target.slug, file))).toEqual(['same', 'same', 'same'])
    expect(await countIn(emptySite, target.id)).toBe(3)
    // The file is its own group's too.
    expect(resultsOf(await importFile(slug, file, { as: 'admin', on: site }))).toEqual(['same', 'same', 'same'])
  })

  it('follows the file to newer versions, labels and tags, and keeps a text that is newer here', async () => {
    const target = await addEmpty()
    const versions = ['First text for {{who}}.', 'Second text for {{who}}.'].map((content) => ({ ...version, content }))
    const newer = { ...prompt, versions, tags: ['letter'], labels: [{ label: 'production', version: 2 }] }
    const older = { ...prompt, versions: [versions[0]] }
    expect(resultsOf(await importFile(target.slug, await fileOf(older)))).toEqual(['new'])
    const { body } = await importFile(target.slug, await fileOf(newer))
    expect(body.prompts[0]).toMatchObject({
      result: 'changed',
      notes: ['Adds 1 version.', 'Changes the tags.', 'Moves the label production.'],
    })
    expect(resultsOf(await importFile(target.slug, await fileOf(newer)))).toEqual(['same'])
    expect(resultsOf(await importFile(target.slug, await fileOf(older)))).toEqual(['same'])
    const [stored] = await promptsIn(target.slug, 'newAdmin', emptySite)
    expect(stored).toMatchObject({ tags: ['letter'], labels: [{ label: 'production', version: 2 }] })
  })

  it('adds a version that was written here and there, and recognizes both afterwards', async () => {
    const target = await addEmpty()
    await importFile(target.slug, await fileOf(prompt))
    await emptySite.db.updateTable('groupMembers').set({ role: 'approver' }).where('groupId', '=', target.id).execute()
    const { rows } = await sql<{ id: string }>`select id from prompts where group_id = ${target.id}`.execute(
      emptySite.db,
    )
    const id = rows[0]?.id ?? ''
    await emptySite.request(`/api/prompts/${id}`, {
      method: 'PATCH',
      as: by('newAdmin'),
      json: { content: 'Another text that was written here, for {{customer}}.' },
    })
    const there = { ...version, content: 'Another text that was written there, for {{customer}}.' }
    const file = await fileOf({ ...prompt, versions: [version, there] })
    expect(resultsOf(await importFile(target.slug, file))).toEqual(['changed'])
    expect(resultsOf(await importFile(target.slug, file))).toEqual(['same'])
    const [stored] = await promptsIn(target.slug, 'newAdmin', emptySite)
    const texts = [version.content, 'Another text that was written here, for {{customer}}.', there.content]
    expect(stored).toMatchObject({ versions: texts.map((content) => ({ content })) })
  })

  it('answers for what is imported, which counts as reviewed from now on, whatever names and days the file has', async () => {
    const target = await addEmpty()
    const versions = [
      version,
      { ...version, content: 'A text of long ago for {{customer}}.', createdAt: '2001-01-01T00:00:00Z' },
    ]
    await importFile(target.slug, await fileOf({ ...prompt, owner: 'newadmin', versions }))
    const { rows } = await sql<{ ownerId: string | null; days: number }>`
      select owner_id, round(extract(epoch from due_at - now()) / 86400)::int as days from prompt_reviews
      where group_id = ${target.id}`.execute(emptySite.db)
    expect(rows).toEqual([{ ownerId: null, days: 180 }])
  })

  it('takes its settings from the file only if the admin says so, and never its name', async () => {
    const target = await addEmpty()
    const file = await zipOf({ 'group.json': { ...group, needsApproval: true, reviewDays: 90 } })
    const { body } = await importFile(target.slug, file)
    expect(body.settings).toEqual([
      { name: 'Approval', here: 'not needed', inFile: 'needed' },
      { name: 'Review', here: 'after 180 days', inFile: 'after 90 days' },
    ])
    const settings = () =>
      emptySite.db
        .selectFrom('groups')
        .select(['name', 'needsApproval', 'reviewDays'])
        .where('id', '=', target.id)
        .executeTakeFirst()
    const { name = '' } = (await settings()) ?? {}
    expect(await settings()).toEqual({ name, needsApproval: false, reviewDays: 180 })
    await importFile(target.slug, file, { query: 'settings=true' })
    expect(await settings()).toEqual({ name, needsApproval: true, reviewDays: 90 })
  })

  it('gets back nothing that was deleted here, and no prompt of another group by its id', async () => {
    const { slug } = await addTeam()
    const other = await addTeam()
    const { id } = await share(slug)
    const file = await exported(slug)
    expect(resultsOf(await importFile(other.slug, file, { as: 'admin', on: site }))).toEqual(['new'])
    await send(`/api/prompts/${id}`, 'approver', undefined, 'DELETE')
    expect(resultsOf(await importFile(slug, file, { as: 'admin', on: site }))).toEqual(['refused'])
    expect(resultsOf(await importFile(other.slug, file, { as: 'admin', on: site }))).toEqual(['same'])
  })

  it('refuses only the prompt whose labels would be too many', async () => {
    const target = await addEmpty()
    await importFile(target.slug, await fileOf(prompt))
    const labels = (start: string) =>
      Array.from({ length: 6 }, (_, index) => ({ label: `${start}${index}`, version: 1 }))
    expect(resultsOf(await importFile(target.slug, await fileOf({ ...prompt, labels: labels('a') })))).toEqual([
      'changed',
    ])
    const file = await fileOf({ ...prompt, labels: labels('b') }, { ...prompt, key: newId() })
    expect(resultsOf(await importFile(target.slug, file))).toEqual(['refused', 'new'])
    const [stored] = await promptsIn(target.slug, 'newAdmin', emptySite)
    expect(stored).toMatchObject({ labels: labels('a') })
  })

  it('is imported in parts, each of which says where the next one begins', async () => {
    const target = await addEmpty()
    const many = Array.from({ length: 3 }, (_, index) => ({
      ...prompt,
      key: newId(),
      versions: [{ ...version, title: `Court letter ${index}` }],
    }))
    const { body } = await importFile(target.slug, await fileOf(...many), { query: 'from=2' })
    expect([body.prompts.length, body.total, body.next]).toEqual([1, 3, null])
  })
})

async function countIn(on: TestSite, groupId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from prompts where group_id = ${groupId}`.execute(on.db)
  return rows[0]?.count ?? -1
}

async function promptsIn(slug: string, as: string, on: TestSite) {
  return inFolderOf(await filesIn(await exported(slug, as, on)), 'prompts')
}
const inFolderOf = (files: Files, folder: string) =>
  Object.entries(files).flatMap(([name, file]) => (name.startsWith(`${folder}/`) ? [file] : []))

describe('a collection of a group', () => {
  const collectionsIn = async (slug: string, as: string, on: TestSite) =>
    inFolderOf(await filesIn(await exported(slug, as, on)), 'collections')
  const collectionResults = ({ body }: { body: { collections: { result: string }[] } }) =>
    body.collections.map(({ result }) => result)

  it('has in the file what the group sees of it: its prompts in their order with notes, and nothing of others', async () => {
    const { slug } = await addTeam()
    const elsewhere = await share((await addTeam()).slug)
    const [first, second] = [await share(slug), await share(slug)]
    const { body } = await send('/api/collections', 'writer', { title: 'Court', visibility: 'shared', groups: [slug] })
    for (const [id, note] of [
      [second.id, 'Later'],
      [elsewhere.id, 'Of another group'],
      [first.id, ''],
    ])
      expect((await send(`/api/collections/${body.id}/items`, 'writer', { kind: 'prompt', id, note })).status).toBe(200)
    await send('/api/collections', 'writer', { title: 'Mine alone', visibility: 'private' })
    expect(await collectionsIn(slug, 'approver', site)).toEqual([
      {
        key: body.id,
        title: 'Court',
        description: '',
        owner: 'writer',
        items: [
          { prompt: second.id, note: 'Later' },
          { prompt: first.id, note: '' },
        ],
      },
    ])
  })

  it('is imported as one of the admin, shared with the group, and not a second time', async () => {
    const target = await addEmpty()
    const file = await fileWith([collection])
    const preview = await importFile(target.slug, file, { query: 'preview=true' })
    expect(preview.body).toMatchObject({
      collections: [{ title: 'For the court', result: 'new', notes: [] }],
      total: 2,
      next: null,
    })
    expect(collectionResults(await importFile(target.slug, file))).toEqual(['new'])
    expect(collectionResults(await importFile(target.slug, file))).toEqual(['same'])
    expect(await collectionsIn(target.slug, 'newAdmin', emptySite)).toEqual([{ ...collection, owner: 'newadmin' }])
    const more = { ...prompt, key: newId(), versions: [{ ...version, content: 'Another letter to {{customer}}.' }] }
    const items = [{ prompt: more.key, note: '' }, ...collection.items]
    const { body } = await importFile(target.slug, await fileWith([{ ...collection, items }], [prompt, more]))
    expect(body.collections).toMatchObject([{ result: 'changed', notes: ['Adds 1 prompt.'] }])
    // The file is its own group's too, and what it came from.
    const back = await exported(target.slug, 'newAdmin', emptySite)
    expect(collectionResults(await importFile(target.slug, back))).toEqual(['same'])
  })

  it('of somebody else stays as it is', async () => {
    const { slug } = await addTeam()
    const { id } = await share(slug)
    const { body } = await send('/api/collections', 'writer', { title: 'Court', visibility: 'shared', groups: [slug] })
    const file = await fileWith(
      [{ ...collection, key: body.id, title: 'Taken over', items: [{ prompt: id, note: '' }] }],
      [],
    )
    expect(collectionResults(await importFile(slug, file, { as: 'admin', on: site }))).toEqual(['same'])
    expect((await site.request(`/api/collections/${body.id}`, { as: by('writer') })).body).toMatchObject({
      title: 'Court',
      items: [],
    })
  })

  it('names prompts in vain that aren’t in the group, such as drafts, prompts of other groups and those of everybody', async () => {
    const { slug } = await addTeam()
    const elsewhere = await share((await addTeam()).slug)
    const mine = await share(slug)
    const published = await site.addPrompt({})
    const draft = await site.addPrompt({ status: 'draft', userId: by('writer') })
    const named = [elsewhere.id, published.id, draft.id, newId(), mine.id, mine.id]
    const file = await fileWith([{ ...collection, items: named.map((key) => ({ prompt: key, note: '' })) }], [])
    for (const query of ['preview=true', '']) {
      const { body } = await importFile(slug, file, { as: 'admin', on: site, query })
      expect(body.collections).toMatchObject([
        { result: 'new', notes: ['Leaves out 4 prompts that aren’t in the group.'] },
      ])
    }
    const [stored] = await collectionsIn(slug, 'approver', site)
    expect(stored?.items).toEqual([{ prompt: mine.id, note: '' }])
  })

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /isn’t JSON/],
    ['a key that is no id', { ...collection, key: 'x' }, /key/],
    ['a title that is too long', { ...collection, title: 'x'.repeat(101) }, /title/],
    [
      'a hundred thousand prompts',
      { ...collection, items: Array.from({ length: 100_000 }, () => collection.items[0]) },
      /items/,
    ],
    ['the key of a prompt', { ...collection, key: prompt.key }, /twice/],
  ])('with %s is refused, and the others are imported', async (_, broken, reason) => {
    const { body, status } = await importFile((await addEmpty()).slug, await fileWith([collection, broken]))
    expect([status, collectionResults({ body })], JSON.stringify(body)).toEqual([200, ['new', 'refused']])
    expect(body.collections[1].notes.join()).toMatch(reason)
  })
})

describe('property: a group that is exported, imported on an empty site and exported again', () => {
  const word = fc.stringMatching(/^[a-zäß€😀"\\<{}\n ]{1,12}$/u)
  const text = fc
    .array(word, { minLength: 1, maxLength: 4 })
    .map((words) => `Write about {{topic}}: ${words.join(' ')}.`)
  const versions = fc.array(
    fc.record({ content: text, description: fc.constantFrom('', 'A letter.'), note: fc.constantFrom(null, 'Why') }),
    { minLength: 1, maxLength: 5 },
  )
  const prompts = fc.array(
    fc.record({
      versions,
      tags: fc.uniqueArray(fc.constantFrom('court', 'letter', 'draft'), { minLength: 1 }),
      retired: fc.boolean(),
      labels: fc.uniqueArray(fc.constantFrom('production', 'staging', 'mine'), { maxLength: 3 }),
      credit: fc.constantFrom(null, 'Ann', 'Ben & Co'),
    }),
    { maxLength: 3 },
  )

  it('has the same content', async () => {
    await fc.assert(
      fc.asyncProperty(prompts, async (list) => {
        const content = list.map(({ versions, labels, ...fields }, index) => ({
          ...prompt,
          ...fields,
          key: newId(),
          versions: versions.map((one, place) => ({
            ...version,
            ...one,
            title: `Letter ${index}`,
            createdAt: new Date(Date.UTC(2026, 0, 1 + place)).toISOString(),
          })),
          labels: labels.map((label, place) => ({ label, version: 1 + (place % versions.length) })),
        }))
        const first = await addEmpty()
        const items = content.map(({ key }, place) => ({ prompt: key, note: `No. ${place}` })).toReversed()
        const collections = [{ ...collection, owner: 'newadmin', key: newId(), items }]
        const done = await importFile(first.slug, await fileWith(collections, content))
        expect(new Set(resultsOf(done)), JSON.stringify(done.body)).toEqual(new Set(list.length > 0 ? ['new'] : []))
        const file = await exported(first.slug, 'newAdmin', emptySite)
        const second = await addEmpty()
        await importFile(second.slug, file)
        const contentOf = async (slug: string) =>
          (await promptsIn(slug, 'newAdmin', emptySite)).toSorted((a, b) => `${a.key}`.localeCompare(`${b.key}`))
        expect(inFolderOf(await filesIn(file), 'collections')).toEqual(collections)
        expect(inFolderOf(await filesIn(await exported(second.slug, 'newAdmin', emptySite)), 'collections')).toEqual(
          collections,
        )
        const again = await contentOf(second.slug)
        expect(again).toEqual(await contentOf(first.slug))
        expect(again.map(({ key }) => key)).toEqual(content.map(({ key }) => key).toSorted())
        expect(new Set(resultsOf(await importFile(second.slug, file)))).toEqual(
          new Set(list.length > 0 ? ['same'] : []),
        )
      }),
      { numRuns: 12, seed: 45 },
    )
  })
})

describe('a hostile file', () => {
  const refusalOf = async (file: BodyInit) => {
    const { status, body } = await importFile((await addEmpty()).slug, file)
    return `${status} ${body.error}`
  }

  it.each<[string, () => Promise<BodyInit>, RegExp]>([
    ['that is empty', async () => '', /^400 .*zip/],
    ['that is no zip', async () => 'PK and nothing else', /^400 .*zip/],
    ['without group.json', () => zipOf({ 'prompts/a.json': prompt }), /^400 .*no group\.json/],
    ['of another format', () => zipOf({ 'group.json': { ...group, format: 'other/9' } }), /^400 .*format/],
    ['whose group.json is no JSON', () => zipOf({ 'group.json': '{' }), /^400 .*isn’t JSON/],
    [
      'with a name that climbs',
      () => zipOf({ 'group.json': group, '../../etc/passwd.json': 'x' }),
      /^400 .*doesn’t belong/,
    ],
    [
      'with a name that climbs inside',
      () => zipOf({ 'group.json': group, 'prompts/../a.json': prompt }),
      /^400 .*doesn’t belong/,
    ],
    ['with a backslash', () => zipOf({ 'group.json': group, 'prompts/..\\a.json': prompt }), /^400 .*doesn’t belong/],
    ['with a program', () => zipOf({ 'group.json': group, 'run.sh': 'rm' }), /^400 .*doesn’t belong/],
    [
      'that unpacks to 200 MB',
      async () =>
        new Uint8Array(
          deflatedZip([
            ['group.json', JSON.stringify(group)],
            ['prompts/a.json', ' '.repeat(200_000_000)],
          ]),
        ),
      /^(400 .*too large|200 )/,
    ],
    [
      'with 100,000 entries',
      async () =>
        new Uint8Array(
          deflatedZip(Array.from({ length: 100_000 }, (_, index): [string, string] => [`prompts/${index}.json`, '{}'])),
        ),
      /^400 /,
    ],
    [
      'with more prompts than a file may have',
      async () => fileOf(...Array.from({ length: groupFileLimits.prompts + 1 }, () => ({}))),
      /^400 .*more than 1,000 prompts/,
    ],
    [
      'with more collections than a file may have',
      async () => fileWith(Array.from({ length: groupFileLimits.collections + 1 }, () => ({}))),
      /^400 .*more than 100 collections/,
    ],
    ['that is too large', async () => new Uint8Array(groupFileLimits.bytes + 1), /^413 .*22 MB/],
  ])('%s is refused with a reason', async (_, file, reason) => {
    expect(await refusalOf(await file())).toMatch(reason)
  })

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{"key":', /isn’t JSON/],
    ['a list', [], /object/],
    ['no versions', { ...prompt, versions: [] }, /versions/],
    ['a key that is no id', { ...prompt, key: '../1' }, /key/],
    ['an unknown category', { ...prompt, category: 'no-such' }, /no category “no-such”/],
    ['a label on a version that it lacks', { ...prompt, labels: [{ label: 'mine', version: 9 }] }, /label/],
    ['a label that is none', { ...prompt, labels: [{ label: '../../', version: 1 }] }, /labels/],
    ['a text that is too short', { ...prompt, versions: [{ ...version, content: '' }] }, /at least 10/],
    ['a license that doesn’t exist', { ...prompt, licence: 'MINE' }, /licence/],
    [
      'a check that can’t work',
      { ...prompt, tests: [{ reason: 'x', values: {}, checks: [{ kind: 'matches', pattern: '(' }] }] },
      /./,
    ],
    ['a million versions', { ...prompt, versions: Array.from({ length: 1_000_000 }, () => 1) }, /versions/],
  ])('refuses a prompt with %s, and imports the others', async (_, broken, reason) => {
    const target = await addEmpty()
    const { status, body } = await importFile(target.slug, await fileOf({ ...prompt, key: newId() }, broken as object))
    expect(status).toBe(200)
    expect(resultsOf({ body })).toEqual(['new', 'refused'])
    expect(body.prompts[1].notes.join()).toMatch(reason)
  })

  it('names ids, owners and groups of others in vain', async () => {
    const { slug } = await addTeam()
    const hidden = await share((await addTeam()).slug)
    const hostile = {
      ...prompt,
      key: hidden.id,
      id: hidden.id,
      groupId: newId(),
      userId: by('reader'),
      status: 'published',
    }
    expect(resultsOf(await importFile(slug, await fileOf(hostile), { as: 'admin', on: site }))).toEqual(['new'])
    const { rows } = await sql<{ status: string; userId: string }>`
      select p.status, p.user_id from prompts p join groups g on g.id = p.group_id where g.slug = ${slug}`.execute(
      site.db,
    )
    expect(rows).toEqual([{ status: 'shared', userId: by('admin') }])
    expect((await site.request(`/api/prompts/${hidden.id}`, { as: by('writer') })).body.title).toBe(hidden.title)
  })

  it('has a prompt twice in vain', async () => {
    expect(resultsOf(await importFile((await addEmpty()).slug, await fileOf(prompt, prompt)))).toEqual([
      'new',
      'refused',
    ])
  })
})
