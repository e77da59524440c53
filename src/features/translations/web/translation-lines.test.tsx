import { expect, it } from 'vitest'
import type { Prompt, Translation } from '#features/catalogue/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { OtherVersions } from './translation-lines.tsx'

it('links to versions that nobody trusts as to others’ addresses', async () => {
  const german = { id: '1', slug: 'one', title: 'Eins', language: 'de', languageName: 'Deutsch', isOriginal: false }
  const relOf = async (isTrusted: boolean) => {
    const translations: Translation[] = [{ ...german, isTrusted }]
    const prompt = { slug: 'a-prompt', language: 'en', status: 'published', translations } as Prompt
    return /<a[^>]*href="\/prompt\/one"[^>]*>/.exec(await renderPage(<OtherVersions prompt={prompt} />))?.[0]
  }
  expect(await relOf(true)).not.toContain('rel=')
  expect(await relOf(false)).toContain('rel="ugc nofollow"')
})
