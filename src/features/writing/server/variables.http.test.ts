import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { promptWithKinds } from '#test/prompt-with-kinds.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ada: string
let eve: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
  eve = await testSite.addUser('eve')
})
afterAll(() => testSite.close())

const write = (more: object = {}, as = ada) =>
  testSite.request('/api/prompts', { method: 'POST', as, json: { ...promptWithKinds, ...more } })
const edit = (id: string, json: object) => testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as: ada, json })
const versionsOf = async (id: string) => (await testSite.request(`/api/prompts/${id}/versions`)).body
const describedVariables = promptWithKinds.variables.map((variable) =>
  variable.name === 'city' ? { ...variable, default: 'Lisbon' } : variable,
)
/** What the API returns: `city` with its default from the text, and `who`, which the list doesn't describe. */
const returnedVariables = [
  ...describedVariables.slice(0, 3),
  { name: 'who', default: null },
  ...describedVariables.slice(3),
]

describe('typed variables of a prompt', () => {
  it('are stored with the prompt and with its version, in the order of the text', async () => {
    const { status, body } = await write({ variables: promptWithKinds.variables.toReversed() })
    expect(status).toBe(201)
    expect(body.variables).toEqual(returnedVariables)
    expect((await versionsOf(body.id))[0].variables).toEqual(promptWithKinds.variables)
  })

  it('keep their kind and description when an edit of only the text renames their blank', async () => {
    const { body } = await write({ variables: promptWithKinds.variables })
    const { body: after } = await edit(body.id, { content: promptWithKinds.content.replace('{{days}}', '{{nights}}') })
    expect(after.variables[0]).toEqual({ ...returnedVariables[0], name: 'nights' })
    expect(after.variables).toHaveLength(returnedVariables.length)
  })

  it('can be sent back as returned, which changes nothing', async () => {
    const { body } = await write({ title: 'Sent back' })
    const { body: after } = await edit(body.id, { variables: body.variables })
    expect(after).toMatchObject({ version: 1, updatedAt: body.updatedAt })
  })

  const tone = { name: 'tone', default: null, kind: 'choice', options: ['warm', 'cool'] }
  const letter = (text: string) => `Write a letter in a ${text} tone.`
  const angry = { content: '{{tone}}: The default “angry” doesn’t fit. Choose one of the options.' }

  it('are checked together with a text that is changed alone, so what GET returns can always be saved', async () => {
    const { body } = await write({ title: 'A letter', content: letter('{{tone}}'), variables: [tone] })
    const refused = await edit(body.id, { content: letter('{{tone:angry}}') })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', fields: angry } })
    const accepted = await edit(body.id, { content: letter('{{tone:cool}}') })
    expect(accepted.body).toMatchObject({ content: letter('{{tone:cool}}'), variables: [{ ...tone, default: 'cool' }] })
    const { title, content, variables } = (await testSite.request(`/api/prompts/${body.id}`)).body
    const saved = await edit(body.id, { title, content, variables })
    expect(saved).toMatchObject({ status: 200, body: { version: 2 } })
  })

  it('have a default either in the text or in the list; a text that is changed alone replaces that of the list', async () => {
    const listed = { ...tone, default: 'warm' }
    const { body } = await write({ title: 'A letter again', content: letter('{{tone}}'), variables: [listed] })
    const twice = await edit(body.id, { content: letter('{{tone:cool}}'), variables: body.variables })
    expect(twice).toMatchObject({ status: 400, body: { fields: { variables: expect.stringContaining('Remove one') } } })
    const replaced = await edit(body.id, { content: letter('{{tone:cool}}') })
    expect(replaced.body.variables).toEqual([{ ...tone, default: 'cool' }])
    expect((await versionsOf(body.id))[0].variables).toEqual([tone])
  })

  it('are checked in a new prompt, a fork, a suggested edit and an import', async () => {
    const wrong = { content: letter('{{tone:angry}}'), variables: [tone] }
    const reason = angry.content
    expect((await write({ title: 'Angry', ...wrong })).body.fields).toEqual({ variables: reason })
    const { body } = await write({ title: 'An origin of letters', content: letter('{{tone}}'), variables: [tone] })
    const fork = await write({ title: 'Angry fork', forkOf: body.id, ...wrong }, eve)
    expect(fork.body.fields).toEqual({ variables: reason })
    const { title, description } = body
    const suggestion = { title, description, reason: 'Louder', baseVersion: 1 }
    const suggest = (json: object) =>
      testSite.request(`/api/prompts/${body.id}/change-requests`, { method: 'POST', as: eve, json })
    expect((await suggest({ ...suggestion, content: wrong.content })).body.fields).toEqual(angry)
    expect((await suggest({ ...suggestion, ...wrong })).body.fields).toEqual({ variables: reason })
    const file = { format: 'json', content: JSON.stringify([{ title: 'Angry import', ...wrong }]) }
    const imported = await testSite.request('/api/user/prompts/import', { method: 'POST', as: ada, json: file })
    expect(imported.body).toMatchObject({ created: 0, refused: [{ line: 1, reason }] })
  })

  it('create a new version when they change, and can be restored from an earlier version', async () => {
    const { body } = await write({ title: 'Two versions' })
    const { body: second } = await edit(body.id, { variables: [] })
    expect(second.version).toBe(2)
    expect(second.variables[0]).toEqual({ name: 'days', default: null })
    const [newest, first] = await versionsOf(body.id)
    expect(newest.variables).toEqual([])
    const { body: third } = await edit(body.id, { variables: first.variables })
    expect(third).toMatchObject({ version: 3, variables: returnedVariables })
  })

  it('are in the order of the text, and are deleted with their blank', async () => {
    const { body } = await write({ title: 'One blank less' })
    const { body: after } = await edit(body.id, { content: 'Plan {{start}} and {{days}}.' })
    expect(after.variables.map(({ name }: { name: string }) => name)).toEqual(['start', 'days'])
    expect(after.variables[1]).toMatchObject({ kind: 'number', max: 14 })
  })

  it('can be sent with a fork as the API returned them for the origin', async () => {
    const { body } = await write({ title: 'An origin' })
    const { body: fork } = await write({ title: 'A fork', forkOf: body.id, variables: body.variables }, eve)
    expect(fork.variables).toEqual(returnedVariables)
    expect(fork.forkOf.slug).toBe(body.slug)
  })

  it.each([
    [
      [{ name: 'nobody', default: null, kind: 'text' }],
      'The text has no blank {{nobody}}. Add it to the text, or remove it from the list.',
    ],
    [[{ name: 'days', default: null, kind: 'sound' }], expect.stringContaining('one of')],
    [[{ name: 'days', kind: 'text' }], expect.stringContaining('missing')],
    [[{ name: 'days', default: null, kind: 'choice', options: ['one'] }], '{{days}}: It has 1 option. Use 2 to 50.'],
  ])('are refused with an explanation if they are invalid: %o', async (variables, message) => {
    const { status, body } = await write({ title: 'Refused', variables })
    expect(status).toBe(400)
    expect(Object.entries(body.fields)[0]).toEqual([expect.stringMatching(/^variables/), message])
  })

  it('let search find the prompt by their labels and options', async () => {
    const { body } = await write({
      title: 'Found by its blanks',
      variables: [
        { name: 'who', default: null, kind: 'choice', label: 'Zeppelin crew', options: ['quokkas', 'wombats'] },
      ],
    })
    for (const q of ['zeppelin', 'quokkas']) {
      const { items } = (await testSite.request(`/api/prompts?q=${q}`)).body
      expect(items.map(({ id }: { id: string }) => id)).toEqual([body.id])
    }
  })
})

