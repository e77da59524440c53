import { expect, it } from 'vitest'
import { createQueryClient } from '#client/query-client.ts'
import { makeCard, makeHome } from '#test/make-home.ts'
import { changeCachedPrompt } from './cached-prompt.ts'

it('changeCachedPrompt changes a prompt in every query that contains it, and marks no query as refetched', () => {
  const client = createQueryClient()
  const [card, otherCard] = [makeCard('a-prompt'), makeCard('another')]
  const data = {
    list: { items: [otherCard, card], total: 2 },
    home: { ...makeHome(), newest: [card] },
    page: card,
    other: otherCard,
  }
  for (const [name, value] of Object.entries(data)) client.setQueryData([name], value, { updatedAt: 1000 })
  const cachedData = (name: keyof typeof data) => client.getQueryData<never>([name])

  changeCachedPrompt(client, card.id, (prompt) => ({ ...prompt, copies: 77 }))
  expect(cachedData('page')).toEqual({ ...card, copies: 77 })
  expect(cachedData('list')).toEqual({ items: [otherCard, { ...card, copies: 77 }], total: 2 })
  expect(cachedData('home')).toMatchObject({ newest: [{ copies: 77 }] })
  expect(cachedData('other')).toBe(otherCard)
  expect(client.getQueryState(['page'])?.dataUpdatedAt).toBe(1000)
})

it('changeCachedPrompt doesn’t change queries that were read after the given time', () => {
  const client = createQueryClient()
  const card = makeCard('a-prompt')
  client.setQueryData(['older'], card, { updatedAt: 1000 })
  client.setQueryData(['newer'], card, { updatedAt: 3000 })
  changeCachedPrompt(client, card.id, (prompt) => ({ ...prompt, copies: 77 }), 2000)
  expect(client.getQueryData(['older'])).toMatchObject({ copies: 77 })
  expect(client.getQueryData(['newer'])).toBe(card)
})
