import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { currentNotice, hideSeenNotice, Notices, notify } from './notice.tsx'

afterEach(() => void vi.useRealTimers())

it('shows one notice at a time, for 5 s', () => {
  vi.useFakeTimers()
  notify({ title: 'First' })
  vi.advanceTimersByTime(4_000)
  notify({ title: 'Second', isFailure: true })
  expect(currentNotice()).toEqual({ title: 'Second', isFailure: true })
  vi.advanceTimersByTime(4_999)
  expect(currentNotice()?.title).toBe('Second')
  vi.advanceTimersByTime(1)
  expect(currentNotice()).toBeNull()
})

it('hides a notice when its reader leaves the page, but not on the redirect right after a sign-in', () => {
  vi.useFakeTimers()
  notify({ title: 'Login successful' })
  vi.advanceTimersByTime(300)
  hideSeenNotice()
  expect(currentNotice()?.title).toBe('Login successful')
  vi.advanceTimersByTime(1_500)
  hideSeenNotice()
  expect(currentNotice()).toBeNull()
})

it('renders an empty live region before the first notice, because screen readers only announce changes in it', () => {
  expect(renderToStaticMarkup(createElement(Notices))).toMatch(/^<div role="status"[^>]*><\/div>$/)
})
