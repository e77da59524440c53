import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { rememberReturn, returnFromSignIn } from './return-from-sign-in.ts'

const replace = vi.fn()
const navigate = vi.fn()
beforeEach(() => {
  fakeStorage('sessionStorage')
  vi.stubGlobal('location', { replace })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('a sign-in returns to a page of the application through the router', async () => {
  rememberReturn('#return=%2Ffavorites')
  await returnFromSignIn({ navigate } as unknown as AnyRouter)
  expect(navigate).toHaveBeenCalledWith({ href: '/favorites', replace: true })
  expect(replace).not.toHaveBeenCalled()
})

it('a sign-in for an app returns to the page that asks the member, which the server has', async () => {
  rememberReturn('#return=%2Foauth%2Fconsent%2Fan-id')
  await returnFromSignIn({ navigate } as unknown as AnyRouter)
  expect(replace).toHaveBeenCalledWith('/oauth/consent/an-id')
  expect(navigate).not.toHaveBeenCalled()
})

it.each(['%2F%2Fevil.example', 'https%3A%2F%2Fevil.example', '%2F.%2F%2Fevil.example%2Foauth%2F'])(
  'a sign-in doesn’t lead to another site: %s',
  async (target) => {
    rememberReturn(`#return=${target}`)
    await returnFromSignIn({ navigate } as unknown as AnyRouter)
    expect(navigate).toHaveBeenCalledWith({ href: '/', replace: true })
  },
)