describe('the SHA-256 of a version', () => {
  it('tells whether the version is the same as the newest one', async () => {
    const { body } = await write({ title: 'Copied somewhere' })
    const digest = (version: number) => testSite.request(`/api/prompts/${body.slug}/versions/${version}/digest`)
    const { body: first } = await digest(1)
    expect(first).toMatchObject({ version: 1, isNewest: true, newest: { version: 1, sha256: first.sha256 } })
    await edit(body.id, { variables: [] })
    expect((await digest(1)).body).toMatchObject({ version: 1, sha256: first.sha256, isNewest: false })
    const { body: second } = await digest(2)
    expect(second.sha256).not.toBe(first.sha256)
    // Version 3 is the same as version 1, so a file exported from version 1 is up to date.
    await edit(body.id, { variables: promptWithKinds.variables })
    expect((await digest(1)).body).toMatchObject({ isNewest: true, newest: { version: 3, sha256: first.sha256 } })
    expect((await digest(4)).status).toBe(404)
  })

  it('is available to the author, but not to visitors, if the version was never public', async () => {
    const { body } = await write({ title: 'Private at first', status: 'draft' })
    expect((await testSite.request(`/api/prompts/${body.id}/versions/1/digest`)).status).toBe(404)
    await edit(body.id, { content: `${promptWithKinds.content} More.`, status: 'published' })
    expect((await testSite.request(`/api/prompts/${body.id}/versions/1/digest`)).status).toBe(404)
    expect((await testSite.request(`/api/prompts/${body.id}/versions/1/digest`, { as: ada })).status).toBe(200)
  })
})
