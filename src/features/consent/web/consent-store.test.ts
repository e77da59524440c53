import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '#test/fake-storage.ts'
import { everything, nothingOptional } from '../choice-rules.ts'
import { isAnalyticsGranted, watchAnalyticsConsent } from './analytics-consent.ts'
import { revokeConsent, saveChoice, setAnalyticsConsent } from './consent-choice.ts'
import { onConsentChange, storeConsent, storedConsent } from './consent-store.ts'

const minute = 60_000
const key = 'cookie-consent'
const start = Date.UTC(2026, 10, 20)
let storage: Map<string, string>
let cookies: string[]
let browser: EventTarget

// Replaces the browser's storage, and records each cookie that is written.
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  storage = fakeStorage('localStorage')
  cookies = []
  browser = new EventTarget()
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'prompts.example.org' })
  vi.stubGlobal('document', {
    get cookie() {
      return 'session=1; _ga=1; _gcl_au=2'
    },
    set cookie(text: string) {
      cookies.push(text)
    },
  })
})
afterEach(() => {
  storeConsent(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a choice', () => {
  it('is stored in local storage, and mirrored in a cookie for 365 days', () => {
    saveChoice({ ...nothingOptional, analytics: true })
    const stored = storage.get(key) ?? ''
    expect(JSON.parse(stored)).toMatchObject({
      consented: true,
      timestamp: start,
      options: { analytics_storage: true },
    })
    expect(cookies[0]).toBe(
      `cookie-consent=${encodeURIComponent(stored)}; Max-Age=${365 * 24 * 3600}; Path=/; SameSite=Lax; Secure`,
    )
    expect(storedConsent()?.options.ad_storage).toBe(false)
  })

  it('by setAnalyticsConsent grants everything, or denies everything optional', () => {
    setAnalyticsConsent(true)
    expect(Object.values(storedConsent()?.options ?? {})).toEqual(Array(7).fill(true))
    setAnalyticsConsent(false)
    expect(storedConsent()?.options).toMatchObject({
      analytics_storage: false,
      ad_storage: false,
      security_storage: true,
    })
  })

  it('must be made again after 90 days', () => {
    saveChoice(everything)
    vi.setSystemTime(start + 90 * 24 * 60 * minute)
    expect(storedConsent()).not.toBeNull()
    vi.setSystemTime(start + (90 * 24 + 1) * 60 * minute)
    expect(storedConsent()).toBeNull()
  })

  it('respects Global Privacy Control', () => {
    vi.stubGlobal('navigator', { globalPrivacyControl: true })
    setAnalyticsConsent(true)
    expect(storedConsent()?.options).toMatchObject({ analytics_storage: true, ad_storage: false, ad_user_data: false })
  })

  it('lasts until the page is reloaded if the browser refuses storage', () => {
    vi.stubGlobal('localStorage', undefined)
    saveChoice(everything)
    expect(storedConsent()?.options.ad_storage).toBe(true)
  })

  it('lasts until the page is reloaded if storage is full', () => {
    saveChoice(nothingOptional)
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: () => {
        throw new DOMException('The storage is full.', 'QuotaExceededError')
      },
    })
    saveChoice(everything)
    expect(storedConsent()?.options.ad_storage).toBe(true)
  })

  it('that didn’t fit in the storage is replaced by a later one from another tab', () => {
    saveChoice(nothingOptional)
    const rejection = storage.get(key) ?? ''
    vi.setSystemTime(start + minute)
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: () => {
        throw new DOMException('The storage is full.', 'QuotaExceededError')
      },
    })
    saveChoice(everything)
    // The other tab stores a record of the same length, for which there is space.
    storage.set(key, rejection.replace(String(start), String(start + 2 * minute)))
    expect(storedConsent()?.options.ad_storage).toBe(false)
  })

  it('is reported to listeners, even if it was made in another tab', () => {
    const listener = vi.fn()
    const unsubscribe = onConsentChange(listener)
    saveChoice(everything)
    browser.dispatchEvent(new Event('storage'))
    expect(listener).toHaveBeenCalledTimes(2)
    unsubscribe()
    saveChoice(nothingOptional)
    browser.dispatchEvent(new Event('storage'))
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

it('revoking consent deletes the choice, and the tracking cookies on the host and its parent domains', () => {
  saveChoice(everything)
  cookies = []
  revokeConsent()
  expect(storedConsent()).toBeNull()
  expect(storage.has(key)).toBe(false)
  const deletionOf = (name: string, domain: string) => `${name}=; Max-Age=0; Path=/; SameSite=Lax; Secure${domain}`
  const domains = ['', '; Domain=prompts.example.org', '; Domain=example.org']
  expect(cookies).toEqual([
    deletionOf('cookie-consent', ''),
    ...domains.map((domain) => deletionOf('_ga', domain)),
    ...domains.map((domain) => deletionOf('_gcl_au', domain)),
  ])
})

describe('the consent to analytics', () => {
  it('is cached for 5 min', () => {
    const unsubscribe = watchAnalyticsConsent()
    setAnalyticsConsent(true)
    expect(isAnalyticsGranted()).toBe(true)
    // Acts as if the visitor had deleted the record in the browser's developer tools, which fires no event.
    storage.delete(key)
    vi.setSystemTime(start + 5 * minute - 1)
    expect(isAnalyticsGranted()).toBe(true)
    vi.setSystemTime(start + 5 * minute)
    expect(isAnalyticsGranted()).toBe(false)
    unsubscribe()
  })

  it('changes immediately with a new choice', () => {
    const unsubscribe = watchAnalyticsConsent()
    setAnalyticsConsent(true)
    expect(isAnalyticsGranted()).toBe(true)
    setAnalyticsConsent(false)
    expect(isAnalyticsGranted()).toBe(false)
    setAnalyticsConsent(true)
    expect(isAnalyticsGranted()).toBe(true)
    revokeConsent()
    expect(isAnalyticsGranted()).toBe(false)
    unsubscribe()
  })
})
