import { accessSync, constants, statfsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from '@playwright/test'
import { installDebianChromium, installPlaywrightChromium } from './chromium-install.ts'
import { unpackChromium } from './chromium-packaged.ts'

/**
 * A Chromium that starts here. `args`: the flags to pass in addition to Playwright's. `ignoreDefaultArgs`:
 * Playwright's flags to leave out, because they slow it down.
 */
export type Chromium = { executablePath: string; args: string[]; ignoreDefaultArgs: string[] }

/** A way to get a Chromium. `find` resolves to the path of its program, or to null if this way isn't available. */
export type Way = { name: string; find: () => Promise<string | null> }

const isRoot = process.getuid?.() === 0

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium refuses to run as root with its sandbox.
  ...(isRoot ? ['--no-sandbox'] : []),
]

/**
 * Returns Playwright's flags to leave out: --disable-dev-shm-usage if /dev/shm has 1 GB free. This flag keeps the
 * browser's shared memory in files, because /dev/shm often has only 64 MB in a container. Writing these files takes a
 * tenth of the CPU time for a page.
 */
export function needlessFlags(
  statSharedMemory: () => { bavail: number; bsize: number } = () => statfsSync('/dev/shm'),
): string[] {
  try {
    const { bavail, bsize } = statSharedMemory()
    return bavail * bsize >= 2 ** 30 ? ['--disable-dev-shm-usage'] : []
  } catch {
    return []
  }
}

const ways: Way[] = [
  // This is a headless shell: Chromium without its user interface. For a page, it needs half the CPU time of a complete
  // Chromium, and nothing has to be installed.
  { name: 'the Chromium inside @sparticuz/chromium', find: unpackChromium },
  { name: 'an installed Chromium', find: async () => findInstalledChromium(process.env.PATH ?? '') },
  { name: "Debian's package", find: installDebianChromium },
  { name: "Playwright's download", find: installPlaywrightChromium },
]

/**
 * Finds or installs a Chromium that starts. If CHROMIUM_PATH is set, tries only the program at that path, otherwise
 * `ways`. Throws an Error that lists the failed attempts.
 */
export async function findChromium(): Promise<Chromium> {
  const path = process.env.CHROMIUM_PATH
  const waysToTry = path ? [{ name: `CHROMIUM_PATH (${path})`, find: async () => path }] : ways
  return { executablePath: await findFirstThatStarts(waysToTry, tryToStart), args, ignoreDefaultArgs: needlessFlags() }
}

/**
 * Tries these ways in order, and returns the path of the first Chromium that starts. `explainFailure` tries to start a
 * program, and resolves to null if it starts, or to the reason why it doesn't.
 */
export async function findFirstThatStarts(
  waysToTry: Way[],
  explainFailure: (path: string) => Promise<string | null>,
): Promise<string> {
  const failures: string[] = []
  for (const { name, find } of waysToTry) {
    const found = await find().catch((error: Error) => error)
    if (found === null) continue
    const reason = found instanceof Error ? found.message : await explainFailure(found)
    if (reason === null) return found as string
    failures.push(`${name}: ${reason}`)
  }
  throw new Error(`No Chromium starts here. Install one, or name it in CHROMIUM_PATH.\n${failures.join('\n')}`)
}

/** Tries to start a program. Resolves to null if it starts, otherwise to the reason why it doesn't. */
async function tryToStart(executablePath: string): Promise<string | null> {
  try {
    const browser = await chromium.launch({ executablePath, args, timeout: 30_000 })
    await browser.close()
    return null
  } catch (error) {
    return lastErrorLine(error as Error)
  }
}

/**
 * Returns the last line that the browser wrote to standard error, or the first line of the message if there is none.
 * The complete message repeats the browser's whole command line.
 */
function lastErrorLine(error: Error): string {
  const lines = stripVTControlCharacters(error.message).split('\n')
  const line = lines.findLast((line) => line.includes('[err]')) ?? lines[0] ?? ''
  return line.replace(/^.*\[err\]/, '').trim()
}

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualFolders = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
]

/** Returns the first program named like Chromium or Chrome in the folders of `path` (a $PATH) or the usual folders. */
export function findInstalledChromium(path: string): string | null {
  const names = [...programs, 'chrome', 'Chromium', 'Google Chrome']
  const folders = [...path.split(delimiter).filter(Boolean), ...usualFolders]
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// `node test/e2e/chromium.ts` prints the path of the program, for scripts that need a browser.
if (import.meta.main) {
  await findChromium().then(
    ({ executablePath }) => process.stdout.write(`${executablePath}\n`),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    },
  )
}
