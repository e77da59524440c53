import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompareWorld, createCompareWorld } from '#test/compare-world.ts'

let world: CompareWorld
beforeAll(async () => {
  world = await createCompareWorld()
})
afterAll(() => world.close())

// A request with such a key fails before it leaves, which looked like five failures of the vendor in a row.
it.each(['ключ-ключ-ключ', 'sk-0123\n4567', 'sk-0123 4567', 'sk-\u200B01234567'])(
  'refuses an own key that no request can carry (%j), so that it suspends no vendor for the others',
  async (key) => {
    const me = await world.member()
    let text = ''
    for (let i = 0; i < 6; i++) {
      const { response } = await world.compare(me, { models: ['steady', 'composer'], keys: { openai: key } })
      text = await response.text()
    }
    const models = (await world.request('/api/models')).body
    expect(models.find(({ id }: { id: string }) => id === 'steady')).toMatchObject({ available: true })
    expect(text).toContain('letters, digits')
  },
)
