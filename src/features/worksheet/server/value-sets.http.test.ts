import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { valueSetLimits } from '../value-set-rules.ts'
import { exportValueSets } from './value-set-queries.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const pathOf = (prompt: string, set = '') => `/api/prompts/${prompt}/value-sets${set && `/${set}`}`
const save = (as: string | undefined, prompt: string, json: object) =>
  testSite.request(pathOf(prompt), { as, method: 'POST', json })
const change = (as: string, prompt: string, set: string, json: object) =>
  testSite.request(pathOf(prompt, set), { as, method: 'PATCH', json })
const remove = (as: string, prompt: string, set: string) =>
  testSite.request(pathOf(prompt, set), { as, method: 'DELETE' })
const listOf = async (as: string, prompt: string) => (await testSite.request(pathOf(prompt), { as })).body

describe('a set of values', () => {
  it('is saved, listed by name, renamed, given new values and deleted', async () => {
    const ada = await testSite.addUser('ada')
    const { id, slug } = await testSite.addPrompt({ content: 'Write to {{company}} about {{topic}}.' })
    const second = await save(ada, slug, { name: ' Beta ', values: { company: 'Beta', topic: 'a bill' } })
    const first = await save(ada, id, { name: 'Acme', values: { company: 'Acme' } })
    expect([first.status, second.status, second.body.name]).toEqual([201, 201, 'Beta'])
    expect(await listOf(ada, slug)).toEqual([first.body, second.body])

    const renamed = await change(ada, slug, first.body.id, { name: 'Acme Ltd' })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Acme Ltd', values: { company: 'Acme' } } })
    const replaced = await change(ada, slug, first.body.id, { values: { topic: 'an order' } })
    expect(replaced).toMatchObject({ status: 200, body: { name: 'Acme Ltd', values: { topic: 'an order' } } })

    for (const _ of ['once', 'and again']) expect((await remove(ada, slug, first.body.id)).status).toBe(204)
    expect(await listOf(ada, slug)).toEqual([second.body])
  })

  it('keeps the values of blanks that the prompt’s text no longer has', async () => {
    const bea = await testSite.addUser('bea')
    const { id } = await testSite.addPrompt({ content: 'Write to {{company}} about {{topic}}.' })
    const { body } = await save(bea, id, { name: 'Acme', values: { company: 'Acme', topic: 'a bill' } })
    await testSite.db.updateTable('prompts').set({ content: 'Write to {{company}}.' }).where('id', '=', id).execute()
    const changed = await change(bea, id, body.id, { values: { company: 'Acme Ltd' } })
    expect(changed.body.values).toEqual({ company: 'Acme Ltd', topic: 'a bill' })
  })

  it('can’t be seen, changed or deleted by anyone else', async () => {
    const [cem, dan] = [await testSite.addUser('cem'), await testSite.addUser('dan')]
    const admin = await testSite.addUser('root', 'admin')
    const { id } = await testSite.addPrompt({ content: 'About {{topic}}.' })
    const { body: saved } = await save(cem, id, { name: 'Mine', values: { topic: 'a secret' } })
    for (const other of [dan, admin]) {
      expect(await listOf(other, id)).toEqual([])
      expect((await change(other, id, saved.id, { name: 'Theirs' })).status).toBe(404)
      // A deletion also returns 204 if there is nothing to delete.
      expect((await remove(other, id, saved.id)).status).toBe(204)
    }
    expect(await listOf(cem, id)).toEqual([saved])
    expect((await testSite.request(pathOf(id))).status).toBe(401)
    expect((await save(undefined, id, { name: 'Mine', values: {} })).status).toBe(401)
  })

  it('belongs to one prompt, which the member must be allowed to see, except to export or delete the set', async () => {
    const eve = await testSite.addUser('eve')
    const [one, other] = [await testSite.addPrompt(), await testSite.addPrompt()]
    const draft = await testSite.addPrompt({ status: 'draft' })
    const { body } = await save(eve, one.id, { name: 'One', values: {} })
    expect((await change(eve, other.id, body.id, { name: 'Two' })).status).toBe(404)
    expect((await save(eve, draft.id, { name: 'One', values: {} })).status).toBe(404)
    expect((await save(eve, newId(), { name: 'One', values: {} })).status).toBe(404)
    await testSite.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', one.id).execute()
    expect((await testSite.request(pathOf(one.id), { as: eve })).status).toBe(404)
    expect(await exportValueSets(testSite.db, eve)).toMatchObject([{ name: 'One', prompt: { id: one.id, slug: null } }])
    expect((await remove(eve, one.id, body.id)).status).toBe(204)
    expect(await exportValueSets(testSite.db, eve)).toEqual([])
  })

  it.each([
    ['no name', { name: ' ', values: {} }, 'name'],
    ['a long name', { name: 'n'.repeat(valueSetLimits.nameMax + 1), values: {} }, 'name'],
    ['two lines in its name', { name: 'a\nb', values: {} }, 'name'],
    ['hidden characters in its name', { name: 'a\u202Eb', values: {} }, 'name'],
    ['a number as a value', { name: 'a', values: { topic: 7 } }, 'values.topic'],
    ['a list instead of named values', { name: 'a', values: ['x'] }, 'values'],
    [
      'too many values',
      { name: 'a', values: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`b${n}`, ''])) },
      'values',
    ],
    ['values that are too long', { name: 'a', values: { a: 'x'.repeat(30_000), b: 'x'.repeat(30_000) } }, 'values'],
  ])('is refused with %s', async (_, json, field) => {
    const user = await testSite.addUser(`wrong_${newId().slice(-6)}`)
    const { id } = await testSite.addPrompt()
    const { status, body } = await save(user, id, json)
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'validation_failed', [field]])
  })

  it('can’t become too long by keeping the values of blanks that the text no longer has', async () => {
    const user = await testSite.addUser('full')
    const { id } = await testSite.addPrompt({ content: 'About {{topic}}.' })
    const { body } = await save(user, id, { name: 'a', values: { gone: 'x'.repeat(30_000) } })
    const { status } = await change(user, id, body.id, { values: { topic: 'x'.repeat(30_000) } })
    expect(status).toBe(400)
    expect(await listOf(user, id)).toEqual([body])
  })
})

