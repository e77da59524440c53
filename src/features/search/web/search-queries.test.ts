import { describe, expect, it } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { searchQuery } from './search-queries.ts'

describe('a search', () => {
  it('sends the trimmed term, encoded, with the other parameters', async () => {
    const transport = fakeTransport(jsonReply({}))
    const api = createApi({ fetch: transport })
    await createQueryClient().query(searchQuery(api, { q: ' 50% off & more ', type: 'prompts', cursor: 'abc' }))
    expect(transport.sent[0]?.path).toBe('/api/search?cursor=abc&q=50%25+off+%26+more&type=prompts')
  })

  it('is the same with and without spaces around the term', () => {
    const api = createApi({ fetch: fakeTransport() })
    expect(searchQuery(api, { q: ' cat ' }).queryKey).toEqual(searchQuery(api, { q: 'cat' }).queryKey)
  })
})
