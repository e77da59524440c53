import { readdir } from 'node:fs/promises'
import { type Brand, type LegalPageName, legalPages, logoHeight, logoWidthMax } from '#features/site/brand-rules.ts'
import type { LegalPage } from '#features/site/contract.ts'
import type { PreparedResponse } from '../../http/send-bytes.ts'
import { StartError } from '../start-error.ts'
import { brandFile } from './brand-file.ts'
import { accentStyles, logoStyles } from './brand-styles.ts'
import { sizeOfLogo } from './logo-size.ts'
import { renderMarkdown } from './micromark.ts'
import { readInside, resolveFolder } from './read-inside.ts'
import { parseSiteTexts } from './site-texts.ts'

const kilobyte = 1024
const maxBytes = { texts: 20 * kilobyte, logo: 64 * kilobyte, page: 200 * kilobyte }
const logoKinds = ['svg', 'png'] as const

/** What the site folder provides: changes to pages, files to serve by their URL paths, and legal pages. */
export type SiteFolder = {
  brand: Brand
  files: Map<string, PreparedResponse>
  pages: Map<LegalPageName, LegalPage>
  /** Files that the site doesn't use, for example because their names have a typo. */
  unused: string[]
}

/**
 * Reads the site folder (SITE_DIR): `site.json`, `logo` and `logo-dark` as `.svg` or `.png`, `favicon.svg`, and legal
 * pages such as `terms.md`. `headers`: the headers that all files have. Throws a StartError that says what is wrong.
 */
export async function readSiteFolder(path: string, headers: Record<string, string>): Promise<SiteFolder> {
  const folder = await resolveFolder(path)
  const read = (name: string, max: number) => readInside(folder, name, max)
  const { accent, ...texts } = parseSiteTexts((await read('site.json', maxBytes.texts))?.toString('utf8') ?? '{}')
  const files = new Map<string, PreparedResponse>()
  const add = (bytes: Buffer, kind: 'svg' | 'png' | 'css', at?: string) => {
    const file = brandFile(bytes, kind, headers, at)
    files.set(file.path, file.response)
    return file.path
  }
  const [light, dark] = [await readLogo(read, 'logo'), await readLogo(read, 'logo-dark')]
  if (dark && !light) throw new StartError('SITE_DIR: logo-dark needs a logo.svg or logo.png next to it')
  const favicon = await read('favicon.svg', maxBytes.logo)
  if (favicon && !sizeOfLogo(favicon, 'svg')) throw new StartError('SITE_DIR: favicon.svg isn’t an SVG with a viewBox')
  if (favicon) add(favicon, 'svg', '/favicon.svg')
  const styles = (accent ? accentStyles(accent) : '') + (dark ? logoStyles : '')
  const pages = await readPages(read)
  const brand: Brand = {
    ...texts,
    ...(styles && { styleSheet: add(Buffer.from(styles), 'css') }),
    ...(light && {
      logo: {
        light: add(light.bytes, light.kind),
        width: light.width,
        ...(dark && { dark: add(dark.bytes, dark.kind) }),
      },
    }),
    ...(pages.size > 0 && { pages: [...pages.keys()] }),
  }
  return { brand, files, pages, unused: await findUnused(folder) }
}

type Read = (name: string, max: number) => Promise<Buffer | null>

async function readLogo(read: Read, name: string) {
  for (const kind of logoKinds) {
    const bytes = await read(`${name}.${kind}`, maxBytes.logo)
    if (!bytes) continue
    const size = sizeOfLogo(bytes, kind)
    if (!size)
      throw new StartError(`SITE_DIR: ${name}.${kind} isn’t ${kind === 'svg' ? 'an SVG with a viewBox' : 'a PNG'}`)
    const width = Math.max(1, Math.min(logoWidthMax, Math.round((logoHeight * size.width) / size.height)))
    return { bytes, kind, width }
  }
  return null
}

async function readPages(read: Read): Promise<Map<LegalPageName, LegalPage>> {
  const pages = new Map<LegalPageName, LegalPage>()
  for (const name of legalPages) {
    const text = (await read(`${name}.md`, maxBytes.page))?.toString('utf8')
    if (text === undefined) continue
    const [, title, rest = ''] = /^\uFEFF?\s*# +([^\s#][^\r\n]*)(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? []
    if (!title) throw new StartError(`SITE_DIR: ${name}.md must begin with its title, such as “# Terms”`)
    pages.set(name, { title: title.replace(/(?<![\s#])[\s#]+$/, ''), html: renderMarkdown(rest) })
  }
  return pages
}

/** The names of the files that the site uses. */
const usedNames = new Set([
  'site.json',
  'favicon.svg',
  ...legalPages.map((name) => `${name}.md`),
  ...['logo', 'logo-dark'].flatMap((name) => logoKinds.map((kind) => `${name}.${kind}`)),
])

/**
 * Finds the files that the site doesn't use. Skips hidden files, such as those of version control and of mounted
 * ConfigMaps.
 */
async function findUnused(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.') && !usedNames.has(name)).toSorted()
}
