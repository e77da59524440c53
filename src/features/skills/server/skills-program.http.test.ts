import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createListeningSite } from '#test/listening-site.ts'

let site: Awaited<ReturnType<typeof createListeningSite>>
let author: string
let folder: string
beforeAll(async () => {
  site = await createListeningSite()
  author = await site.testSite.addUser('ada')
})
beforeEach(async () => {
  await rm(folder ?? '', { recursive: true, force: true })
  folder = await mkdtemp(join(tmpdir(), 'promptarium-skills-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await site.close()
})

/** Runs the unmodified program `skills` in a project that has only skills for Claude Code. Returns what it prints. */
async function skills(...args: string[]): Promise<string> {
  const program = join(import.meta.dirname, '../../../../node_modules/skills/bin/cli.mjs')
  // Otherwise, the program reports each installation to its maker.
  const env = { PATH: process.env.PATH, HOME: folder, DISABLE_TELEMETRY: '1', CI: '1' }
  const run = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return stripVTControlCharacters(stdout)
}
const add = (address: string, ...more: string[]) =>
  skills('add', site.origin + address, '-a', 'claude-code', '-y', ...more)
const pathOf = (name: string) => join(folder, '.claude/skills', name, 'SKILL.md')
const installed = (name: string) => readFile(pathOf(name), 'utf8')

const addSkill = (title: string, content: string) =>
  site.testSite.addPrompt({ title, content, skill: true, userId: author, credit: null })
const edit = (id: string, json: object) =>
  site.testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as: author, json })

describe('the program `skills`', () => {
  it('adds the site’s skills, updates one after an edit, and removes it', async () => {
    const { id } = await addSkill('Review a contract', 'Review this contract for {{party}}.')
    await addSkill('Plan a sprint', 'Plan the sprint.')
    await site.testSite.addPrompt({ title: 'Not a skill' })

    const added = await add('')
    expect(added).toContain('review-a-contract')
    expect(await installed('review-a-contract')).toContain('Review this contract for {{party}}.')
    expect(await installed('plan-a-sprint')).toContain('name: "plan-a-sprint"')
    expect(existsSync(pathOf('not-a-skill'))).toBe(false)

    expect(await skills('update', '-p', '-y')).not.toContain('Updated')
    await edit(id, { content: 'Review this contract carefully for {{party}}.' })
    expect(await skills('update', '-p', '-y')).toContain('Updated review-a-contract')
    expect(await installed('review-a-contract')).toContain('carefully')

    await skills('remove', 'review-a-contract', '-y')
    expect(existsSync(pathOf('review-a-contract'))).toBe(false)
  })

  it('adds the version with a label, and updates it when the label moves, not when the prompt is edited', async () => {
    const { id } = await addSkill('Greet a guest', 'Say hello to {{guest}}.')
    const label = (version: number) =>
      site.testSite.request(`/api/prompts/${id}/labels/production`, { method: 'PUT', as: author, json: { version } })
    await label(1)
    await edit(id, { content: 'Say a warm hello to {{guest}}.' })
    await add('/label/production')
    expect(await installed('greet-a-guest')).toContain('Say hello to {{guest}}.')
    expect(await skills('update', '-p', '-y')).not.toContain('Updated')
    await label(2)
    expect(await skills('update', '-p', '-y')).toContain('Updated greet-a-guest')
    expect(await installed('greet-a-guest')).toContain('a warm hello')
  })

  it('adds a skill of several files from its collection', async () => {
    const files = [{ path: 'references/tone.md', text: 'Be kind.' }]
    const { id } = await site.testSite.addPrompt({ title: 'Answer a review', userId: author, files })
    const send = async (path: string, json: object) =>
      (await site.testSite.request(path, { method: 'POST', as: author, json })).body
    const { slug } = await send('/api/collections', { title: 'For shops', visibility: 'public' })
    await send(`/api/collections/${slug}/items`, { kind: 'prompt', id })
    await add(`/collection/${slug}`)
    expect(await installed('answer-a-review')).toContain('answer-a-review')
    expect(await readFile(join(pathOf('answer-a-review'), '../references/tone.md'), 'utf8')).toBe('Be kind.')
  })

  it('refuses a file that isn’t the one in the list', async () => {
    const { slug } = await addSkill('Sum up', 'Sum up this text.')
    const forger = createServer(async ({ url = '' }, response) => {
      const bytes = await (await fetch(site.origin + url)).text()
      response.end(url.endsWith('SKILL.md') ? bytes.replace('Sum up', 'Sell') : bytes)
    })
    await new Promise<void>((ready) => forger.listen(0, '127.0.0.1', ready))
    const address = `http://127.0.0.1:${(forger.address() as AddressInfo).port}/prompt/${slug}`
    const printed = await skills('add', address, '-a', 'claude-code', '-y')
    forger.close()
    expect(printed).toContain('No matching skills')
    expect(existsSync(pathOf(slug))).toBe(false)
    await add(`/prompt/${slug}`)
    expect(await installed(slug)).toContain('Sum up this text.')
  })
})

it('on a closed site, a member’s private address lets the program in, and nothing else does', async () => {
  const closed = await createListeningSite({ isClosed: true })
  const ada = await closed.testSite.addUser('ada')
  const { id } = await closed.testSite.addPrompt({ title: 'A secret skill', skill: true })
  const send = async (path: string, json: object) =>
    (await closed.testSite.request(path, { method: 'POST', as: ada, json })).body
  const { slug } = await send('/api/collections', { title: 'Mine' })
  await send(`/api/collections/${slug}/items`, { kind: 'prompt', id })
  const path = new URL((await send('/api/user/skill-address', {})).url).pathname
  const addAt = (below: string) => skills('add', closed.origin + below, '-a', 'claude-code', '-y')

  expect(await addAt('')).not.toContain('a-secret-skill')
  expect((await fetch(`${closed.origin}/.well-known/agent-skills/a-secret-skill/SKILL.md`)).status).toBe(401)
  await addAt(`${path}x`)
  expect(existsSync(pathOf('a-secret-skill'))).toBe(false)
  await addAt(`${path}/collection/${slug}`)
  expect(await installed('a-secret-skill')).toContain('title')
  await closed.close()
})
