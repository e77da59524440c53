import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAuthor } from '#features/catalogue/server/erase-author.ts'
import { versionsMax } from '#features/catalogue/server/link-prompts.ts'
import { removePrompt } from '#features/catalogue/server/remove-prompts.ts'
import type { GroupRole } from '#features/groups/rules.ts'
import { readPromptPart } from '#features/site/server/sitemap-queries.ts'
import { deletedAccountId } from '#platform/actor.ts'
import { readContentChanges } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
const people: Record<string, string | undefined> = {}
beforeAll(async () => {
  testSite = await createTestSite()
  for (const name of ['ada', 'ben', 'cyd']) people[name] = await testSite.addUser(name)
  people.moderator = await testSite.addUser('moderator', 'moderator')
  const groupId = newId()
  await testSite.db
    .insertInto('groups')
    .values({ id: groupId, slug: 'sales', name: 'Sales', createdAt: new Date() })
    .execute()
  for (const [name, role] of Object.entries({ ada: 'writer', ben: 'reader' } satisfies Record<string, GroupRole>))
    await testSite.db
      .insertInto('groupMembers')
      .values({ groupId, userId: people[name] as string, role, source: 'admin', createdAt: new Date() })
      .execute()
})
afterAll(() => testSite.close())

const texts: Record<string, string> = {
  en: 'Summarize the following meeting notes in five short sentences, and name who has to do what until when.',
  de: 'Fasse die folgenden Notizen der Besprechung in fünf kurzen Sätzen zusammen, und nenne, wer was bis wann tun muss.',
  fr: 'Résume les notes de réunion suivantes en cinq phrases courtes, et indique qui doit faire quoi et pour quand.',
  ja: '次の会議メモを五つの短い文で要約し、誰がいつまでに何をしなければならないかを書いてください。',
}

let count = 0
async function add(language: string, as: string, fields: object = {}) {
  const json = { title: `Notes ${language} ${++count}`, content: texts[language], category: 'general', ...fields }
  const { body, status } = await testSite.request('/api/prompts', { method: 'POST', as: people[as], json })
  expect([status, body.language]).toEqual([201, language])
  return body as { id: string; slug: string; title: string }
}
const link = (id: string, of: string, as: string) =>
  testSite.request(`/api/prompts/${id}/translation`, { method: 'PUT', as: people[as], json: { of } })
const unlink = (id: string, as: string) =>
  testSite.request(`/api/prompts/${id}/translation`, { method: 'DELETE', as: people[as] })
const edit = (id: string, json: object, as: string) =>
  testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as: people[as], json })
/** The languages in which a reader finds the prompt, besides its own. */
async function languagesOf(id: string, as?: string): Promise<string[]> {
  const { body } = await testSite.request(`/api/prompts/${id}`, { as: as && people[as] })
  return body.translations.map(({ language }: { language: string }) => language)
}