describe('sets of values', () => {
  it('are limited per prompt, and never have the same name, even if they are saved concurrently', async () => {
    const user = await testSite.addUser('gil')
    const { id } = await testSite.addPrompt()
    const same = await Promise.all(Array.from({ length: 5 }, () => save(user, id, { name: 'Same', values: {} })))
    expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const names = Array.from({ length: valueSetLimits.perPrompt + 4 }, (_, n) => `Set ${n}`)
    const responses = await Promise.all(names.map((name) => save(user, id, { name, values: {} })))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(valueSetLimits.perPrompt - 1)
    expect(await listOf(user, id)).toHaveLength(valueSetLimits.perPrompt)
    const other = (await listOf(user, id)).at(-1)
    expect((await change(user, id, other.id, { name: 'Same' })).status).toBe(409)
  })

  it('are limited per member', async () => {
    const user = await testSite.addUser('hal')
    const { id } = await testSite.addPrompt()
    const prompts = await testSite.addPrompts(10)
    for (const promptId of prompts)
      await testSite.db
        .insertInto('valueSets')
        .values(
          Array.from({ length: valueSetLimits.perPrompt }, (_, n) => ({
            userId: user,
            id: newId(),
            promptId,
            name: `Set ${n}`,
            filled: '{}',
            createdAt: new Date(),
            updatedAt: new Date(),
          })),
        )
        .execute()
    expect(await save(user, id, { name: 'One more', values: {} })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })

  it('are deleted with their prompt', async () => {
    const user = await testSite.addUser('ida')
    const { id } = await testSite.addPrompt()
    await save(user, id, { name: 'Mine', values: {} })
    await testSite.db.deleteFrom('prompts').where('id', '=', id).execute()
    expect(await exportValueSets(testSite.db, user)).toEqual([])
  })
})
