import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { buildIfNeeded, improveCompression } from '#server/start/build.ts'

// Writes promptarium-VERSION.tar.gz: the committed files and their build, so that an unedited release starts without one.

const git = (...parts: string[]) => execFileSync('git', parts, { encoding: 'utf8' })
if (git('status', '--porcelain')) {
  process.stderr.write('Commit or remove your changes first: a release contains what is committed.\n')
  process.exit(1)
}
await buildIfNeeded((line) => process.stdout.write(`${line}\n`))
await improveCompression()
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
const release = `${name}-${version}`
// git adds a file below the last prefix that precedes it.
const buildFiles = readdirSync('dist', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(relative('.', entry.parentPath), entry.name))
  .flatMap((path) => [`--prefix=${release}/${posix.dirname(path)}/`, `--add-file=${path}`])
git('archive', `--output=${release}.tar.gz`, ...buildFiles, `--prefix=${release}/`, 'HEAD')
process.stdout.write(`${release}.tar.gz\n`)
