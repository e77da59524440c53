import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { createModels } from './create-models.ts'

/** The fake model `steady` answers; `quoting` refuses the key and quotes it. */
let testSite: CompareSite
beforeAll(async () => {
  testSite = await createCompareSite()
})
afterAll(() => testSite.close())

// Most of these keys would make a request fail before it is sent, and a few failures would suspend the vendor for
// everybody.
it.each(['ключ-ключ-ключ', 'sk-0123\n4567', 'sk-0123 4567', 'sk-\u200B01234567'])(
  'refuses a member’s key with an invalid character (%j), without suspending the vendor for others',
  async (key) => {
    const me = await testSite.member()
    let text = ''
    for (let i = 0; i < 6; i++) {
      const { response } = await testSite.compare(me, { models: ['steady', 'composer'], keys: { openai: key } })
      text = await response.text()
    }
    const models = (await testSite.request('/api/models')).body
    expect(models.find(({ id }: { id: string }) => id === 'steady')).toMatchObject({ available: true })
    expect(text).toContain('letters, digits')
  },
)

it('members’ bad keys don’t suspend a vendor, and a spent budget stops only questions with the site’s key', async () => {
  const openai = { key: 'sk-site-12345678', baseUrl: testSite.vendors.baseUrl('openai'), models: 'quoting=1' }
  const settings = { vendors: { openai }, dailyBudget: 0 }
  const models = createModels({ db: testSite.db, now: () => testSite.clock.time, settings, log: () => undefined })
  const keys = { openai: 'sk-own-12345678' }
  const signal = new AbortController().signal
  for (let i = 0; i < 6; i++) {
    const { ending } = await models.askModel({ model: 'quoting', prompt: 'Hi', signal, keys, onText: () => undefined })
    expect(ending).toMatchObject({ kind: 'failed', error: { code: 'forbidden' } })
  }
  expect(models.sources().find(({ id }) => id === 'openai')).toMatchObject({ isSuspended: false })
  expect(await models.choose('quoting', keys)).toMatchObject({ price: 0 })
  await expect(models.choose('quoting')).rejects.toThrow('budget for today')
})
