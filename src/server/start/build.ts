import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { access, mkdir, constants as modes, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SiteFacts } from '#features/site/site-fact-rules.ts'
import type { Language } from '#lib/language.ts'
import { textMark, translateScript } from '../languages/translated-scripts.ts'
import { StartError } from './start-error.ts'

const root = join(import.meta.dirname, '../../..')
export const buildFolder = join(root, 'dist')
const dist = buildFolder
/** The texts in the browser's scripts, by the names of their marks. */
const textsFile = join(dist, 'texts.json')
/** Contains a hash of the sources from which `dist` was built. It doesn't exist while a build is incomplete. */
const stampFile = join(dist, 'stamp')
/** Exists while the files of a build are compressed quickly instead of well. */
const quickMark = join(dist, 'compressed-quickly')
/** The sources of a build: files and folders, relative to the root folder. */
export const buildSources = [
  'src',
  'public',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'tsconfig.json',
]
const vite = 'node_modules/vite/bin/vite.js'

export const clientFolder = join(root, 'dist/client')

/**
 * The URL of the server's bundle, or null if it wasn't built from the current sources or its path contains a symbolic
 * link. Loading it takes half the CPU time of loading the server's thousand source files. `isPrepared`: the process
 * that started this one has checked the build, so the sources needn't be compared again.
 */
export function findBundle(isPrepared: boolean): string | null {
  if (isPrepared ? !existsSync(stampFile) : readIfThere(stampFile) !== hashSources()) return null
  const bundle = join(root, 'dist/bundle/run-server.js')
  // The bundle finds other files by relative paths, so it can't be loaded through a symbolic link.
  return realpathSync(bundle) === bundle ? pathToFileURL(bundle).href : null
}

/**
 * Builds the pages and the server's bundle if their sources have changed since the last build. `isAwaited`: somebody
 * waits for the site, so its files are compressed quickly, and `improveCompression` does the rest later. Throws
 * StartError if the build fails or the program's folder isn't writable.
 */
export async function buildIfNeeded(print: (line: string) => void, { isAwaited = false } = {}): Promise<void> {
  const stamp = hashSources()
  if (readIfThere(stampFile) === stamp) return
  await throwIfNotWritable()
  print('Building the site (once per version) ...')
  // The stamp is removed first, because an interrupted build leaves files of two versions.
  await rm(stampFile, { force: true })
  await Promise.all([
    runVite(['build', '--logLevel', 'warn']),
    runVite(['build', '--logLevel', 'warn', '--config', 'vite.server.config.ts']),
  ])
  await writeEnglishScripts()
  if (isAwaited) await writeFile(quickMark, '')
  else await rm(quickMark, { force: true })
  await compressFiles(clientFolder, isAwaited ? quickQuality : constants.BROTLI_MAX_QUALITY)
  await writeFile(stampFile, stamp)
}

/**
 * Puts the English texts into the marked scripts of the browser (`mark-texts.ts`). The marked ones stay in
 * `dist/marked`, from which the server makes those of other languages.
 */
async function writeEnglishScripts(): Promise<void> {
  const keys = JSON.parse(await readFile(textsFile, 'utf8'))
  const marked = join(dist, 'marked')
  await rm(marked, { recursive: true, force: true })
  await mkdir(marked)
  const folder = join(clientFolder, 'assets')
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const script = await readFile(join(folder, name), 'utf8')
    if (script.search(textMark) === -1) continue
    await writeFile(join(marked, name), script)
    await writeFile(join(folder, name), translateScript(script, keys, null))
  }
}

/**
 * Compresses the files of a build with Brotli's highest level if a start compressed them quickly. The next start serves
 * them. Can be interrupted at any time.
 */
export async function improveCompression(): Promise<void> {
  if (!existsSync(quickMark)) return
  await compressFiles(clientFolder, constants.BROTLI_MAX_QUALITY)
  await rm(quickMark)
}

/**
 * Throws StartError if the user who runs the server can't write to the program's folder. This is checked only before a
 * build, because a server whose build is complete needs no write access there.
 */
async function throwIfNotWritable(): Promise<void> {
  try {
    for (const folder of [root, join(root, 'node_modules'), ...(existsSync(dist) ? [dist] : [])])
      await access(folder, modes.W_OK)
  } catch (cause) {
    const what = `This version is not built yet, and this user can’t write to ${root}`
    throw new StartError(`${what}. Run npm run build there as the owner of that folder.`, { cause })
  }
}

/** Brotli's level for a build that somebody waits for: a tenth larger than the highest level, in a tenth of the time. */
const quickQuality = 6

const compressible = /\.(css|html|js|json|svg|txt|webmanifest)$/

/** Compresses each suitable file to FILE.br, with Brotli at this level, and to FILE.gz. */
async function compressFiles(folder: string, quality: number): Promise<void> {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  for (const file of filesBelow(folder).filter((name) => compressible.test(name))) {
    const content = await readFile(file)
    await replaceFile(`${file}.br`, await promisify(brotliCompress)(content, options))
    await replaceFile(`${file}.gz`, await promisify(gzip)(content))
  }
}

/** Writes a file so that other processes see either its old or its new content. */
async function replaceFile(path: string, content: Buffer): Promise<void> {
  const temporaryFile = join(dist, `compressing-${process.pid}`)
  await writeFile(temporaryFile, content)
  await rename(temporaryFile, path)
}

type Transport = (path: string, init: RequestInit) => Response | Promise<Response>
type CreatePageRenderer = (
  transport: Transport,
  site: SiteFacts,
  language?: () => Language,
) => (request: Request) => Promise<Response>

/** Loads the function that creates a renderer of the built pages. Their loaders call the API through `transport`. */
export async function loadPageRenderer(): Promise<CreatePageRenderer> {
  const built = await import(pathToFileURL(join(root, 'dist/server/entry-server.js')).href)
  return built.createPageRenderer
}

/** The path of the style sheet that every page loads, found among the built files. */
export function styleSheetOf(files: Map<string, unknown>): string | undefined {
  return [...files.keys()].find((path) => /^\/assets\/index-[\w-]+\.css$/.test(path))
}

// Reads the files synchronously: each start reads 2,000 files, and asynchronous reads would take five times the CPU
// time.
function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of buildSources.flatMap((source) => filesBelow(join(root, source))))
    hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Lists the files in a folder and its subfolders, except tests and translations, which no build needs. If `path` is a file, lists only that. */
function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.po$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Runs vite with these arguments. Throws StartError with vite's output if it fails. */
async function runVite(args: string[]): Promise<void> {
  const child = spawn(process.execPath, [vite, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve)).catch(String)
  if (code !== 0) throw new StartError(`The build failed: ${output.join('').trim().slice(-2000) || code}`)
}
