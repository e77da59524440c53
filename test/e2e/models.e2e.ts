import { localRuntimeIds, localRuntimes } from '#features/models/local-model-rules.ts'
import { runtimeHandler, runtimeResponses, startLocalServer } from '../fakes/local-runtimes.ts'
import { startAiSite } from './ai-site.ts'
import { joinSite } from './credit-steps.ts'
import { createSiteStorage, startBuiltSite } from './product.ts'
import { openSignedIn } from './staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

/**
 * Starts a fake of the first local runtime (Ollama, llama.cpp or LM Studio) whose default port is free. Other stories,
 * or a developer, may be using some of these ports.
 */
async function startRuntimeOnDefaultPort() {
  for (const id of localRuntimeIds) {
    const { port, name } = localRuntimes[id]
    try {
      return { ...(await startLocalServer(runtimeHandler(runtimeResponses[id]), port)), name }
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    }
  }
  throw new Error('All default ports are in use.')
}

// The server renders pages as visitors see them. A comparison that isn’t shared is therefore a 404, even for its owner,
// until the browser loads it.
test.use({ expectedMessages: [/status of 404/] })

test('a Llama on the same machine is found when the server starts, without any setting; a new member compares and tests with it, and visitors read the results without JavaScript', {
  tag: '@slow',
}, async ({ page, browser }) => {
  test.setTimeout(240_000)
  const local = await startRuntimeOnDefaultPort()
  const storage = await createSiteStorage()
  const emptyKeys = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'DEEPSEEK', 'LLAMA'].map((vendor) => [`${vendor}_API_KEY`, ''])
  const product = await startBuiltSite({
    ...storage.settings,
    ...Object.fromEntries(emptyKeys),
    LLAMA_BASE_URL: '',
    LOG_LEVEL: 'info',
  })
  try {
    await expect
      .poll(product.output)
      .toMatch(new RegExp(`Found a local Llama: \\S*llama\\S*, served by ${local.name}`, 'i'))
    await joinSite(page, { url: product.url } as Parameters<typeof joinSite>[1])
    await page.goto(`${product.url}/compare`)
    await page.getByLabel('Your prompt', { exact: true }).fill('Say hello.')
    const form = page.getByRole('form', { name: 'Compare' })
    await expect(form.getByRole('checkbox', { name: /^Llama/, checked: true })).toBeVisible()
    await expect(
      form.getByText(/^Paste answers from OpenAI, Claude, Gemini, and DeepSeek, or bring your own key/),
    ).toBeVisible()
    await form.getByRole('button', { name: /^Compare/ }).click()
    await expect(page.getByText('Hello from this machine.')).toBeVisible()
    await expect(page.getByText('This comparison is saved in')).toBeVisible()

    const json = { title: 'A greeting, tested', content: 'Say hello to {{name}} politely.', category: 'general' }
    const { slug } = await (await page.request.post(`${product.url}/api/prompts`, { data: json })).json()
    await page.goto(`${product.url}/prompt/${slug}/tests`)
    await page.getByRole('button', { name: 'Add a case' }).click()
    const caseForm = page.getByRole('form', { name: 'Add case' })
    await caseForm.getByLabel('What it tests').fill('Greets')
    await caseForm.getByLabel('name', { exact: true }).fill('Ada')
    await caseForm.getByLabel('Text', { exact: true }).fill('Hello')
    await caseForm.getByRole('button', { name: 'Add case' }).click()
    const run = page.getByRole('region', { name: 'Run', exact: true })
    await expect(run.getByRole('checkbox', { name: /^Llama/, checked: true })).toBeVisible()
    await expect(run.getByText('3 credits')).toBeVisible()
    await run.getByRole('button', { name: 'Run tests' }).click()
    await expect(run.getByText('Finished: 3 of 3 answers')).toBeVisible()

    const models = await (await page.request.get(`${product.url}/api/models`)).json()
    const llama = models.find(({ vendor }: { vendor: string }) => vendor === 'meta').id
    const data = { promptId: slug, models: [llama, 'checker'], variables: { name: 'Ada' } }
    const comparisonStream = await (await page.request.post(`${product.url}/api/comparisons`, { data })).text()
    await page.goto(`${product.url}/compare/${/"comparisonId":"([^"]+)"/.exec(comparisonStream)?.[1]}`)
    await page.getByRole('button', { name: 'Publish on the prompt’s page' }).click()
    await expect(page.getByRole('button', { name: 'Remove from the prompt’s page' })).toBeVisible()

    const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    const readPage = async () => (await visitor.request.get(`${product.url}/prompt/${slug}`)).text()
    await expect.poll(readPage, { timeout: 90_000 }).toContain('3 of 3')
    await visitor.goto(`${product.url}/prompt/${slug}`)
    await expect(visitor.getByRole('region', { name: 'Tests' })).toContainText('3 of 3')
    await expect(visitor.getByRole('region', { name: 'Tests' })).toContainText(/\d{4}/)
    await visitor.getByRole('link', { name: 'All cases and answers' }).click()
    await visitor.getByRole('region', { name: 'Runs' }).getByRole('link').first().click()
    await expect(visitor.getByText('Hello from this machine.')).toHaveCount(3)
    await visitor.goto(`${product.url}/prompt/${slug}`)
    await visitor.getByRole('region', { name: 'Published comparisons' }).getByRole('link').click()
    await expect(visitor.getByRole('article', { name: 'Llama' })).toContainText('Hello from this machine.')
    await expect(visitor.getByRole('article', { name: 'Llama' })).toContainText(/measured on \w+ \d+, \d{4}/)
    await visitor.context().close()
  } finally {
    await product.stop()
    await storage.remove()
    await local.stop()
  }
})

test('an admin sees the sources of models, tests a model, fetches a vendor’s list, and sees which model fails', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const site = await startAiSite()
  site.vendors.lists.openai = { data: [{ id: 'steady' }, { id: 'stalls' }] }
  try {
    const { page } = await openSignedIn(browser, 'admin', site)
    await page.goto('/admin')
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Models' }).click()
    const openai = page.getByRole('region', { name: 'OpenAI', exact: true }).last()
    await expect(openai.getByText('Ready')).toBeVisible()
    const notConnected = page.getByRole('region', { name: 'Not connected' })
    await expect(notConnected).toContainText('DEEPSEEK_API_KEY')
    await expect(notConnected).toContainText('LLAMA_BASE_URL, or start Ollama, llama.cpp or LM Studio')

    await openai.getByRole('button', { name: 'Test steady' }).click()
    await expect(openai.getByText(/^Answered “Here is an answer in four pieces.” in/)).toBeVisible()
    await expect(openai.getByText(/Last answer/)).toBeVisible()

    await page.getByRole('button', { name: 'Test faulty' }).click()
    await expect(page.getByText(/^Failed: Anthropic has a problem at the moment/)).toBeVisible()
    await expect(page.getByText(/^Last error .* UTC, faulty: Anthropic has a problem/)).toBeVisible()
    await expect(page.getByText('Failing')).toBeVisible()

    await openai.getByRole('button', { name: 'Fetch the list of models from OpenAI' }).click()
    await expect(openai.getByText(/^2 models, as of/)).toBeVisible()
    await expect(openai.getByText('OpenAI doesn’t list this model.')).toBeVisible()

    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoSidewaysScroll(page)
    }
    await inBothThemes(page, () => expectAccessible(page))
    await page.goto('/admin/audit?action=models.test')
    await expect(page.getByText('model steady')).toBeVisible()
  } finally {
    await site.stop()
  }
})
