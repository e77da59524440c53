import type { Page } from '@playwright/test'
import { findFreePort } from '../processes.ts'
import { createSiteStorage, startBuiltSite } from './product.ts'
import { expect, expectHydrated, test } from './story.ts'

/** The origin of Turnstile, the captcha of Cloudflare. */
const turnstile = 'https://challenges.cloudflare.com'

/** Imitates the part of Turnstile's script that pages use, with a widget that solves itself. */
const fakeScript = `
  window.turnstile = {
    render(place, { sitekey, action, callback }) {
      place.textContent = 'Widget of ' + sitekey + ' for ' + action
      setTimeout(callback, 10, 'a token')
      return 'id'
    },
    remove() {},
  }`

/** Responds to the page's requests to Turnstile with the fake script. Returns the URLs that were requested. */
async function fakeTurnstile(page: Page): Promise<string[]> {
  const requestedUrls: string[] = []
  await page.route(`${turnstile}/**`, (route) => {
    requestedUrls.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: fakeScript })
  })
  return requestedUrls
}

test('the site’s own captcha starts when a form receives focus, and solves itself', async ({ page }) => {
  const storage = await createSiteStorage()
  const product = await startBuiltSite({
    ...storage.settings,
    CAPTCHA: 'altcha',
    CONTACT_URL: 'mailto:desk@example.org',
  })
  const requestedUses: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/captcha') requestedUses.push(searchParams.get('use'))
  })
  try {
    await page.goto(`${product.url}/contact`)
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
    expect(requestedUses).toEqual([])
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByLabel('Subject').fill('About kitchens')
    await page.getByLabel('Message').fill('Please have a look at the prompt about kitchens.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Your message is on its way.')).toBeVisible({ timeout: 90_000 })
    expect(requestedUses).toEqual(['contact'])
  } finally {
    await product.stop()
    await storage.remove()
  }
})

test('a third-party captcha loads when a form receives focus, after a reload with a Content-Security-Policy that allows it', async ({
  page,
}) => {
  const storage = await createSiteStorage()
  const port = await findFreePort()
  const keys = { CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'our-key', CAPTCHA_SECRET_KEY: 'hidden' }
  const product = await startBuiltSite({
    ...storage.settings,
    ...keys,
    PORT: `${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  try {
    const requestedUrls = await fakeTurnstile(page)
    const helpPage = await page.goto(`${product.url}/help`)
    expect(helpPage?.headers()['content-security-policy']).not.toContain(turnstile)
    // Before hydration, the link would load /auth from the server, with a policy that already allows Turnstile.
    await expectHydrated(page)
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await page.getByRole('tab', { name: 'Register' }).click()
    expect(requestedUrls).toEqual([])

    const authResponse = page.waitForResponse((response) => new URL(response.url()).pathname === '/auth')
    const reloaded = page.waitForEvent('load')
    await page.getByLabel('Username').focus()
    expect((await authResponse).headers()['content-security-policy']).toContain(turnstile)
    await reloaded

    const registerTab = page.getByRole('tab', { name: 'Register' })
    await registerTab.click()
    await page.getByLabel('Username').focus()
    await expect(page.getByText('Widget of our-key for register')).toBeVisible()
    await expect(page.getByText('Checked: not a robot.')).toBeVisible()
    expect(requestedUrls).toHaveLength(1)
  } finally {
    await product.stop()
    await storage.remove()
  }
})
