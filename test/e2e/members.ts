import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { storySite } from './site.ts'
import { expect } from './story.ts'

export type TestMember = { username: string; email: string; password: string }

/** Returns the name, email address and password of a person who has no account yet. The name is unique. */
export function makeMember(): TestMember {
  const username = `marta_${randomBytes(4).toString('hex')}`
  return { username, email: `${username}@example.org`, password: 'correct horse battery' }
}

/** Fills in and submits the registration form. */
export async function fillRegistration(page: Page, { username, email, password }: TestMember): Promise<void> {
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/**
 * Creates an account and signs in through the API, so it needs no form and loads no page. The captcha must be off.
 * `url`: the URL of the site, needed only if it isn't the base URL of `page`.
 */
export async function signUp(page: Page, member = makeMember(), url = ''): Promise<TestMember> {
  const { username, email, password } = member
  const response = await page.request.post(`${url}/api/register`, { data: { username, email, password } })
  expect(response.status(), await response.text()).toBe(201)
  await rememberSignIn(page, url)
  return member
}

/** Signs in through the API. Like `signUp`, it loads no page. */
export async function signIn(page: Page, { username, password }: TestMember): Promise<void> {
  const response = await page.request.post('/api/login', { data: { username, password } })
  expect(response.status(), await response.text()).toBe(200)
  await rememberSignIn(page)
}

/** Stores in the browser what the forms store there. To do so, it opens a URL of the site that isn't a page. */
async function rememberSignIn(page: Page, url = ''): Promise<void> {
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'))
}

/** Like `signUp`, but then opens the home page. */
export async function signUpAndOpenHome(page: Page, member = makeMember(), url = ''): Promise<TestMember> {
  await signUp(page, member, url)
  await page.goto(`${url}/`)
  await expectSignedIn(page, member)
  return member
}

/** Fills in and submits the login form. */
export async function fillLogin(page: Page, { username, password }: Pick<TestMember, 'username' | 'password'>) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs in by filling in the form. */
export async function logIn(page: Page, member: TestMember): Promise<void> {
  await page.goto('/auth')
  await fillLogin(page, member)
  await expectSignedIn(page, member)
}

/** Waits until the member is shown in the header of a page that isn't the sign-in page. */
export async function expectSignedIn(page: Page, { username }: TestMember): Promise<void> {
  await expect(page).not.toHaveURL(/\/auth/)
  await expect(userMenu(page, username)).toBeVisible()
}

/** The button that opens the user menu. */
export function userMenu(page: Page, username: string) {
  return page.getByRole('banner').getByRole('button', { name: username })
}

/**
 * Logs out through the user menu. First waits for the response to the menu's request for the credits, which would
 * otherwise be a 401.
 */
export async function logOut(page: Page, { username }: TestMember): Promise<void> {
  const creditsResponse = page.waitForResponse((response) => response.url().includes('/api/user/credits?_t='))
  await userMenu(page, username).click()
  await creditsResponse
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

/**
 * Waits until the outbox in `dataDir` has an email to `to` with a link to `path`. Returns the link's path and token,
 * from the newest such email.
 */
export async function linkFromEmail(
  to: string,
  path: string,
  dataDir = storySite()?.settings.DATA_DIR ?? '',
): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  let link: string | undefined
  await expect(async () => {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort()
    const emails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
    const text = emails
      .filter((email) => email.includes(to))
      .map(decodeQuotedPrintable)
      .findLast((email) => email.includes(path))
    link = new RegExp(`${path}\\?token=[\\w.-]+`).exec(text ?? '')?.[0]
    expect(link, `the link ${path} in an email to ${to}`).toBeDefined()
  }).toPass({ timeout: 45_000 })
  return link ?? ''
}

/** Decodes the soft line breaks and equals signs of quoted-printable text (RFC 2045), which is enough to find links. */
function decodeQuotedPrintable(email: string): string {
  return email.replace(/=\r?\n/g, '').replace(/=3D/gi, '=')
}
