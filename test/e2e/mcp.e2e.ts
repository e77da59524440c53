import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

test('the MCP page shows how to connect an app, with the site’s URL', async ({ page }) => {
  await page.goto('/mcp')
  const address = new URL('/mcp', page.url()).href
  await expect(page.getByRole('figure', { name: 'Claude Code', exact: true })).toContainText(
    `claude mcp add --transport http promptarium ${address}`,
  )
  await expect(page.getByRole('figure', { name: 'Server address' })).toContainText(address)
  await expect(page.getByText('Apps on the web can’t reach this address; programs on this computer can.')).toBeVisible()
  for (const app of ['Claude', 'ChatGPT', 'VS Code', 'Cursor'])
    await expect(page.getByRole('region', { name: app, exact: true }).getByRole('list')).toBeVisible()
  const link = await page.getByRole('link', { name: 'Add to VS Code' }).getAttribute('href')
  expect(JSON.parse(decodeURIComponent(link?.split('?')[1] ?? ''))).toEqual({
    name: 'promptarium',
    type: 'http',
    url: address,
  })
  await expect(page.getByRole('button', { name: 'Add to Claude' })).toBeDisabled()
  await page.getByRole('button', { name: 'Copy for Claude Code' }).click()
  await expect(page.getByRole('button', { name: 'Copied for Claude Code' })).toBeVisible()
  await page.getByRole('button', { name: 'Your prompts, too' }).click()
  await expect(page.getByRole('figure', { name: 'Claude Code', exact: true })).toContainText(
    `claude mcp add --transport http my-promptarium ${address}/me`,
  )
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('an app uses the Model Context Protocol at the same URL', async ({ request }) => {
  const eventStream = await request.get('/mcp', { headers: { accept: 'text/event-stream' } })
  expect(eventStream.status()).toBe(405)
  const headers = { accept: 'application/json, text/event-stream' }
  const listTools = (id: number) =>
    request.post('/mcp', { headers, data: { jsonrpc: '2.0', id, method: 'tools/list' } })
  for (const id of [1, 2]) {
    const text = await (await listTools(id)).text()
    const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '')
    expect(message.id).toBe(id)
    expect(message.result.tools.length).toBeGreaterThan(0)
  }
})