describe('a translation', () => {
  it('is linked by its author to a prompt of somebody else, by address, and both lead to each other', async () => {
    const original = await add('en', 'ada')
    const german = await add('de', 'ben')
    const { body, status } = await link(german.id, `https://prompts.example/ja/prompt/${original.slug}?utm=1`, 'ben')
    expect(status).toBe(200)
    expect(body.translations).toEqual([
      {
        ...{ id: original.id, slug: original.slug, title: original.title },
        ...{ language: 'en', languageName: 'English', isOriginal: true, isTrusted: false },
      },
    ])
    expect((await testSite.request(`/api/prompts/${original.slug}`)).body.translations).toMatchObject([
      { slug: german.slug, languageName: 'Deutsch', isOriginal: false, isTrusted: false },
    ])
    expect((await link(german.id, original.id, 'ben')).status).toBe(200)
  })

  it('joins all translations of the prompt to which it is linked', async () => {
    const original = await add('en', 'ada')
    const german = await add('de', 'ben', { translationOf: original.slug })
    const french = await add('fr', 'cyd', { translationOf: german.id })
    expect(await languagesOf(original.id)).toEqual(['de', 'fr'])
    expect(await languagesOf(french.id)).toEqual(['de', 'en'])
  })

  it('is refused for the same prompt, the same language, and a language that there is', async () => {
    const original = await add('en', 'ada')
    const other = await add('en', 'ben')
    const german = await add('de', 'ben', { translationOf: original.id })
    const second = await add('de', 'cyd')
    const messages = []
    for (const [id, of, as] of [
      [german.id, german.slug, 'ben'],
      [other.id, original.id, 'ben'],
      [second.id, original.id, 'cyd'],
    ] as const) {
      const { status, body } = await link(id, of, as)
      messages.push([status, body.error])
    }
    expect(messages).toEqual([
      [409, 'A prompt can’t be a translation of itself.'],
      [409, 'Both prompts are in the same language (English), so neither is a translation of the other.'],
      [409, `“${german.title}” is already the version in this language (Deutsch).`],
    ])
    const json = { title: 'Another', content: texts.de, category: 'general', translationOf: original.id }
    expect((await testSite.request('/api/prompts', { method: 'POST', as: people.cyd, json })).status).toBe(409)
    const { items } = (await testSite.request('/api/prompts?author=cyd&limit=50')).body
    expect(items.map(({ title }: { title: string }) => title)).not.toContain('Another')
  })

  it('is linked and unlinked by its writers and moderators only, and unlinked by the author of the original', async () => {
    const original = await add('en', 'ada')
    const german = await add('de', 'ben')
    expect((await link(german.id, original.id, 'cyd')).status).toBe(403)
    expect((await link(german.id, original.id, 'ada')).status).toBe(403)
    expect((await testSite.request(`/api/prompts/${german.id}/translation`, { method: 'DELETE' })).status).toBe(401)
    expect((await link(german.id, original.id, 'moderator')).status).toBe(200)
    expect((await unlink(german.id, 'cyd')).status).toBe(403)
    expect((await unlink(original.id, 'ben')).status).toBe(403)
    expect((await unlink(german.id, 'ada')).status).toBe(204)
    expect(await languagesOf(original.id)).toEqual([])
    expect((await unlink(german.id, 'ben')).status).toBe(204)
    // Without the link, the original's author has no say.
    expect((await unlink(german.id, 'ada')).status).toBe(403)
  })

  it('stays with the others when the original leaves, which then begins a new set', async () => {
    const original = await add('en', 'ada')
    const german = await add('de', 'ben', { translationOf: original.id })
    const french = await add('fr', 'cyd', { translationOf: original.id })
    await unlink(original.id, 'ada')
    expect([await languagesOf(german.id), await languagesOf(original.id)]).toEqual([['fr'], []])
    const japanese = await add('ja', 'cyd', { translationOf: original.id })
    expect([await languagesOf(japanese.id), await languagesOf(french.id)]).toEqual([['en'], ['de']])
  })
})

