import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { goToSignIn } from './go-to-sign-in.ts'

let storage: Map<string, string>
beforeEach(() => {
  storage = fakeStorage('sessionStorage')
})
afterEach(() => vi.unstubAllGlobals())

const vote = { kind: 'vote', data: 1, purpose: 'vote', nextStep: 'Your vote is cast.' }
const routerAt = (pathname: string) =>
  ({ state: { location: { pathname, searchStr: '' } }, navigate: async () => undefined }) as unknown as AnyRouter

it('a sign-in for a pending action returns to the page where the action was started', async () => {
  await goToSignIn(routerAt('/prompt/poet'), vote)
  expect(storage.get('redirectAfterLogin')).toBe('/prompt/poet')
  expect(storage.get('pendingAction')).toContain('"kind":"vote"')
})

it('a sign-in from another page drops an abandoned action', async () => {
  await goToSignIn(routerAt('/prompt/poet'), vote)
  await goToSignIn(routerAt('/create-prompt'))
  expect(storage.has('pendingAction')).toBe(false)
})

it.each(['/favorites', '/auth'])(
  'a pending action started on /favorites survives another redirect to the login page, from %s',
  async (path) => {
    await goToSignIn(routerAt('/favorites'), vote)
    await goToSignIn(routerAt(path))
    expect(storage.has('pendingAction')).toBe(true)
  },
)
