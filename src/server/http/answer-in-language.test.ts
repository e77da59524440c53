import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLanguage, runningLanguage, setLanguages, siteLanguages } from '#platform/languages.ts'
import { createListeningSite } from '#test/listening-site.ts'
import { preferredLanguage } from './answer-in-language.ts'

const before = siteLanguages()
const words = new Map([['This prompt', 'Dieser Prompt']])
let site: Awaited<ReturnType<typeof createListeningSite>>

beforeAll(async () => {
  setLanguages([
    { tag: 'en', prefix: '', format: null },
    { tag: 'de', prefix: '/de', format: null, find: (key) => words.get(key) },
    { tag: 'zh-CN', prefix: '/zh-CN', format: null },
  ])
  site = await createListeningSite()
})

afterAll(async () => {
  setLanguages(before)
  await site.close()
})

it('an error is in the language that the request prefers, else in English', async () => {
  const messageFor = async (language?: string) => {
    const headers = language === undefined ? undefined : { 'Accept-Language': language }
    const response = await fetch(`${site.origin}/api/prompts/there-is-none`, { headers })
    expect(response.status).toBe(404)
    return (await response.json()).error
  }
  expect(await messageFor('de')).toMatch(/^Dieser Prompt /)
  expect(await messageFor('nl')).toMatch(/^This prompt was not found/)
  expect(await messageFor()).toMatch(/^This prompt was not found/)
})

describe('the preferred language', () => {
  it('has the highest weight of those that the site has', () => {
    expect(preferredLanguage('de')).toBe('de')
    expect(preferredLanguage('fr, en;q=0.5, de;q=0.7')).toBe('de')
    expect(preferredLanguage('zh-TW,zh;q=0.9')).toBe('zh-CN')
    expect(preferredLanguage('*,en-US@posix,de-AT;q=0.5')).toBe('de')
    expect(preferredLanguage('de;q=0, en')).toBe('en')
  })

  it('is none if the header names none of them', () => {
    for (const header of ['', 'fr', '*', ';q=1,,', 'de;q=x']) expect(preferredLanguage(header)).toBeNull()
  })
})

it('an unknown language runs in the default one', () => {
  expect(inLanguage(null, () => runningLanguage().tag)).toBe('en')
})
