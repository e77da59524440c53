import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Category, Prompt } from '#features/catalogue/contract.ts'
import { fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { createApi } from './api.ts'
import type { Input, Output } from './endpoints.ts'

describe('the types of the client follow the contract (the compiler checks them; requests go to a fake transport)', () => {
  const transport = fakeTransport(jsonReply({}))
  const api = createApi({ fetch: transport })

  it('a response has the type of its schema', async () => {
    expectTypeOf<Output<'GET /api/prompts/{id}'>>().toEqualTypeOf<Prompt>()
    expectTypeOf<Output<'GET /api/categories'>>().toEqualTypeOf<Category[]>()
    expectTypeOf<Output<'POST /api/prompts/{id}/copy'>>().toEqualTypeOf<{ copies: number }>()
    expectTypeOf(api('GET /api/prompts/{id}', { params: { id: 'haiku' } })).resolves.toEqualTypeOf<Prompt>()
  })

  it('a coerced query value is a number, and a flag is the text true or false', () => {
    type Filters = NonNullable<Input<'GET /api/prompts'>['query']>
    expectTypeOf<Filters['limit']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<Filters['featured']>().toEqualTypeOf<'true' | 'false' | undefined>()
  })

  it('a wrong path, method, param, query or body does not compile', async () => {
    // @ts-expect-error the path is not in the contract
    await api('GET /api/promts')
    // @ts-expect-error the method is not in the contract
    await api('DELETE /api/home')
    // @ts-expect-error the param is missing
    await api('GET /api/prompts/{id}')
    // @ts-expect-error the param has another name
    await api('GET /api/prompts/{id}', { params: { slug: 'haiku' } })
    // @ts-expect-error there is no such order
    await api('GET /api/prompts', { query: { sort: 'oldest' } })
    // @ts-expect-error there is no such filter
    await api('GET /api/prompts', { query: { color: 'blue' } })
    // @ts-expect-error this endpoint takes no body
    await api('POST /api/prompts/{id}/copy', { params: { id: 'haiku' }, body: { copies: 5 } })
    expect(transport.sent).not.toHaveLength(0)
  })
})
