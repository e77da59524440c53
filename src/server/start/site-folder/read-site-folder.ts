import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type Brand, logoHeight, logoWidthMax } from '#features/site/brand-rules.ts'
import type { LegalPage } from '#features/site/contract.ts'
import { languages } from '#lib/languages.ts'
import { type LegalPageName, legalPages } from '#lib/legal-pages.ts'
import { pluralCategories } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { PreparedResponse } from '../../http/send-bytes.ts'
import { prepareResponse } from '../../http/send-bytes.ts'
import { type Catalogue, readCatalogue, translationsOf } from '../../languages/catalogue-file.ts'
import { describeEntry, problemOfEntry } from '../../languages/check-entry.ts'
import { StartError } from '../start-error.ts'
import { accentStyles, logoStyles } from './brand-styles.ts'
import { renderMarkdown } from './micromark.ts'
import { parseSiteTexts } from './site-texts.ts'

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const types = { svg: 'image/svg+xml', png: 'image/png', css: 'text/css; charset=utf-8' }
/** The Content-Security-Policy of logos and icons, which run no scripts and load nothing if somebody opens them. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const kilobyte = 1024
const maxBytes = { texts: 20 * kilobyte, logo: 64 * kilobyte, page: 200 * kilobyte, translations: 4000 * kilobyte }
const logoKinds = ['svg', 'png'] as const

/** What the site folder provides: changes to pages, files to serve by their URL paths, and legal pages. */
export type SiteFolder = {
  brand: Brand
  files: Map<string, PreparedResponse>
  pages: Map<LegalPageName, LegalPage>
  /** The operator's translations, by language and key, which replace ours. */
  texts: Map<string, Map<string, string>>
  /** Files that the site doesn't use, for example because their names have a typo. */
  unused: string[]
}

/**
 * Reads the site folder (SITE_DIR): `site.json`, `logo` and `logo-dark` as `.svg` or `.png`, `favicon.svg`, and legal
 * pages such as `terms.md`, and translations such as `languages/de.po`. `headers`: the headers that all files have. Throws a StartError that says what is wrong.
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
  return { brand, files, pages, texts: await readTexts(read), unused: await findUnused(folder) }
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

/** Reads the operator's translations of single texts, which have the same form as ours. */
async function readTexts(read: Read): Promise<Map<string, Map<string, string>>> {
  const texts = new Map<string, Map<string, string>>()
  for (const { tag } of languages) {
    const name = `languages/${tag}.po`
    const file = (await read(name, maxBytes.translations))?.toString('utf8')
    if (file === undefined) continue
    const refusal = (what: string) => new StartError(`SITE_DIR: ${name}: ${what}`)
    let catalogue: Catalogue
    try {
      catalogue = readCatalogue(file)
    } catch (error) {
      throw refusal((error as Error).message)
    }
    for (const entry of catalogue.entries) {
      const problem = problemOfEntry(entry, pluralCategories(tag).length)
      if (problem) throw refusal(`the translation of ${describeEntry(entry)} ${problem}`)
    }
    texts.set(tag, translationsOf(catalogue))
  }
  return texts
}

/** The names of the files that the site uses. */
const usedNames = new Set([
  'site.json',
  'favicon.svg',
  'languages',
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

/**
 * Builds the response for a logo, an icon or the operator's style sheet. The path is `at` or, if that is unset,
 * contains a hash of `bytes`, so that browsers load a changed file immediately. `headers`: the headers that all files
 * have.
 */
function brandFile(
  bytes: Buffer,
  kind: keyof typeof types,
  headers: Record<string, string>,
  at?: string,
): { path: string; response: PreparedResponse } {
  const hash = cutText(createHash('sha256').update(bytes).digest('base64url'), 22)
  return {
    path: at ?? `/assets/site-${hash}.${kind}`,
    response: prepareResponse({
      status: 200,
      headers: {
        ...headers,
        'Content-Type': types[kind],
        'Cache-Control': at ? 'public, max-age=3600' : 'public, max-age=31536000, immutable',
        ...(kind !== 'css' && { 'Content-Security-Policy': imagePolicy }),
      },
      etag: `"${hash}"`,
      bodies: { identity: bytes },
    }),
  }
}

/**
 * Finds the width and height of a logo, in the units of the file. Returns null if the file is neither a PNG nor an SVG
 * that states its size.
 */
function sizeOfLogo(bytes: Buffer, kind: 'svg' | 'png'): { width: number; height: number } | null {
  return kind === 'png' ? sizeOfPng(bytes) : sizeOfSvg(bytes.toString('utf8'))
}

/** The size is in the header, which is the first chunk of a PNG file (PNG specification, 11.2.1). */
function sizeOfPng(bytes: Buffer) {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngStart)) return null
  return sizeIfPositive(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** Reads the size from the viewBox of the first svg element or, if it has none, from its width and height. */
function sizeOfSvg(text: string) {
  const [root] = /<svg\b[^<>]*>/.exec(text) ?? []
  if (!root) return null
  const box = /\sviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*["']/.exec(root)
  if (box) return sizeIfPositive(Number(box[1]), Number(box[2]))
  const [, width] = /\swidth\s*=\s*["']([\d.]+)(?:px)?["']/.exec(root) ?? []
  const [, height] = /\sheight\s*=\s*["']([\d.]+)(?:px)?["']/.exec(root) ?? []
  return sizeIfPositive(Number(width), Number(height))
}

function sizeIfPositive(width: number, height: number) {
  return width > 0 && height > 0 ? { width, height } : null
}

/** Returns the real path of the site folder. Throws StartError if it doesn't exist. */
async function resolveFolder(path: string): Promise<string> {
  return realpath(path).catch((cause) => {
    throw new StartError(`SITE_DIR: there is no folder ${path}`, { cause })
  })
}

/**
 * Reads a file in a folder (a real path), or returns null if it doesn't exist. Follows links within the folder, because
 * a ConfigMap that Kubernetes mounts consists of them. Throws StartError for a link to a missing file or out of the
 * folder, for anything that isn't a file, and for a file that can't be read or has more than `maxBytes`.
 */
async function readInside(folder: string, name: string, maxBytes: number): Promise<Buffer | null> {
  const refusal = (what: string, cause?: unknown) => new StartError(`SITE_DIR: ${name} ${what}`, { cause })
  const path = await realpath(join(folder, name)).catch(async (cause) => {
    if (cause.code !== 'ENOENT') throw refusal('can’t be read', cause)
    if (await lstat(join(folder, name)).catch(() => null)) throw refusal('is a link to a missing file', cause)
    return null
  })
  if (path === null) return null
  if (!path.startsWith(folder + sep)) throw refusal('is a link that leads out of the folder. Replace it with the file')
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch((cause) => {
    throw refusal('can’t be read', cause)
  })
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw refusal('isn’t a file')
    if (stats.size > maxBytes) throw refusal(`is too large: use at most ${Math.floor(maxBytes / 1024)} KB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