describe('what others see of a translation', () => {
  it('is nothing while it is a draft, removed, deleted or pending, and it can be seen again afterwards', async () => {
    const original = await add('en', 'ada')
    const german = await add('de', 'ben', { status: 'draft', translationOf: original.id })
    // Its author opens the original from it, and nobody learns of the draft.
    expect(await languagesOf(german.id, 'ben')).toEqual(['en'])
    for (const reader of [undefined, 'ada', 'ben', 'moderator'])
      expect(await languagesOf(original.id, reader), reader).toEqual([])
    await edit(german.id, { status: 'published' }, 'ben')
    expect(await languagesOf(original.id)).toEqual(['de'])
    const removal = { idOrSlug: german.id, reason: 'Spam, as it seems to be.' }
    const context = { now: new Date(), onPublished: hooks.onPublished }
    const moderator = memberOf(people.moderator as string, 'moderator')
    await inTransaction(testSite.db, (tx) => removePrompt(tx, moderator, removal, context))
    expect(await languagesOf(original.id)).toEqual([])
    await edit(german.id, { status: 'published' }, 'moderator')
    expect(await languagesOf(original.id)).toEqual(['de'])
    await testSite.request(`/api/prompts/${german.id}`, { method: 'DELETE', as: people.ben })
    expect(await languagesOf(original.id)).toEqual([])
    await testSite.request(`/api/prompts/${german.id}/restore`, { method: 'POST', as: people.ben })
    expect(await languagesOf(original.id)).toEqual(['de'])
  })

  it('is nothing of what only groups read, except for their members', async () => {
    const original = await add('en', 'cyd')
    const shared = { status: 'shared', group: 'sales' }
    const german = await add('de', 'ada', { ...shared, translationOf: original.id })
    expect(await languagesOf(original.id, 'ben')).toEqual(['de'])
    for (const reader of [undefined, 'cyd', 'moderator'])
      expect(await languagesOf(original.id, reader), reader).toEqual([])
    // Strangers can’t link to it, and it doesn’t take the place of theirs.
    const french = await add('fr', 'cyd')
    expect((await link(french.id, german.id, 'cyd')).status).toBe(404)
    const publicGerman = await add('de', 'cyd', { translationOf: original.id })
    for (const reader of [undefined, 'ben']) {
      const { body } = await testSite.request(`/api/prompts/${original.id}`, { as: reader && people[reader] })
      expect(body.translations.map(({ id }: { id: string }) => id)).toEqual([publicGerman.id])
    }
  })

  it('leaves the set if it is published when another is there in its language, or rewritten in one', async () => {
    const original = await add('en', 'ada')
    const draft = await add('de', 'ben', { status: 'draft', translationOf: original.id })
    const german = await add('de', 'cyd', { translationOf: original.id })
    expect((await edit(draft.id, { status: 'published' }, 'ben')).body.translations).toEqual([])
    const french = await add('fr', 'cyd', { translationOf: original.id })
    expect((await edit(french.id, { content: texts.de }, 'cyd')).body.translations).toEqual([])
    const { body } = await testSite.request(`/api/prompts/${original.id}`)
    expect(body.translations.map(({ id }: { id: string }) => id)).toEqual([german.id])
  })

  it('ends with the account of its author, which the pages of the others are told', async () => {
    people.dan = await testSite.addUser('dan')
    const original = await add('en', 'dan')
    const german = await add('de', 'ben', { translationOf: original.id })
    const { version } = await readContentChanges(testSite.db, null)
    await inTransaction(testSite.db, (tx) =>
      eraseAuthor(tx, people.dan as string, { prompts: 'delete', newOwnerId: deletedAccountId }),
    )
    expect(await languagesOf(german.id)).toEqual([])
    expect((await readContentChanges(testSite.db, version)).keys).toContain(german.id)
  })
})

