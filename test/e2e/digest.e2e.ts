import { fakeSmtpServer } from '../fakes/smtp-server.ts'
import { makeMember, signUp } from './members.ts'
import { createSiteStorage, type Product, runProgram, startBuiltSite } from './product.ts'
import { expect, expectAccessible, inBothThemes, test } from './story.ts'

let smtp: Awaited<ReturnType<typeof fakeSmtpServer>>
let storage: Awaited<ReturnType<typeof createSiteStorage>>
let product: Product
let settings: Record<string, string>

test.beforeAll(async () => {
  test.setTimeout(300_000)
  smtp = await fakeSmtpServer()
  storage = await createSiteStorage()
  settings = { ...storage.settings, SMTP_URL: smtp.url, MAIL_FROM: 'Prompts <site@example.org>' }
  product = await startBuiltSite(settings)
})
test.afterAll(async () => {
  await product?.stop()
  await storage?.remove()
  await smtp?.close()
})

/**
 * Waits for an email to this address that, decoded from quoted-printable, matches the pattern. Returns the first such
 * email, decoded and with its headers.
 */
async function waitForEmail(address: string, pattern: RegExp): Promise<string> {
  const find = () =>
    smtp.received
      .filter(({ to }) => to.includes(address))
      .map(({ text }) => text.replace(/=\n/g, '').replaceAll('=3D', '='))
      .find((text) => pattern.test(text))
  await expect.poll(find, { timeout: 90_000 }).toBeDefined()
  return find() ?? ''
}

test('a member confirms their address, asks for the weekly email, gets unread notifications once, and unsubscribes with one click', async ({
  page,
  browser,
}) => {
  const member = await signUp(page, makeMember(), product.url)
  const author = await (await browser.newContext()).newPage()
  const { username } = await signUp(author, makeMember(), product.url)

  await page.goto(`${product.url}/settings`)
  const weekly = page.getByRole('checkbox', { name: 'Email me unread notifications every Monday' })
  await expect(page.getByText('Confirm your email address first, at the top of this page.')).toBeVisible()
  await expect(weekly).toBeDisabled()

  const confirmation = await waitForEmail(member.email, /https?:\/\/\S+token=\S+/)
  const link = new URL(/https?:\/\/\S+token=\S+/.exec(confirmation)?.[0] ?? '')
  await page.goto(product.url + link.pathname + link.search + link.hash)
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()

  await page.goto(`${product.url}/settings`)
  // A disabled checkbox can't receive focus.
  await expect(weekly).toBeEnabled()
  await weekly.focus()
  await page.keyboard.press('Space')
  await expect
    .poll(async () => (await (await page.request.get(`${product.url}/api/user/notification-settings`)).json()).digest)
    .toBe(true)
  await inBothThemes(page, () => expectAccessible(page))

  expect((await page.request.put(`${product.url}/api/user/follows/person/${username}`)).status()).toBe(204)
  const data = { title: 'News for the weekly email', content: 'Write {{something}} for a week.', category: 'general' }
  expect((await author.request.post(`${product.url}/api/prompts`, { data })).status()).toBe(201)
  // The second time, nothing is left to send.
  for (const _ of ['once', 'again']) {
    const { status, output } = await runProgram('test/e2e/send-regular-emails.ts', [product.url], settings)
    expect(status, output).toBe(0)
  }
  const digest = await waitForEmail(member.email, /News for the weekly email/)
  expect(digest).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im)
  const unsubscribeUrl = /^List-Unsubscribe: <([^>]+)>/im.exec(digest.replace(/\n[ \t]+/g, ' '))?.[1] ?? ''
  const unsubscribePath = new URL(unsubscribeUrl).pathname
  const digests = smtp.received.filter(({ text, to }) => to.includes(member.email) && /List-Unsubscribe:/i.test(text))
  expect(digests).toHaveLength(1)

  // A webmail site sends this POST from its own origin, and has no session on this site.
  const webmail = await browser.newContext()
  const response = await webmail.request.post(product.url + unsubscribePath, {
    form: { 'List-Unsubscribe': 'One-Click' },
    headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status()).toBe(200)
  await page.goto(`${product.url}/settings`)
  await expect(weekly).not.toBeChecked()
})
