import { oldBackup } from '../old-site.ts'
import { createSiteStorage, runProgram, startBuiltSite } from './product.ts'
import { expect, test } from './story.ts'

test('the pages and the search of a site of version 0.1.0 work in the current version', { tag: '@slow' }, async ({
  page,
  request,
}) => {
  const storage = await createSiteStorage()
  const restoreRun = await runProgram('src/cli/main.ts', ['restore', oldBackup], storage.settings)
  expect(restoreRun.status, restoreRun.output).toBe(0)
  const product = await startBuiltSite({ ...storage.settings, STARTER: 'on' })
  try {
    for (const [path, text] of [
      ['/', 'Sources worth a second look'],
      ['/prompts', 'Sources, made shorter'],
      ['/prompt/sources-worth-a-second-look', 'List the sources of'],
      ['/category/research', 'Sources worth a second look'],
      ['/tools', 'Inkwell Draft'],
      ['/user/ada', 'Sources worth a second look'],
    ] as const) {
      const response = await request.get(`${product.url}${path}`)
      expect([path, response.status(), (await response.text()).includes(text)]).toEqual([path, 200, true])
    }
    const counts = await Promise.all(
      ['prompts', 'tools'].map(async (part) => (await (await request.get(`${product.url}/api/${part}`)).json()).total),
    )
    // The old site has the same numbers. `STARTER` adds nothing to a site that is in use.
    expect(counts).toEqual([310, 3])
    await page.goto(`${product.url}/search?q=beekeeper`)
    await expect(page.getByRole('link', { name: /^Beekeeper: / }).first()).toBeVisible()
  } finally {
    // If the page stayed open, its requests would fail once the server has stopped.
    await page.close()
    await product.stop()
    await storage.remove()
  }
})