describe('a version that somebody else has linked', () => {
  const stateOf = async (id: string) => {
    const { body } = await testSite.request(`/api/prompts/${id}`)
    return body.translations.map((one: Record<string, unknown>) => [one.language, one.isTrusted])
  }
  const pathsOf = async () => {
    const pages = await readPromptPart(testSite.db, null)
    return new Map(pages.map(({ path, versions }) => [path, versions?.map((one) => one.path).sort()]))
  }

  it('takes nobody’s place in lists, searches and for robots until the original’s author approves it', async () => {
    const tags = ['featured-one']
    const original = await add('en', 'ada', { tags, title: 'Zqtrust in English', category: 'research' })
    await testSite.db.updateTable('prompts').set({ featured: true }).where('id', '=', original.id).execute()
    const german = await add('de', 'cyd', { title: 'Kauft Zqtrust bei evil.example', translationOf: original.id })
    const titlesIn = async (query: string) =>
      (await testSite.request(`/api/prompts?${query}&prefer=de`)).body.items.map((one: { slug: string }) => one.slug)
    const lists = ['tag=featured-one', 'category=research', 'featured=true']
    for (const list of lists) expect(await titlesIn(list)).toContain(original.slug)
    expect(await titlesIn('q=zqtrust')).toHaveLength(2)
    expect([await stateOf(original.id), await stateOf(german.id)]).toEqual([[['de', false]], [['en', false]]])
    const paths = [original, german].map(({ slug }) => `/prompt/${slug}`)
    const before = await pathsOf()
    expect(paths.map((path) => before.get(path))).toEqual([undefined, undefined])

    expect((await link(german.id, original.id, 'cyd')).status).toBe(200)
    expect((await link(german.id, original.id, 'ben')).status).toBe(403)
    expect(await stateOf(original.id)).toEqual([['de', false]])
    expect((await link(german.id, original.id, 'ada')).status).toBe(200)
    // Its writer’s own link takes nothing back.
    expect((await link(german.id, original.id, 'cyd')).status).toBe(200)
    expect([await stateOf(original.id), await stateOf(german.id)]).toEqual([[['de', true]], [['en', true]]])
    for (const list of lists) expect(await titlesIn(list)).not.toContain(original.slug)
    expect(await titlesIn('q=zqtrust')).toEqual([german.slug])
    const after = await pathsOf()
    expect(paths.map((path) => after.get(path))).toEqual([paths.toSorted(), paths.toSorted()])
    // Taken out, it is a stranger’s again.
    await unlink(german.id, 'ada')
    await link(german.id, original.id, 'cyd')
    expect(await stateOf(original.id)).toEqual([['de', false]])
  })

  it('passes no trust on to others of its author', async () => {
    const original = await add('en', 'ada')
    const german = await add('de', 'cyd', { translationOf: original.id })
    await add('fr', 'cyd', { translationOf: german.id })
    await link(german.id, original.id, 'ada')
    await add('ja', 'cyd', { translationOf: german.id })
    expect(await stateOf(original.id)).toEqual([
      ['de', true],
      ['fr', false],
      ['ja', false],
    ])
  })

  it('is refused between people of whom one has blocked the other', async () => {
    people.gus = await testSite.addUser('gus')
    const original = await add('en', 'ada')
    const french = await add('fr', 'ben', { translationOf: original.id })
    const german = await add('de', 'gus')
    const block = { method: 'PUT', as: people.ada, json: { kind: 'block' } } as const
    expect((await testSite.request('/api/user/blocks/gus', block)).status).toBe(204)
    expect((await link(german.id, original.id, 'gus')).status).toBe(403)
    expect((await link(german.id, french.id, 'gus')).status).toBe(403)
    const row = { title: 'From a file', content: `${texts.ja} 9`, category: 'general', translation_of: original.slug }
    const json = { format: 'json', content: JSON.stringify([row]), status: 'published', preview: false }
    await testSite.request('/api/user/prompts/import', { method: 'POST', as: people.gus, json })
    expect(await languagesOf(original.id)).toEqual(['fr'])
  })

  it('is unlinked by the original’s author also after the original had left and came back', async () => {
    const german = await add('de', 'cyd')
    const original = await add('en', 'ada')
    await link(german.id, original.id, 'cyd')
    await unlink(original.id, 'ada')
    await link(german.id, original.id, 'cyd')
    expect((await unlink(german.id, 'ada')).status).toBe(204)
    const french = await add('fr', 'cyd', { translationOf: original.id })
    await link(german.id, original.id, 'cyd')
    await unlink(original.id, 'ada')
    await link(german.id, original.id, 'cyd')
    await link(french.id, original.id, 'cyd')
    expect(await stateOf(original.id)).toEqual([
      ['de', false],
      ['fr', false],
    ])
    expect((await unlink(german.id, 'ada')).status).toBe(204)
    expect((await unlink(original.id, 'cyd')).status).toBe(403)
  })

  it('is decided about by the writers of the group that the original belongs to', async () => {
    const shared = { status: 'shared', group: 'sales' }
    const original = await add('en', 'ada', shared)
    const german = await add('de', 'ben', { translationOf: original.id })
    expect(await languagesOf(original.id, 'ada')).toEqual(['de'])
    expect((await link(german.id, original.id, 'ada')).body.translations).toMatchObject([{ isTrusted: true }])
    expect((await unlink(german.id, 'ada')).status).toBe(204)
  })
})

it('each change is told to the caches of the pages and lists that show it', async () => {
  const changedBy = async (change: () => Promise<unknown>) => {
    const { version } = await readContentChanges(testSite.db, null)
    await change()
    return (await readContentChanges(testSite.db, version)).keys
  }
  const original = await add('en', 'ada')
  const german = await add('de', 'ben', { status: 'draft', translationOf: original.id })
  const changes = [
    () => edit(german.id, { status: 'published' }, 'ben'),
    () => link(german.id, original.id, 'ada'),
    () => edit(german.id, { title: 'Another title' }, 'ben'),
    () => unlink(german.id, 'ben'),
    () => link(german.id, original.id, 'ben'),
    () => edit(german.id, { status: 'draft' }, 'ben'),
  ]
  for (const change of changes)
    expect(await changedBy(change)).toEqual(expect.arrayContaining([original.id, german.id, 'lists']))
})

