import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPrompt, parsePrompt } from '#features/variables/variable-rules.ts'
import { blankValues, promptWithKinds } from '#test/prompt-with-kinds.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  // `promptWithKinds` has a blank of each kind, and `blankValues` has a value for each blank.
  await testSite.addPrompt({ ...promptWithKinds, slug: 'trip' })
})
afterAll(() => testSite.close())

const query = new URLSearchParams(Object.entries(blankValues))
const get = (search: string, accept = '*/*') =>
  testSite.app.request(`/api/prompts/trip/filled?${search}`, { headers: { accept } })

describe('a prompt that is filled in from query parameters', () => {
  it('is the text that the worksheet copies', async () => {
    const response = await get(`${query}`)
    expect(await response.text()).toBe(fillPrompt(parsePrompt(promptWithKinds.content), blankValues))
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  it('accepts several choices and line breaks as a form sends them', async () => {
    const text = await (await get('likes=parks&likes=beaches&notes=a%0D%0Ab')).text()
    expect(text).toContain('We like parks, beaches.')
    expect(text).toContain('Notes: a\nb')
    expect(text).toContain('Plan {{days}} days in {{city}}')
  })

  it('shows in a browser which values are missing or invalid, and is neither cached nor indexed', async () => {
    const response = await get('days=15&budget=huge', 'text/html,*/*')
    const page = await response.text()
    expect(page).toContain('How many days: Use a number from 1 to 14.')
    expect(page).toContain('City: This is required.')
    expect(page).toContain('budget: Choose one of the options.')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('shows hostile values as text', async () => {
    const hostile = '</textarea><script>alert(1)</script>'
    const response = await get(`city=${encodeURIComponent(hostile)}&__proto__=x`, 'text/html')
    const page = await response.text()
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;/textarea&gt;&lt;script&gt;')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  it('is refused if repeating a value makes the text too long', async () => {
    await testSite.addPrompt({ slug: 'repeated', content: '{{a}} '.repeat(500) })
    const fill = (value: string) => testSite.app.request(`/api/prompts/repeated/filled?a=${value}`)
    const refusal = await fill('x'.repeat(2_400))
    expect([refusal.status, (await refusal.json()).code]).toEqual([400, 'validation_failed'])
    expect((await fill('x')).status).toBe(200)
  })

  it('is not found for an unknown prompt', async () => {
    expect((await testSite.app.request('/api/prompts/nothing/filled')).status).toBe(404)
  })
})
