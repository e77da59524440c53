import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

/** Returns the HTML of a page. Each check of `story.ts` has to pass on some pages and fail on others. */
const htmlOf = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`

test('a page that logs nothing to the console passes', async ({ page: tab }) => {
  await tab.setContent(htmlOf('<script>window.quiet = true</script>'))
})

test.describe('a story with an expected message', () => {
  test.use({ expectedMessages: [/on purpose/] })
  test('passes with that message', async ({ page: tab }) => {
    await tab.setContent(htmlOf('<script>console.warn("on purpose")</script>'))
  })
})

test('a page that logs to the console fails its story', async ({ page: tab }) => {
  test.fail()
  await tab.setContent(htmlOf('<script>console.info("hello")</script>'))
})

test('a page that throws fails its story', async ({ page: tab }) => {
  test.fail()
  await tab.setContent(htmlOf('<script>throw new Error("oh")</script>'))
})

test('axe finds a button without a name, and gray on gray only in the theme that has it', async ({ page: tab }) => {
  await tab.setContent(htmlOf('<button></button>'))
  await expect(expectAccessible(tab)).rejects.toThrow('button-name')
  const gray = '<style>@media (prefers-color-scheme: dark) { body { background: #333; color: #444 } }</style>'
  await tab.setContent(htmlOf(`${gray}<p>Hard to read</p>`))
  await inBothThemes(tab, async (theme) => {
    if (theme === 'light') await expectAccessible(tab)
    else await expect(expectAccessible(tab)).rejects.toThrow('color-contrast')
  })
})

test('an element wider than the window is found', async ({ page: tab }) => {
  await tab.setContent(htmlOf('<p>narrow</p>'))
  await expectNoSidewaysScroll(tab)
  await tab.setContent(htmlOf('<div style="width: 3000px">wide</div>'))
  await expect(expectNoSidewaysScroll(tab)).rejects.toThrow()
})

test('the site runs, with a catalogue', async ({ page: tab, request }) => {
  expect((await request.get('/readyz')).status()).toBe(200)
  const { total } = await (await request.get('/api/prompts')).json()
  expect(total).toBeGreaterThan(0)
  await tab.goto('/')
  await expect(tab).toHaveTitle(/Promptarium/)
})
