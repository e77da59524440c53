import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZip } from '#features/transfer/zip-rules.ts'
import { promptWithKinds } from '#test/prompt-with-kinds.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { exportFormats } from '../rules.ts'

let testSite: TestSite
let otherSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  otherSite = await createTestSite()
  ada = await testSite.addUser('ada')
})
afterAll(async () => {
  await testSite.close()
  await otherSite.close()
})

const createPrompt = async (more: object = {}) =>
  (await testSite.request('/api/prompts', { method: 'POST', as: ada, json: { ...promptWithKinds, ...more } })).body

describe('a prompt with blanks of every kind', () => {
  it.each(exportFormats)('is unchanged after an export as %s and an import into another site', async (format) => {
    const description = 'See https://docs.example for trips.'
    const prompt = await createPrompt({ title: `Trip as ${format}`, description, tags: ['travel'], models: ['Claude'] })
    const exported = await testSite.app.request(`/api/prompts/${prompt.slug}/export?format=${format}`)
    const file = await exported.text()
    const { body: digest } = await testSite.request(`/api/prompts/${prompt.slug}/versions/1/digest`)
    expect(file).toContain(digest.sha256)
    for (const paper of ['ada', 'CC-BY-4.0', 'docs.example']) expect(file, paper).toContain(paper)

    const as = await otherSite.addUser(`reader-${format}`)
    const json = { format: format === 'json' || format === 'csv' ? format : 'md', content: file, status: 'published' }
    const response = await otherSite.request('/api/user/prompts/import', { method: 'POST', as, json })
    expect(response.body).toMatchObject({ created: 1, refused: [] })
    const [ownPrompt] = (await otherSite.request('/api/user/prompts', { as })).body.items
    const importedPrompt = (await otherSite.request(`/api/prompts/${ownPrompt.id}`)).body
    for (const field of ['title', 'description', 'content', 'variables', 'category', 'tags', 'models', 'licence'])
      expect(importedPrompt[field], field).toEqual(prompt[field])
    const { body: importedDigest } = await otherSite.request(`/api/prompts/${ownPrompt.id}/versions/1/digest`)
    expect(importedDigest.sha256).toBe(digest.sha256)
  })

  it('can’t be exported by people who may not see it', async () => {
    const { id } = await createPrompt({ title: 'A private trip', status: 'draft' })
    expect((await testSite.app.request(`/api/prompts/${id}/export?format=skill`)).status).toBe(404)
    const headers = await testSite.headersOf(ada)
    expect((await testSite.app.request(`/api/prompts/${id}/export?format=skill`, { headers })).status).toBe(200)
  })
})

it('an archive of skills has a folder for each skill, with the skill’s name', async () => {
  const long = 'A title that is so long that its slug is cut where others are cut as well'
  for (const end of ['one', 'two']) await createPrompt({ title: `${long} ${end}` })
  const headers = await testSite.headersOf(ada)
  const zip = await testSite.app.request('/api/user/prompts/export?format=skill', { headers })
  const names: string[] = []
  for await (const file of readZip(new Uint8Array(await zip.arrayBuffer()), () => true)) {
    const folder = file.name.replace('/SKILL.md', '')
    expect('text' in file && file.text).toContain(`name: "${folder}"`)
    expect(folder.length).toBeLessThanOrEqual(64)
    names.push(folder)
  }
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(2)
})
