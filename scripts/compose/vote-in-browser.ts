import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../test/e2e/chromium.ts'

const account = { username: 'marta', email: 'marta@example.org', password: 'four brave otters' }

/** Creates an account, and upvotes a prompt on its page in a browser. Returns the path of the page. */
export async function vote(url: string): Promise<string> {
  return inBrowser(url, '/api/register', async (page) => {
    await page.goto('/')
    const path = (await page.locator('a[href^="/prompt/"]').first().getAttribute('href')) ?? ''
    await page.goto(path)
    const voteResponse = page.waitForResponse((response) => response.url().endsWith('/api/votes') && response.ok())
    await upvoteOf(page).click()
    await voteResponse
    return path
  })
}

/** Signs the member in again. Returns whether the prompt's page shows their vote. */
export async function showsVote(url: string, path: string): Promise<boolean> {
  return inBrowser(url, '/api/login', async (page) => {
    await page.goto(path)
    const pressedButton = upvoteOf(page).and(page.locator('[aria-pressed="true"]'))
    return pressedButton.waitFor().then(
      () => true,
      () => false,
    )
  })
}

function upvoteOf(page: Page) {
  return page.getByRole('button', { name: 'Upvote', exact: true })
}

/** Registers or signs in the member by a request to `endpoint`, then runs `act` on a page of their browser. */
async function inBrowser<Result>(url: string, endpoint: string, act: (page: Page) => Promise<Result>): Promise<Result> {
  const { executablePath, args } = await findChromium()
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage({ baseURL: url })
    const { username, password } = account
    const data = endpoint === '/api/register' ? account : { username, password }
    const response = await page.request.post(endpoint, { data })
    if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`)
    // Pages request the account only if `isLoggedIn` is set, which is possible only at an address of the site.
    await page.goto('/robots.txt')
    await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'))
    return await act(page)
  } finally {
    await browser.close()
  }
}
