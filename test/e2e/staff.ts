import type { Browser, Page } from '@playwright/test'
import { expectSignedIn, register, type TestMember } from './members.ts'
import { runProgram } from './product.ts'
import { expect } from './story.ts'

/** Where people arrive: a site, and the settings by which the command-line tool finds its database. */
export type Site = { url: string; settings: Record<string, string> }

/** The site of all stories. */
const commonSite = (): Site => ({
  url: process.env.STORY_URL ?? '',
  settings: { DATA_DIR: process.env.STORY_DATA_DIR ?? '', DATABASE_URL: process.env.STORY_DATABASE_URL ?? '' },
})

/** Somebody in a browser of their own, with a new account, who may have a role. Addresses of `page` are those of the site. */
export async function arrive(
  browser: Browser,
  role?: 'moderator' | 'admin',
  site = commonSite(),
): Promise<{ page: Page; member: TestMember }> {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const member = await register(page)
  if (role) {
    await runOnSite(['user', 'promote', member.username, role], site)
    await page.reload()
    await expectSignedIn(page, member)
  }
  return { page, member }
}

/** Runs the command-line tool on the database of a site. */
export async function runOnSite(words: string[], { settings } = commonSite()): Promise<void> {
  const { status, output } = await runProgram('src/cli/main.ts', words, settings)
  expect(status, output).toBe(0)
}

/** Publishes a prompt by the API, as the form does. Answers its slug. */
export async function publish(page: Page, title: string): Promise<string> {
  const data = {
    title,
    content: 'Buy {{thing}} in our shop, today and tomorrow.',
    category: 'creative',
    tags: ['shop'],
  }
  const response = await page.request.post('/api/prompts', { data })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()).slug
}

/** The head of a thing in a queue of the admin area. */
export const rowOf = (page: Page, title: string) => page.getByRole('main').getByRole('button', { name: title })
