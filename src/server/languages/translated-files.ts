import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Language } from '#lib/language.ts'
import { cutText } from '#lib/well-formed.ts'
import { createLruCache } from '#platform/lru-cache.ts'
import { type PreparedResponse, prepareResponse, withBrotli } from '../http/send-bytes.ts'
import { translateScript } from './translated-scripts.ts'

const compressBrotli = promisify(brotliCompress)
/** As in page-cache.ts: `quick` for whoever waits, `best` for everybody after them. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const megabyte = 1024 * 1024

const address = /^\/assets\/([A-Za-z-]+)-([\w-]{8})\/([\w.-]+\.js)$/
/** The address of a script in a tag of a page, or in the list of scripts for the router. In texts, quotes are escaped. */
const scriptAddress = /(?<!\\)"(\/assets\/[\w.-]+\.js)"/g

type Options = {
  /** The languages of the site. Without a build, or with English alone, there is nothing to translate. */
  languages: readonly Language[]
  /** The built files, by path. Their scripts are in English. */
  files: ReadonlyMap<string, PreparedResponse>
  /** The folder of the build (`dist`). */
  folder: string
  headers: Record<string, string>
}

/**
 * The browser's scripts in other languages than English. Each language has a folder of its own below `/assets/`, whose
 * name changes with its texts, so browsers store the scripts for good. A script is translated when it is first requested.
 */
export function createTranslatedFiles({ languages, files, folder, headers }: Options) {
  const keysFile = join(folder, 'texts.json')
  const keys: Record<string, string> = existsSync(keysFile) ? JSON.parse(readFileSync(keysFile, 'utf8')) : {}
  const folders = new Map<string, { language: Language; version: string }>(
    languages
      .filter(({ tag, prefix }) => tag !== 'en' || prefix !== '')
      .map((language) => [language.tag, { language, version: versionOf(language, keys) }]),
  )
  const prepared = createLruCache<PreparedResponse>({ maxSize: 24 * megabyte, sizeCalculation: ({ bytes }) => bytes })
  const preparing = new Map<string, Promise<PreparedResponse | undefined>>()

  async function prepare(path: string, { script, language, isCurrent }: Found) {
    const marked = await readFile(join(folder, 'marked', script), 'utf8').catch(() => null)
    if (marked === null) return files.get(`/assets/${script}`)
    const identity = Buffer.from(translateScript(marked, keys, language))
    const response = prepareResponse({
      status: 200,
      headers: {
        ...headers,
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
      },
      etag: `"${cutText(createHash('sha256').update(identity).digest('base64url'), 22)}"`,
      bodies: { identity, br: await compressBrotli(identity, quick), gzip: 'later' },
    })
    if (!isCurrent) return response
    prepared.set(path, response)
    void compressBrotli(identity, best).then((body) => {
      if (prepared.peek(path) === response) prepared.set(path, withBrotli(response, body))
    })
    return response
  }

  /** The language, version and script of a path. Null if no script is there. */
  function parse(path: string) {
    const [, tag = '', version, script = ''] = address.exec(path) ?? []
    const known = files.has(`/assets/${script}`) ? folders.get(tag) : undefined
    return known ? { script, language: known.language, isCurrent: version === known.version } : null
  }

  return {
    /** Whether a translated script is at a path. */
    has: (path: string): boolean => parse(path) !== null,
    /**
     * Finds the translated script at a path. Undefined if the path isn't one. A page of an older version, or of another
     * server, gets the current texts, which no browser stores.
     */
    find(path: string): PreparedResponse | Promise<PreparedResponse | undefined> | undefined {
      const known = prepared.get(path)
      if (known) return known
      const found = parse(path)
      if (!found) return undefined
      const running = preparing.get(path)
      if (running) return running
      const started = prepare(path, found).finally(() => preparing.delete(path))
      preparing.set(path, started)
      return started
    },
    /** Makes a page in this language load the translated scripts. */
    inPage(html: string, { tag }: Language): string {
      const found = folders.get(tag)
      if (!found) return html
      const folder = `/assets/${tag}-${found.version}/`
      return html.replace(scriptAddress, (whole, path: string) =>
        files.has(path) ? whole.replace('/assets/', folder) : whole,
      )
    },
  }
}

type Found = { script: string; language: Language; isCurrent: boolean }

export type TranslatedFiles = ReturnType<typeof createTranslatedFiles>

/** Changes with everything that the scripts of a language contain. The names of the scripts change with their code. */
function versionOf({ tag, prefix, format, find }: Language, keys: Record<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify([tag, prefix, format]))
  for (const key of Object.values(keys)) hash.update(`${find?.(key) ?? key}\n`)
  return cutText(hash.digest('base64url'), 8)
}
