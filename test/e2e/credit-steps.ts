import type { Page } from '@playwright/test'
import { nothingOptional, optionsOf } from '#features/consent/choice-rules.ts'
import type { AiSite } from './ai-site.ts'
import { makeMember, signUp, type TestMember } from './members.ts'
import { expect } from './story.ts'

/** The link in the header that shows the credits. */
export const chip = (page: Page) => page.getByRole('banner').getByRole('link', { name: /credits?$/ })

/** Registers a new member of this site and declines optional cookies, without loading a page. */
export async function joinSite(page: Page, site: AiSite): Promise<TestMember> {
  const member = await signUp(page, makeMember(), site.url)
  const record = { consented: true, options: optionsOf(nothingOptional, false), timestamp: Date.now() }
  await page.evaluate((text) => localStorage.setItem('cookie-consent', text), JSON.stringify(record))
  return member
}

/** Spends credits through the API, as a member's program would, so the page isn't notified. */
export async function spendElsewhere(page: Page, site: AiSite, amount: number): Promise<void> {
  const response = await page.request.post(`${site.url}/api/user/credits/decrease`, { data: { amount } })
  expect(response.status()).toBe(200)
}
