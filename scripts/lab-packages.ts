import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '..')
const source = join(root, 'lab/packages')
const lockName = 'package-lock.json'

/** Where the packages of lab/packages/package.json are installed. Files of lab/ can import them from there. */
export const labModules = join(root, 'lab/node_modules')

/**
 * Installs the packages that only lab/ and the tests need, unless the current ones are there. They aren't part of
 * `npm ci`, because a server doesn't need them. Several processes may call this at the same time.
 */
export async function installLabPackages(): Promise<void> {
  if (await isCurrent()) return
  process.stderr.write('Installing the packages of lab/ (once per version) ...\n')
  await mkdir(join(root, '.tmp'), { recursive: true })
  const folder = await mkdtemp(join(root, '.tmp/lab-packages-'))
  try {
    for (const name of ['package.json', lockName, '.npmrc']) await copyFile(join(source, name), join(folder, name))
    await runNpm(folder)
    await copyFile(join(source, lockName), join(folder, 'node_modules', lockName))
    await rename(labModules, join(folder, 'old')).catch(ignoreMissing)
    await rename(join(folder, 'node_modules'), labModules).catch(async (error) => {
      // Another process may have installed the same packages in the meantime.
      if (!(await isCurrent())) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tells whether the installed packages are those of the lock file, of which an installation keeps a copy. */
async function isCurrent(): Promise<boolean> {
  const [wanted, installed] = await Promise.all([
    readFile(join(source, lockName), 'utf8'),
    readFile(join(labModules, lockName), 'utf8').catch(ignoreMissing),
  ])
  return wanted === installed
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function runNpm(folder: string): Promise<void> {
  const child = spawn('npm', ['ci', '--no-progress'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`npm ci failed for lab/packages/package.json: ${(output + errors).trim()}`)
}
