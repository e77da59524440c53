import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { postmasterPid } from '../postmaster-pid.ts'
import { createSiteStorage, startBuiltSite } from './product.ts'
import { expect, test } from './story.ts'

test.use({ javaScriptEnabled: false, expectedMessages: [/503/] })

test('without the database, cached pages and pages that don’t need it are shown, and the others recover automatically', {
  tag: '@slow',
}, async ({ page, request }) => {
  const storage = await createSiteStorage()
  const { DATA_DIR } = storage.settings
  // This site uses the embedded database even if the other tests use another one.
  const product = await startBuiltSite({ DATA_DIR, DATABASE_URL: '', LOG_LEVEL: 'silent' })
  const folder = join(DATA_DIR, 'postgres')
  try {
    const cachedHtml = await (await request.get(`${product.url}/categories`)).text()
    const account = { username: 'waiting', email: 'waiting@example.test', password: 'a long enough one' }
    expect((await request.post(`${product.url}/api/register`, { data: account })).status()).toBe(201)
    expect((await request.get(`${product.url}/api/user`)).status()).toBe(200)
    // PostgreSQL is killed, and can't start again without its folder.
    await rename(folder, `${folder}.away`)
    process.kill(postmasterPid(`${folder}.away`), 'SIGKILL')
    await expect.poll(async () => (await request.get(`${product.url}/api/home`)).status()).toBe(503)

    for (const path of ['/auth', '/auth/forgot', '/terms', '/privacy', '/cookies', '/help', '/contact', '/settings']) {
      const response = await request.get(product.url + path)
      expect([path, response.status()]).toEqual([path, 200])
      expect(await response.text()).toContain('<main id="main"')
    }
    expect(await (await request.get(`${product.url}/categories`)).text()).toBe(cachedHtml)
    const userResponse = await request.get(`${product.url}/api/user`)
    expect([userResponse.status(), (await userResponse.json()).code]).toEqual([503, 'overloaded'])
    const response = await request.get(`${product.url}/tools`)
    expect([response.status(), response.headers()['retry-after']]).toEqual([503, '10'])
    await page.goto(`${product.url}/tools`)
    await expect(page.getByRole('heading', { name: 'Back in a moment' })).toBeVisible()

    await rename(`${folder}.away`, folder)
    await expect(page.getByRole('heading', { level: 1, name: /tools/i })).toBeVisible({ timeout: 40_000 })
    expect((await request.get(`${product.url}/readyz`)).status()).toBe(200)
  } finally {
    await product.stop()
    await storage.remove()
  }
})
