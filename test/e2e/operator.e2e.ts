import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { createSiteStorage, environmentOf, runProgram, startBuiltSite } from './product.ts'
import { runOnSite } from './staff.ts'
import { expect, expectAccessible, inBothThemes, test } from './story.ts'
import { titleOf } from './writer.ts'

test('a port in use is reported with the setting to change', async ({ baseURL }) => {
  const storage = await createSiteStorage()
  const { port } = new URL(baseURL ?? '')
  const { status, output } = await runProgram('src/server/main.ts', [], {
    ...storage.settings,
    PORT: port,
    LOG_LEVEL: 'silent',
  })
  await storage.remove()
  expect(output.trim()).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\..*PORT`))
  expect(status).toBe(1)
})

test('prompts imported while the server runs appear on cached pages', async ({ request }) => {
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-import-'))
  const title = titleOf('A fresh arrival')
  const readNewest = async () => (await request.get('/prompts/newest')).text()
  try {
    expect(await readNewest()).not.toContain(title)
    const file = join(folder, 'one.csv')
    await writeFile(file, `act,prompt\n${title},Say who arrived at {{place}} and why ${title} matters.\n`)
    await runOnSite(['import', file])
    await expect.poll(readNewest).toContain(title)
    const { items } = await (await request.get(`/api/prompts?q=${encodeURIComponent(title)}`)).json()
    expect((await request.get(`/prompt/${items[0].slug}.md`)).status()).toBe(200)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('pages are the same for everybody, with security headers', async ({ request }) => {
  const get = (headers = {}) => request.get('/prompts', { headers })
  // Counts from earlier stories may be added to the totals between two requests, which changes the page once.
  await expect(async () => {
    const withoutCookie = await get()
    const withCookie = await get({ cookie: 'session=someone' })
    expect(await withCookie.body()).toEqual(await withoutCookie.body())
  }).toPass({ timeout: 30_000 })
  const headers = (await get()).headers()
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self' 'sha256-/)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['permissions-policy']).toContain('camera=()')
})

test('the API’s reference is part of the site: a subject, a search and an example to copy', async ({
  page,
  request,
}) => {
  const document = await (await request.get('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/api/prompts/{id}')
  const requestedUrls: string[] = []
  page.on('request', (sent) => requestedUrls.push(sent.url()))
  await page.goto('/api/docs')
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods as object))
  const subjects = new Set(operations.flatMap(({ tags }: { tags: string[] }) => tags))
  const nav = page.getByRole('navigation', { name: 'Subjects' }).filter({ visible: true })
  await expect(nav.getByRole('link')).toHaveCount(subjects.size + 1)
  await page.getByRole('searchbox', { name: 'Search the API' }).fill('publish comparison')
  await page.getByRole('searchbox', { name: 'Search the API' }).press('Enter')
  await page.getByRole('link', { name: 'POST /api/comparisons/{id}/publish' }).click()
  await expect(page).toHaveURL(/\/api\/docs\/comparisons#post-comparisons-id-publish$/)
  const operation = page.getByRole('region', { name: 'POST /api/comparisons/{id}/publish' })
  await expect(operation.getByRole('figure', { name: 'curl' })).toContainText(
    `curl '${new URL(page.url()).origin}/api/comparisons/ID/publish'`,
  )
  await expect(operation.getByRole('figure', { name: 'curl' })).toContainText('Bearer YOUR_TOKEN')
  await operation.getByRole('button', { name: 'Copy for curl' }).click()
  await expect(operation.getByRole('button', { name: 'Copied for curl' })).toBeVisible()
  expect(requestedUrls.filter((url) => new URL(url).origin !== new URL(page.url()).origin)).toEqual([])
})

test('the API’s reference is accessible in both themes', { tag: '@slow' }, async ({ page }) => {
  for (const path of ['/api/docs', '/api/docs/comparisons']) {
    await page.goto(path)
    await inBothThemes(page, () => expectAccessible(page))
  }
})

test('a body that isn’t JSON is refused with status 400', async ({ request }) => {
  const response = await request.post('/api/login', {
    headers: { 'content-type': 'application/json' },
    data: Buffer.from('{'),
  })
  expect([response.status(), (await response.json()).code]).toEqual([400, 'malformed_json'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the API’s reference can be read and searched', async ({ page }) => {
    await page.goto('/api/docs')
    await page.getByRole('searchbox', { name: 'Search the API' }).fill('/api/search')
    await page.getByRole('searchbox', { name: 'Search the API' }).press('Enter')
    await page.getByRole('link', { name: 'GET /api/search', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'GET /api/search', exact: true })).toBeVisible()
  })
})

test('SIGTERM or SIGKILL to npm start ends the server, and frees its port and database', { tag: '@slow' }, async ({
  request,
}) => {
  test.setTimeout(600_000)
  const storage = await createSiteStorage()
  const env = environmentOf({ ...storage.settings, DATABASE_URL: '' })
  try {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      // The second server uses the same data folder, which the first one must have released.
      const npm = spawn('npm', ['start', '--silent'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
      try {
        let output = ''
        npm.stdout.on('data', (chunk) => {
          output += chunk
        })
        await expect.poll(() => output, { timeout: 240_000 }).toMatch(/ready at http/)
        const url = /ready at (http\S+)/.exec(output)?.[1]
        expect((await request.get(`${url}/healthz`)).status()).toBe(200)
        npm.kill(signal)
        await once(npm, 'exit')
        await expect.poll(() => serverStateAt(request, `${url}/healthz`), { timeout: 90_000 }).toBe('gone')
      } finally {
        npm.kill('SIGKILL')
      }
    }
    const next = await startBuiltSite({ ...storage.settings, DATABASE_URL: '' })
    await next.stop()
  } finally {
    await storage.remove()
  }
})

/** Tells whether a server responds at a URL. */
function serverStateAt(request: APIRequestContext, url: string): Promise<'up' | 'gone'> {
  return request.get(url).then(
    () => 'up',
    () => 'gone',
  )
}

test('after SIGTERM, a server isn’t ready but still serves, and a second SIGTERM ends the wait for DRAIN_SECONDS', async ({
  request,
}) => {
  const storage = await createSiteStorage()
  const product = await startBuiltSite({ ...storage.settings, DRAIN_SECONDS: '300' })
  try {
    process.kill(product.pid, 'SIGTERM')
    const requestReadiness = () => request.get(`${product.url}/readyz`)
    await expect.poll(async () => (await requestReadiness()).status()).toBe(503)
    expect(await (await requestReadiness()).json()).toEqual({ status: 'draining' })
    expect((await request.get(`${product.url}/api/home`)).status()).toBe(200)
    expect((await request.get(`${product.url}/prompts`)).headers().connection).toBe('close')
    process.kill(product.pid, 'SIGTERM')
    await expect.poll(() => serverStateAt(request, `${product.url}/readyz`), { timeout: 90_000 }).toBe('gone')
  } finally {
    await product.stop()
    await storage.remove()
  }
})
