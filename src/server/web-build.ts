import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, constants as modes, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SiteFacts } from '#features/site/site-fact-rules.ts'
import { copySwaggerUi } from './copy-swagger-ui.ts'
import { StartError } from './start-error.ts'

const root = join(import.meta.dirname, '../..')
const stampFile = join(root, 'dist/stamp')
/** The sources of a build. */
const sources = ['src', 'public', 'package-lock.json', 'vite.config.ts', 'tsconfig.json']

export const clientFolder = join(root, 'dist/client')

/** Builds the pages if their sources changed since the last build. Throws StartError if that fails. */
export async function buildWebIfNeeded(print: (line: string) => void): Promise<void> {
  const stamp = await hashSources()
  const built = await readFile(stampFile, 'utf8').catch(() => null)
  if (built === stamp) return
  await throwIfNotWritable()
  print('Building the pages (once per version) ...')
  const output = await run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
  if (output !== null) throw new StartError(`The pages could not be built: ${output}`)
  await copySwaggerUi(clientFolder)
  await compressFiles(clientFolder)
  await writeFile(stampFile, stamp)
}

/**
 * Throws StartError if this user, such as that of a service, can't write to the program's folder. A completed build
 * needs no write access.
 */
async function throwIfNotWritable(): Promise<void> {
  try {
    for (const folder of [root, join(root, 'node_modules')]) await access(folder, modes.W_OK)
  } catch (cause) {
    const what = `The pages of this version are not built yet, and this user can’t write to ${root}`
    throw new StartError(`${what}. Run npm run build there as its owner.`, { cause })
  }
}

const compressible = /\.(css|html|js|json|svg|txt|webmanifest)$/

/** Writes FILE.br and FILE.gz for each compressible file, at the best level, once per build. */
async function compressFiles(folder: string): Promise<void> {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  for (const file of (await filesBelow(folder)).filter((name) => compressible.test(name))) {
    const content = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, best))
    await writeFile(`${file}.gz`, await promisify(gzip)(content))
  }
}

type Transport = (path: string, init: RequestInit) => Response | Promise<Response>
type CreatePageRenderer = (transport: Transport, site: SiteFacts) => (request: Request) => Promise<Response>

/** Loads the renderer of the built pages. Its loaders call the API through `transport`. */
export async function loadPageRenderer(): Promise<CreatePageRenderer> {
  const built = await import(pathToFileURL(join(root, 'dist/server/entry-server.js')).href)
  return built.createPageRenderer
}

/** The path of the style sheet of every page, from the built files. */
export function styleSheetOf(files: Map<string, unknown>): string | undefined {
  return [...files.keys()].find((path) => /^\/assets\/index-[\w-]+\.css$/.test(path))
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesBelow(join(root, source)))
      hash.update(file.slice(root.length)).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Runs node. Returns its output on failure, null on success. */
function run(args: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? null : output.trim().slice(-2000)))
  })
}
