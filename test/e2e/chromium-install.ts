import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

const debianChromium = '/usr/bin/chromium'

/**
 * Installs Debian's Chromium package. Returns the path of its program, or null if the system isn't Debian or the user
 * isn't root.
 */
export async function installDebianChromium(): Promise<string | null> {
  if (process.getuid?.() !== 0 || !isDebian()) return null
  log('Installing Debian’s Chromium ...')
  await run('apt-get', ['update', '-qq'])
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  return debianChromium
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** Downloads the Chromium that belongs to this version of Playwright. Returns the path of its program. */
export async function installPlaywrightChromium(): Promise<string | null> {
  log('Downloading Playwright’s Chromium ...')
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
  await run(process.execPath, [cli, 'install', '--no-shell', 'chromium'])
  return chromium.executablePath()
}

/** Prints a line to standard error, because another program may read standard output. */
function log(line: string): void {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a command with `input` as its standard input. If the command fails, rejects with an Error that contains the end
 * of the output.
 */
export function run(command: string, args: string[], input?: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const child = spawn(command, args, { env, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output = `${output}${chunk}`.slice(-2000)
      })
    }
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed (${code}): ${output.trim()}`)),
    )
    if (input && child.stdin) input.on('error', reject).pipe(child.stdin)
  })
}
