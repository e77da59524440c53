import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { everything, nothingOptional } from '../choice-rules.ts'
import { revokeConsent, saveChoice } from './consent-choice.ts'

const tracking = ['_ga', '_ga_AB12CD34', '_gid', '_gat', '_fbp', '_fbc', '_gcl_au']
let cookieNames: Set<string>

beforeEach(() => {
  cookieNames = new Set([...tracking, 'own'])
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'prompts.example.org' })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookieNames].map((name) => `${name}=1`).join('; ')
    },
    set cookie(text: string) {
      const [name = ''] = text.split('=')
      if (/Max-Age=0;/.test(text)) cookieNames.delete(name)
      else cookieNames.add(name)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const remainingTrackingCookies = () => tracking.filter((name) => cookieNames.has(name))

it('Decline after Accept All deletes all tracking cookies', () => {
  saveChoice(everything)
  expect(remainingTrackingCookies()).toEqual(tracking)
  saveChoice(nothingOptional)
  expect(remainingTrackingCookies()).toEqual([])
  expect([...cookieNames]).toEqual(['own', 'cookie-consent'])
})

it('saving deletes the cookies of each switch that is off', () => {
  saveChoice({ ...nothingOptional, analytics: true })
  expect(remainingTrackingCookies()).toEqual(['_ga', '_ga_AB12CD34', '_gid', '_gat'])
  saveChoice({ ...nothingOptional, advertising: true })
  expect(remainingTrackingCookies()).toEqual([])
})

it('revoking deletes all tracking cookies and the cookie with the choice', () => {
  saveChoice(everything)
  revokeConsent()
  expect([...cookieNames]).toEqual(['own'])
})
