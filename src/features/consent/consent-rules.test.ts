import { describe, expect, it } from 'vitest'
import {
  cookieDomains,
  everything,
  nothingOptional,
  optionsOf,
  switchesOf,
  switchNames,
  trackingCookies,
} from './choice-rules.ts'
import { analyticsPageType } from './page-rules.ts'
import { readRecord } from './record-rules.ts'
import { isEea } from './region-rules.ts'
import { googleTagUrl, servicePolicy, trustpilotUrl } from './services-rules.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 20)
const recordOf = (changes: object = {}) =>
  JSON.stringify({ consented: true, options: optionsOf(everything, false), timestamp: now, ...changes })

describe('a stored choice', () => {
  it('is valid for 90 days (2160 h), and not an hour longer', () => {
    expect(readRecord(recordOf({ timestamp: now - (89 * 24 + 23) * hour }), now)).not.toBeNull()
    expect(readRecord(recordOf({ timestamp: now - 2160 * hour }), now)).not.toBeNull()
    expect(readRecord(recordOf({ timestamp: now - 2161 * hour }), now)).toBeNull()
  })

  it.each([
    ['isn’t JSON', '{"consented":'],
    ['is another JSON value', '"yes"'],
    ['says that the visitor made no choice', recordOf({ consented: false })],
    ['has no options', recordOf({ options: undefined })],
    ['lacks an option', recordOf({ options: { analytics_storage: true } })],
    [
      'has a string instead of a boolean',
      recordOf({ options: { ...optionsOf(everything, false), ad_storage: 'true' } }),
    ],
    ['has no time', recordOf({ timestamp: undefined })],
    ['has a time more than 90 days in the future', recordOf({ timestamp: now + 2161 * hour })],
  ])('is ignored if it %s', (_, text) => {
    expect(readRecord(text, now)).toBeNull()
  })

  it('can be missing', () => {
    expect(readRecord(null, now)).toBeNull()
  })
})

describe('the consent options for the switches', () => {
  it.each(switchNames)('allow only %s if only its switch is on', (name) => {
    const alone = { ...nothingOptional, [name]: true }
    expect(switchesOf(optionsOf(alone, false))).toEqual(alone)
  })

  it('deny everything but essential storage if all switches are off', () => {
    expect(optionsOf(nothingOptional, false)).toEqual({
      analytics_storage: false,
      ad_storage: false,
      ad_user_data: false,
      ad_personalization: false,
      personalization_storage: false,
      functionality_storage: true,
      security_storage: true,
    })
  })

  it('include ad user data and ad personalization with advertising, and nothing else', () => {
    expect(optionsOf({ ...nothingOptional, advertising: true }, false)).toMatchObject({
      analytics_storage: false,
      ad_storage: true,
      ad_user_data: true,
      ad_personalization: true,
      personalization_storage: false,
    })
  })

  it('include no other optional storage with analytics', () => {
    const options = optionsOf({ ...nothingOptional, analytics: true }, false)
    expect(switchesOf(options)).toEqual({ analytics: true, advertising: false, personalization: false })
  })

  it('deny advertising if the browser sends a privacy signal, even when everything is accepted', () => {
    const options = optionsOf(everything, true)
    expect(switchesOf(options)).toEqual({ analytics: true, advertising: false, personalization: true })
    expect([options.ad_user_data, options.ad_personalization]).toEqual([false, false])
  })
})

describe('tracking cookies', () => {
  it('are recognized by their names', () => {
    const tracking = [
      '_ga',
      '_ga_AB12',
      '_gid',
      '_gat',
      '_gat_UA-1',
      '_gat_gtag_x',
      '_fbp',
      '_fbc',
      '_gcl_au',
      '_gcl_aw',
    ]
    const others = ['session', '_gallery', 'x_ga', '_fbpx', 'cookie-consent', '']
    const cookies = [...tracking, ...others].map((name) => `${name}=1`).join('; ')
    expect(trackingCookies(cookies)).toEqual(tracking)
    expect(trackingCookies('')).toEqual([])
  })

  it('may belong to the host or to any of its parent domains', () => {
    expect(cookieDomains('www.prompts.example.org')).toEqual([
      '',
      'www.prompts.example.org',
      'prompts.example.org',
      'example.org',
    ])
    expect(cookieDomains('localhost')).toEqual([''])
    expect(cookieDomains('127.0.0.1')).toEqual([''])
    expect(cookieDomains('[::1]')).toEqual([''])
  })
})

describe('the region of a visitor', () => {
  it.each([
    [['de'], 'America/New_York', true],
    [['en-US', 'pt-BR'], 'America/Sao_Paulo', true],
    [['en-US'], 'Europe/Dublin', true],
    [['en-US'], 'America/New_York', false],
    [['zh-CN', 'ja'], 'Asia/Tokyo', false],
    [[], '', false],
  ])('with the languages %j and the time zone “%s” is the EEA: %s', (languages, zone, expected) => {
    expect(isEea(languages, zone)).toBe(expected)
  })
})

describe('the analytics page type', () => {
  it.each([
    ['/', 'home'],
    ['/prompt/cover-letter-writer', 'prompt_detail'],
    ['/category/general', 'category_view'],
    ['/category/general/', 'category_view'],
    ['/tools/lector', 'tool_detail'],
    ['/search', 'search_results'],
    ['/tools', 'other'],
    ['/prompts', 'other'],
    ['/auth', 'other'],
  ])('of %s is %s', (path, type) => {
    expect(analyticsPageType(path)).toBe(type)
  })
})

describe('the Content-Security-Policy of pages', () => {
  it('allows no service if none is configured', () => {
    expect(servicePolicy(undefined)).toEqual({})
  })

  it('allows only the sources of the configured service', () => {
    const analytics = servicePolicy({ analytics: { id: 'G-1', url: googleTagUrl } })
    expect(analytics['script-src']).toEqual([googleTagUrl])
    expect(analytics['connect-src']).toContain('https://*.google-analytics.com')
    expect(analytics['frame-src']).toBeUndefined()
    const reviews = servicePolicy({ reviews: { key: 'k', url: trustpilotUrl } })
    expect(reviews).toEqual({ 'script-src': [trustpilotUrl], 'frame-src': [trustpilotUrl] })
  })

  it('allows only the configured URL if the tag doesn’t come from Google', () => {
    const sources = Object.values(servicePolicy({ analytics: { id: 'G-1', url: 'https://tag.example.org' } })).flat()
    expect(new Set(sources)).toEqual(new Set(['https://tag.example.org']))
  })
})
