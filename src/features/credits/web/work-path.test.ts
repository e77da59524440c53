import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { forgetWork, readWork, rememberWork } from './work-path.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = fakeStorage('sessionStorage')
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z') })
  vi.stubGlobal('location', { pathname: '/compare', search: '?prompt=x', hash: '#models' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('remembers the page where the credits didn’t suffice for an hour, or until it is forgotten', () => {
  rememberWork()
  expect(readWork()).toBe('/compare?prompt=x#models')
  vi.setSystemTime(new Date('2026-11-29T13:00:01Z'))
  expect(readWork()).toBeNull()
  rememberWork()
  forgetWork()
  expect(readWork()).toBeNull()
})

it('leads only to pages of this site', () => {
  for (const path of ['//evil.example', 'javascript:alert(1)', '/auth', 7, null]) {
    stored.set('return_after_plan', JSON.stringify({ path, at: Date.now() }))
    expect(readWork()).toBeNull()
  }
  stored.set('return_after_plan', '{')
  expect(readWork()).toBeNull()
})
