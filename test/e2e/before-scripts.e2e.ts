import type { Page } from '@playwright/test'
import { fillRegistration, makeMember, signUpAndOpenHome } from './members.ts'
import { expect, expectHydrated, test } from './story.ts'
import { titleOf } from './writer.ts'

/** Opens a page whose scripts don't arrive until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  return arrival.resolve
}

for (const path of ['/', '/search']) {
  test(`a search typed on ${path} before the scripts arrive gets its suggestions`, async ({ page }) => {
    const deliver = await openWithoutScripts(page, path)
    const field = page.getByRole('main').locator('input[type="search"]')
    await field.pressSequentially('writ')
    deliver()
    await expect(page.getByRole('main').getByRole('option').first()).toBeVisible()
    await expect(field).toHaveValue('writ')
    await expect(field).toBeFocused()
  })
}

test('a search that the browser filled in, without any event, gets its suggestions', async ({ page }) => {
  const deliver = await openWithoutScripts(page, '/search')
  const field = page.getByRole('main').locator('input[type="search"]')
  await field.evaluate((input: HTMLInputElement) => {
    input.value = 'writ'
  })
  deliver()
  await expect(page.getByRole('main').getByRole('option').first()).toBeAttached()
})

test('letters typed while React can’t hydrate their field yet are kept', async ({ page }) => {
  const deliver = await openWithoutScripts(page, '/search')
  const field = page.getByRole('main').locator('input[type="search"]')
  await field.pressSequentially('wr')
  await page.evaluate(() =>
    document.addEventListener('input', (event) => event.isTrusted && event.stopPropagation(), { capture: true }),
  )
  await field.pressSequentially('it')
  deliver()
  await expect(page.getByRole('main').getByRole('option').first()).toBeVisible()
  await expect(field).toHaveValue('writ')
})

test('text typed while the page becomes interactive is kept', async ({ page }) => {
  // Types the last letters after the page has read the events recorded so far and before it repeats them.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const take = window.takeEarlyEvents
      window.takeEarlyEvents = () => {
        queueMicrotask(() => {
          const field = document.activeElement as HTMLInputElement
          field.value += 'it'
          field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        })
        return take?.() ?? []
      }
    }),
  )
  const deliver = await openWithoutScripts(page, '/search')
  const field = page.getByRole('main').locator('input[type="search"]')
  await field.pressSequentially('wr')
  deliver()
  await expect(page.getByRole('main').getByRole('option').first()).toBeVisible()
  await expect(field).toHaveValue('writ')
})

test('blanks filled, changed or emptied before the scripts arrive stay that way', async ({ page }) => {
  await signUpAndOpenHome(page)
  const title = titleOf('Early blanks')
  const content = 'Write about {{place}} for {{reader:a child}} in {{tone:calm}} words. Again: {{reader:a child}}.'
  const created = await page.request.post('/api/prompts', {
    data: { title, description: '', content, category: 'general', tags: [] },
  })
  const { slug } = await created.json()
  const deliver = await openWithoutScripts(page, `/prompt/${slug}`)
  const sheet = page.getByRole('region', { name: 'Worksheet' })
  await sheet.locator('input').first().fill('Ghent')
  await sheet.locator('[data-name="reader"]').first().fill('my aunt')
  await sheet.locator('[data-name="tone"]').fill('')
  deliver()
  await expect(sheet.getByText('1 of 3 blanks left')).toBeVisible()
  await expect(sheet.locator('[data-name="place"]')).toHaveText('Ghent')
  await expect(sheet.locator('[data-name="reader"]')).toHaveText(['my aunt', 'my aunt'])
  await expect(sheet.locator('[data-name="tone"]')).toHaveText('')
})

test('text typed before the scripts arrive is kept, even if the page’s URL contains other values', async ({ page }) => {
  await signUpAndOpenHome(page)
  const content = 'Write about {{place}} for {{reader:a child}} in {{tone:calm}} words.'
  const data = { title: titleOf('Early and linked'), content, category: 'general' }
  const { slug } = await (await page.request.post('/api/prompts', { data })).json()
  const values = { place: 'Bruges', reader: 'my uncle', tone: 'loud' }
  const fragment = `#values=${Buffer.from(JSON.stringify(values)).toString('base64url')}`
  const deliver = await openWithoutScripts(page, `/prompt/${slug}${fragment}`)
  const sheet = page.getByRole('region', { name: 'Worksheet' })
  await sheet.locator('input').first().fill('Ghent')
  await sheet.locator('[data-name="tone"]').fill('')
  deliver()
  await expect(sheet.locator('[data-name="reader"]')).toHaveText('my uncle')
  await expect(sheet.locator('[data-name="place"]')).toHaveText('Ghent')
  await expect(sheet.locator('[data-name="tone"]')).toHaveText('')
})

test('a filter chosen before the scripts arrive filters the list', async ({ page }) => {
  const deliver = await openWithoutScripts(page, '/prompts')
  await page.getByRole('combobox', { name: 'Blanks' }).selectOption('true')
  deliver()
  await expect(page).toHaveURL(/\?blanks=/)
  await expect(page.getByRole('combobox', { name: 'Blanks' })).toHaveValue('true')
})

test('a section and a menu opened before the scripts arrive stay open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const deliver = await openWithoutScripts(page, '/prompt/cover-letter-writer')
  const details = page.locator('main details').first()
  await details.locator('summary').click()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  deliver()
  await expectHydrated(page)
  await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible()
  await expect(details).toHaveAttribute('open')
})

test('a message sent before the scripts arrive is checked, and neither lost nor put into the URL', async ({ page }) => {
  const deliver = await openWithoutScripts(page, '/contact')
  await page.getByLabel('Message').fill('Please look at the prompt about kitchens.')
  await page.getByRole('button', { name: 'Send' }).click()
  deliver()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByLabel('Message')).toHaveValue('Please look at the prompt about kitchens.')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('Please look at the prompt about kitchens.')
})

test.describe('a link that doesn’t work', () => {
  test.use({ expectedMessages: [/status of 400 .*password\/reset/] })

  test('a password sent before the scripts arrive is checked, and never put into the URL', async ({ page }) => {
    const deliver = await openWithoutScripts(page, '/auth/reset?token=no-such-token')
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    await page.getByLabel('New password', { exact: true }).fill('correct horse battery')
    await page.getByLabel('Confirm password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    deliver()
    await expect(page.getByText('This link does not work')).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/reset$/)
    expect(requestedUrls.filter((url) => url.includes('horse'))).toEqual([])
  })
})

test('an email address sent before the scripts arrive isn’t put into the URL', async ({ page }) => {
  const deliver = await openWithoutScripts(page, '/auth/forgot')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Ask for a link' }).click()
  deliver()
  await expect(page.getByText('Your request was sent.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/forgot$/)
})

test('a button pressed twice before the scripts arrive acts once', async ({ page }) => {
  await signUpAndOpenHome(page)
  const { slug } = (await (await page.request.get('/api/prompts?limit=1')).json()).items[0]
  const deliver = await openWithoutScripts(page, `/prompt/${slug}`)
  const methods: string[] = []
  page.on('request', (request) => request.url().includes('/api/favorites') && methods.push(request.method()))
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true })
  await save.dblclick()
  deliver()
  await expect(page.getByRole('main').locator('button[aria-pressed="true"]').first()).toBeVisible()
  expect(methods.filter((method) => method !== 'GET')).toEqual(['POST'])
})

test('a page scrolled before the scripts arrive doesn’t move', async ({ page }) => {
  const deliver = await openWithoutScripts(page, '/prompts')
  await page.evaluate(() => scrollTo(0, 900))
  deliver()
  await expectHydrated(page)
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(900)
})

test('a sign-in that was opened before the scripts arrive leads back to the page', async ({ page }) => {
  const prompt = '/prompt/cover-letter-writer'
  const deliver = await openWithoutScripts(page, prompt)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL(/\/auth/, { waitUntil: 'commit' })
  deliver()
  await fillRegistration(page, makeMember())
  await expect(page).toHaveURL(new RegExp(`${prompt}$`))
})