describe('lists and searches that prefer a language', () => {
  const slugsIn = async (query: string, as?: string) => {
    const { body, status } = await testSite.request(`/api/${query}`, { as: as && people[as] })
    expect(status).toBe(200)
    const { items } = body.prompts ?? body
    return items.map(({ slug }: { slug: string }) => slug)
  }

  it('show the version in it in the place of the others, once, and hide nothing else', async () => {
    const tags = ['preferred']
    const only = await add('en', 'ada', { tags })
    const original = await add('en', 'ada', { tags })
    const german = await add('de', 'ben', { tags, translationOf: original.id })
    const french = await add('fr', 'cyd', { tags, translationOf: original.id })
    for (const { id } of [german, french]) await link(id, original.id, 'ada')
    const list = 'prompts?sort=newest&tag=preferred'
    expect(await slugsIn(list)).toEqual([french.slug, german.slug, original.slug, only.slug])
    expect(await slugsIn(`${list}&prefer=de`)).toEqual([german.slug, only.slug])
    expect(await slugsIn(`${list}&prefer=pt-BR`)).toHaveLength(4)
    expect(await slugsIn(`${list}&prefer=de&limit=1`)).toEqual([german.slug])
    // What somebody filters by stays as they filtered it.
    expect(await slugsIn(`${list}&prefer=de&language=fr`)).toEqual([french.slug])
    expect(await slugsIn(`${list}&prefer=de&author=cyd`)).toEqual([french.slug])
    await unlink(german.id, 'ben')
    expect(await slugsIn(`${list}&prefer=de`)).toHaveLength(4)
  })

  it('show a version that only groups read to their members alone', async () => {
    const tags = ['preferred-shared']
    const original = await add('en', 'ada', { tags })
    const german = await add('de', 'ada', { tags, status: 'shared', group: 'sales', translationOf: original.id })
    const list = 'prompts?tag=preferred-shared&prefer=de'
    expect([await slugsIn(list), await slugsIn(list, 'cyd')]).toEqual([[original.slug], [original.slug]])
    expect(await slugsIn(list, 'ben')).toEqual([german.slug])
  })

  it('leave out other versions in a search only if the version in the language matches too', async () => {
    const original = await add('en', 'ada', { title: 'Zqfind in English' })
    const german = await add('de', 'ben', { title: 'Zqfind auf Deutsch', translationOf: original.id })
    await link(german.id, original.id, 'moderator')
    for (const search of ['search?q=zqfind', 'prompts?q=zqfind']) {
      expect((await slugsIn(search)).sort()).toEqual([german.slug, original.slug].sort())
      expect(await slugsIn(`${search}&prefer=de`)).toEqual([german.slug])
      expect(await slugsIn(`${search}&prefer=en`)).toEqual([original.slug])
    }
  })
})

describe('files', () => {
  const importFile = async (content: unknown, as: string, preview = false) => {
    const json = { format: 'json', content: JSON.stringify(content), status: 'published', preview }
    const { body, status } = await testSite.request('/api/user/prompts/import', {
      method: 'POST',
      as: people[as],
      json,
    })
    expect(status).toBe(200)
    return body.taken as { id: string; notes: string[] }[]
  }
  const text = (language: string) => ({ content: `${texts[language]} (${++count})`, category: 'general' })

  it('carry the link, which an import in another account sets again', async () => {
    people.eve = await testSite.addUser('eve')
    people.fay = await testSite.addUser('fay')
    const original = await add('en', 'eve')
    const german = await add('de', 'eve', { translationOf: original.id })
    const { body } = await testSite.request('/api/user/prompts/export?format=json', { as: people.eve })
    expect(body.map(({ slug, translationOf }: Record<string, string>) => [slug, translationOf])).toEqual([
      [original.slug, null],
      [german.slug, original.slug],
    ])
    const taken = await importFile(body, 'fay')
    expect(taken.map(({ notes }) => notes.filter((note) => note.includes('translation')))).toEqual([
      [],
      [`It is linked as a translation of “${original.title}”.`],
    ])
    expect(await languagesOf(taken[0]?.id ?? '')).toEqual(['de'])
    // They are linked to each other, not to those of the other account.
    expect(await languagesOf(original.id)).toEqual(['de'])
  })

  it('name a prompt of this site, and say in the preview what will be linked', async () => {
    const original = await add('en', 'ada')
    const row = { title: 'From a file', ...text('de'), translation_of: original.slug }
    const [previewed] = await importFile([row], 'ben', true)
    expect(previewed?.notes).toContain(`It is linked as a translation of “${original.title}”.`)
    expect(await languagesOf(original.id)).toEqual([])
    await importFile([row], 'ben')
    expect(await languagesOf(original.id)).toEqual(['de'])
    const [unknown] = await importFile([{ title: 'Nothing there', ...text('fr'), translation_of: 'zqnothing' }], 'ben')
    expect(unknown?.notes.join()).toContain('There is no prompt “zqnothing”')
  })

  it('tell nothing of a draft that somebody else has, and suggest by tags without linking', async () => {
    const draft = await add('en', 'ada', { status: 'draft', title: 'Zqsecret draft' })
    const row = { title: 'A guess', ...text('de'), translation_of: draft.slug }
    const [taken] = await importFile([row], 'ben')
    expect(JSON.stringify(taken)).not.toContain('Zqsecret draft')
    const own = await add('en', 'cyd', { tags: ['zqone', 'zqtwo'] })
    const [alike] = await importFile([{ title: 'With the same tags', ...text('de'), tags: ['zqtwo', 'zqone'] }], 'cyd')
    expect(alike?.notes.join()).toContain(`It may be a translation of “${own.title}”`)
    expect(await languagesOf(own.id)).toEqual([])
  })
})

