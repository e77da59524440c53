import type { Browser, Page } from '@playwright/test'
import { expectSignedIn, register, type TestMember } from './members.ts'
import { runProgram } from './product.ts'
import { type Site, storySite } from './site.ts'
import { expect } from './story.ts'

/** The site of this worker's stories. */
function ownSite(): Site {
  const site = storySite()
  if (!site) throw new Error('There is a site of stories only in a worker of Playwright.')
  return site
}

/** A new member in a separate browser context, optionally with a role. Addresses of `page` are those of the site. */
export async function arrive(
  browser: Browser,
  role?: 'moderator' | 'admin',
  site = ownSite(),
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
export async function runOnSite(words: string[], { settings } = ownSite()): Promise<void> {
  const { status, output } = await runProgram('src/cli/main.ts', words, settings)
  expect(status, output).toBe(0)
}

/** Publishes a prompt by the API, like the form. Returns its slug. */
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

/** The header of a row in a queue of the admin area. */
export const rowOf = (page: Page, title: string) => page.getByRole('main').getByRole('button', { name: title })
