import type { Browser, Page } from '@playwright/test'
import { signIn, signUp, type TestMember } from './members.ts'
import { runProgram } from './product.ts'
import { type Site, storySite } from './site.ts'
import { expect } from './story.ts'

/** Returns the site that the stories of this worker share. Throws an Error outside of a worker. */
function ownSite(): Site {
  const site = storySite()
  if (!site) throw new Error('This runs only in a Playwright worker, whose stories share a site.')
  return site
}

/**
 * Opens a new browser context and signs in there, without loading a page: as a new member or, with `role`, as the
 * site's only moderator or admin. Relative URLs in `page` are relative to the site's URL.
 */
export async function openSignedIn(
  browser: Browser,
  role?: Role,
  site = ownSite(),
): Promise<{ page: Page; member: TestMember }> {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const existing = role && staff.get(`${role} of ${site.url}`)
  if (existing) {
    await signIn(page, existing)
    return { page, member: existing }
  }
  const member = await signUp(page)
  if (role) {
    await runOnSite(['user', 'promote', member.username, role], site)
    staff.set(`${role} of ${site.url}`, member)
  }
  return { page, member }
}

type Role = 'moderator' | 'admin'

/** The members who have a role, by role and site. They are reused, because promoting a member starts a process. */
const staff = new Map<string, TestMember>()

/** Runs the command-line tool on the database of a site. */
export async function runOnSite(args: string[], { settings } = ownSite()): Promise<void> {
  const { status, output } = await runProgram('src/cli/main.ts', args, settings)
  expect(status, output).toBe(0)
}

/** Publishes a prompt through the API. Returns its slug. */
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

/** The header of a row in one of the queues of the admin area. */
export const rowOf = (page: Page, title: string) => page.getByRole('main').getByRole('button', { name: title })
