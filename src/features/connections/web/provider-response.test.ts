import { expect, it } from 'vitest'
import { readProviderResponse } from './provider-response.ts'

const read = (query: string) => readProviderResponse(new URLSearchParams(query), 'GitHub')

it('a response with code and state is returned, with the issuer if the response names one', () => {
  expect(read('code=c&state=s')).toEqual({ code: 'c', state: 's', iss: undefined })
  expect(read('code=c&state=s&iss=https://id.example')).toEqual({ code: 'c', state: 's', iss: 'https://id.example' })
})

it('a refusal says whether the request was declined, the provider reported an error, or the address is incomplete', () => {
  expect(read('error=access_denied&state=s')).toEqual({
    refusal: 'The request was declined at GitHub. Nothing has changed.',
  })
  expect(read('error=server_error&state=s')).toEqual({ refusal: 'GitHub reported an error. Start again.' })
  for (const query of ['', 'code=c', 'state=s', 'code=&state=s'])
    expect(read(query)).toEqual({ refusal: 'The address is incomplete. Start again.' })
})
