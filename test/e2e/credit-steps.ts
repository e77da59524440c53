import type { Page } from '@playwright/test'
import type { AiSite } from './ai-site.ts'
import { register, somebody, type TestMember } from './members.ts'
import { expect } from './story.ts'

/** The credits in the header. */
export const chip = (page: Page) => page.getByRole('banner').getByRole('link', { name: /credits?$/ })

/** Creates an account on this site and closes the cookie banner. */
export async function joinSite(page: Page, site: AiSite): Promise<TestMember> {
  const member = await register(page, somebody(), site.url)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(chip(page)).toHaveAccessibleName('30 credits')
  return member
}

/** Spends like another tab, so that the page isn't notified. */
export async function spendElsewhere(page: Page, site: AiSite, amount: number): Promise<void> {
  const answer = await page.request.post(`${site.url}/api/user/credits/decrease`, { data: { amount } })
  expect(answer.status()).toBe(200)
}
