import { describe, expect, it } from 'vitest'
import { type ContentVersion, versionLinks } from './page-version-rules.ts'

const [en, de, ar] = [
  { tag: 'en', prefix: '' },
  { tag: 'de', prefix: '/de' },
  { tag: 'ar', prefix: '/ar' },
] as const
const english = { id: '2', path: '/prompt/notes', language: 'en' }
const german = { id: '3', path: '/prompt/notizen', language: 'de' }
const french = { id: '1', path: '/prompt/resume', language: 'fr' }

const linksOf = (versions: ContentVersion[], languages: { tag: string; prefix: string }[]) =>
  versionLinks('/prompt/notes', versions, languages).map(({ hreflang, path, prefix }) => `${hreflang} ${prefix}${path}`)

describe('the pages for the readers of each language', () => {
  it('are the same page in each language of the site, if there is no translation', () => {
    expect(linksOf([], [en, de])).toEqual(['en /prompt/notes', 'de /de/prompt/notes', 'x-default /prompt/notes'])
    expect(linksOf([], [en])).toEqual([])
    expect(linksOf([], [])).toEqual([])
  })

  it('show the version in the language, else the one in the default language, and name all versions', () => {
    expect(linksOf([english, french, german], [en, de, ar])).toEqual([
      'en /prompt/notes',
      'de /de/prompt/notizen',
      'ar /ar/prompt/notes',
      'fr /prompt/resume',
      'x-default /prompt/notes',
    ])
    expect(linksOf([english, german], [en])).toEqual([
      'en /prompt/notes',
      'de /prompt/notizen',
      'x-default /prompt/notes',
    ])
  })

  it('show the oldest version if there is none in the default language', () => {
    expect(linksOf([german, french], [en, de])).toEqual([
      'en /prompt/resume',
      'de /de/prompt/notizen',
      'x-default /prompt/resume',
    ])
  })

  it('are the same for each version, whatever their order', () => {
    const all = [english, german, french]
    for (const { path } of all)
      expect(versionLinks(path, all.toReversed(), [en, de, ar])).toEqual(versionLinks('/', all, [en, de, ar]))
  })

  it('have a page for each of two versions that suit the same language', () => {
    const brazilian = { id: '4', path: '/prompt/notas', language: 'pt' }
    const european = { id: '5', path: '/prompt/notas-2', language: 'pt-PT' }
    expect(linksOf([english, brazilian, european], [en, { tag: 'pt-BR', prefix: '/pt-BR' }])).toEqual([
      'en /prompt/notes',
      'pt-BR /pt-BR/prompt/notas',
      'pt-PT /prompt/notas-2',
      'x-default /prompt/notes',
    ])
  })
})