it('a file names languages that texts have, and a prompt has a bounded number of versions', async () => {
  people.imp = await testSite.addUser('imp')
  const original = await add('en', 'ada')
  await add('fr', 'imp')
  const [exported] = (await testSite.request('/api/user/prompts/export?format=json', { as: people.imp })).body
  const importAs = async (languages: string[]) => {
    const rows = languages.map((language) => ({
      ...exported,
      ...{ id: newId(), slug: `s-${++count}`, title: `Spam ${count}`, content: `${texts.en} nr ${count}` },
      ...{ importKey: null, sha256: null, language, translationOf: original.slug },
    }))
    const json = { format: 'json', content: JSON.stringify(rows), status: 'published', preview: false }
    const { body } = await testSite.request('/api/user/prompts/import', { method: 'POST', as: people.imp, json })
    return body.taken as { notes: string[] }[]
  }
  await importAs(['BUY NOW at evil.example', 'q1x', 'q2x', 'de-x-spam'])
  expect(await languagesOf(original.id)).toEqual([])
  const tags =
    'am ar az be bg bn ca cs da de el es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms'
  const taken = await importAs([...tags.split(' '), 'nl', 'no', 'or', 'pa', 'pl'])
  expect(await languagesOf(original.id)).toHaveLength(versionsMax - 1)
  const full = `“${original.title}” has versions in ${versionsMax} languages already, and can’t have more.`
  expect(taken.map(({ notes }) => notes.includes(full))).toEqual(taken.map((_, n) => n >= versionsMax - 1))
  const turkish = await add('en', 'imp')
  await testSite.db.updateTable('prompts').set({ language: 'tr' }).where('id', '=', turkish.id).execute()
  const { status, body } = await link(turkish.id, original.id, 'imp')
  expect([status, body.error]).toEqual([409, full])
})

describe('concurrent requests', () => {
  it('link two prompts to each other, once', async () => {
    const english = await add('en', 'ada')
    const german = await add('de', 'ada')
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 ? link(english.id, german.id, 'ada') : link(german.id, english.id, 'ada'),
      ),
    )
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]))
    expect([await languagesOf(english.id), await languagesOf(german.id)]).toEqual([['de'], ['en']])
  })

  it('leave one version in each language', async () => {
    const original = await add('en', 'ada')
    const rivals = await Promise.all(Array.from({ length: 6 }, (_, n) => add('de', ['ben', 'cyd'][n % 2] ?? 'ben')))
    const results = await Promise.all(rivals.map(({ id }, n) => link(id, original.id, ['ben', 'cyd'][n % 2] ?? 'ben')))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await languagesOf(original.id)).toEqual(['de'])
  })

  it('that publish drafts leave one version in each language', async () => {
    const authors = ['ada', 'ben', 'cyd', 'moderator']
    const original = await add('en', 'ada')
    const drafts = await Promise.all(
      authors.map((name) => add('de', name, { status: 'draft', translationOf: original.id })),
    )
    const results = await Promise.all(
      drafts.map(({ id }, n) => edit(id, { status: 'published' }, authors[n] as string)),
    )
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(results.filter(({ body }) => body.translations.length > 0)).toHaveLength(1)
    expect(await languagesOf(original.id)).toEqual(['de'])
  })
})
