import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { signUp } from './members.ts'
import { expect, expectAccessible, inBothThemes, test } from './story.ts'
import { titleOf } from './writer.ts'

/** Starts another site, with a page that shows these URLs in frames. */
async function startFramingSite(...urls: string[]) {
  const frames = urls.map((url) => `<iframe src="${url}" allow="clipboard-write" width="600" height="360"></iframe>`)
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Another site</title>${frames.join('')}</html>`)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}

test.use({ expectedMessages: [/frame-ancestors|Refused to (frame|display)|Framing/] })

test('another site shows a prompt’s card, which copies the text, and can’t show the prompt’s page', async ({
  page,
  baseURL,
}) => {
  await signUp(page)
  const title = titleOf('Framed')
  const data = { title, content: 'Ask about {{topic}}.', category: 'general' }
  const { slug } = await (await page.request.post('/api/prompts', { data })).json()
  const other = await startFramingSite(`${baseURL}/embed/prompt/${slug}`, `${baseURL}/prompt/${slug}`)
  try {
    await page.goto(other.url)
    const card = page.frameLocator('iframe').first()
    await expect(card.getByRole('heading', { name: title })).toBeVisible()
    await card.getByRole('button', { name: 'Copy' }).click()
    await expect(card.getByRole('status')).toHaveText('Copied')
    await expect(page.frameLocator('iframe').nth(1).getByRole('heading', { name: title })).toHaveCount(0)
  } finally {
    other.close()
  }
  await page.goto(`/embed/prompt/${slug}`)
  await inBothThemes(page, () => expectAccessible(page))
  await page.goto(`/embed/prompt/${slug}?theme=dark`)
  await expectAccessible(page)
})

test('only the card can be framed, whatever the URL', async ({ page }) => {
  const tree = await readFile('src/app/route-tree.gen.ts', 'utf8')
  const routes = [...new Set([...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path as string))]
  expect(routes.length).toBeGreaterThan(40)
  const { items } = await (await page.request.get('/api/prompts?limit=1')).json()
  const paths = [
    ...routes.map((path) => path.replace(/\$\w*/g, items[0].slug)),
    `/prompt/${items[0].slug}`,
    `/prompt/${items[0].slug}/filled`,
    `/api/prompts/${items[0].slug}/filled`,
    '/api/docs',
    `/prompt/${items[0].slug}.md`,
    '/llms.txt',
    '/feed.xml',
    '/dump/prompts.jsonl.gz',
    '/nowhere/at/all',
    '/embed',
    '/embed/prompt',
    `/embed/tool/${items[0].slug}`,
  ]
  const framable: string[] = []
  for (const path of paths) {
    const response = await page.request.get(path, { headers: { accept: 'text/html' }, maxRedirects: 0 })
    const { 'content-security-policy': policy = '', 'content-type': type = '' } = response.headers()
    const isPage = !type.startsWith('application/json') && Math.floor(response.status() / 100) !== 3
    if (isPage && !/frame-ancestors 'none'(;|$)/.test(policy)) framable.push(`${response.status()} ${path}`)
    expect(policy, path).not.toContain('frame-ancestors *')
  }
  expect(framable).toEqual([])
  const card = await page.request.get(`/embed/prompt/${items[0].slug}`)
  expect(card.headers()['content-security-policy']).toContain('frame-ancestors *')
  expect(card.headers()['set-cookie']).toBeUndefined()
})
