import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBucket } from '#platform/aws-s3.ts'
import { runCli, startCli } from '#test/cli.ts'
import { collect } from '#test/collect.ts'
import { startS3Server } from '#test/s3-server.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createSiteFigures } from '../../telemetry/site-figures.ts'
import { figureChecks } from '../figure-checks.ts'
import { openBucketPlace, openFolderPlace } from './backup-places.ts'
import { readBackupStatus, reportUnusablePlaces } from './backup-status.ts'
import { makeBackup } from './nightly-backups.ts'

let testSite: TestSite
let folder: string
const logged: string[] = []
const log = {
  info: (_: object, line: string) => logged.push(line),
  error: (_: object, line: string) => logged.push(line),
}
const time = new Date('2026-11-24T02:30:00Z')
beforeAll(async () => {
  testSite = await createTestSite()
  await testSite.addPrompt({ title: 'Included in backups' })
  return () => testSite.close()
})
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'promptarium-nightly-')), 'backups')
  logged.length = 0
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const makeInFolder = (plan: { days?: number; recipient?: string } = {}) =>
  makeBackup({ db: testSite.db, now: () => time, log }, { places: [openFolderPlace(folder)], days: 14, ...plan })

/** Adds a file that was last changed this many days ago. */
async function addOld(name: string, days: number): Promise<void> {
  await writeFile(join(folder, name), 'old')
  const then = new Date(Date.now() - days * 86_400_000)
  await utimes(join(folder, name), then, then)
}

describe('a nightly backup', () => {
  it('can be restored, and only its owner may read it', async () => {
    await makeInFolder()
    const [name = '', mark = ''] = await readdir(folder)
    expect([name, mark]).toEqual([
      'promptarium-2026-11-24T023000Z.backup',
      'promptarium-2026-11-24T023000Z.backup.checked',
    ])
    for (const [path, mode] of [
      [folder, 0o700],
      [join(folder, name), 0o600],
      [join(folder, mark), 0o600],
    ] as const)
      expect((await stat(path)).mode & 0o777).toBe(mode)
    const { status, stdout } = await runCli(['restore', '--check', join(folder, name)])
    expect([status, stdout]).toEqual([0, expect.stringMatching(/can be restored: \d+ rows in \d+ tables/)])
  })

  it('deletes old backups and incomplete files, but no other files, and nothing after a failure', async () => {
    await makeInFolder()
    await addOld('promptarium-2026-11-01T023000Z.backup', 23)
    await addOld('promptarium-2026-11-01T023000Z.backup.checked', 23)
    await addOld('promptarium-2026-11-15T023000Z.backup.age', 9)
    await addOld('my-own.backup', 100)
    await addOld('promptarium-2026-11-01T023000Z.backup.17.part', 23)
    await makeInFolder()
    expect((await readdir(folder)).sort()).toEqual([
      'my-own.backup',
      'promptarium-2026-11-15T023000Z.backup.age',
      'promptarium-2026-11-24T023000Z.backup',
      'promptarium-2026-11-24T023000Z.backup.checked',
    ])
    await addOld('promptarium-2026-11-01T023000Z.backup', 23)
    const fullPlace = { ...openFolderPlace(folder), write: () => Promise.reject(new Error('The disk is full.')) }
    const context = { db: testSite.db, now: () => time, log }
    await expect(makeBackup(context, { places: [fullPlace], days: 1 })).rejects.toThrow('The disk is full.')
    expect(logged.at(-1)).toBe('the nightly backup failed')
    expect(await readdir(folder)).toContain('promptarium-2026-11-01T023000Z.backup')
  })

  it('deletes an old backup even if it was the only one before', async () => {
    await makeInFolder()
    await rm(join(folder, 'promptarium-2026-11-24T023000Z.backup'))
    await addOld('promptarium-2026-10-01T023000Z.backup', 50)
    await makeInFolder({ days: 1 })
    expect(await readdir(folder)).toEqual([
      'promptarium-2026-11-24T023000Z.backup',
      'promptarium-2026-11-24T023000Z.backup.checked',
    ])
  })
})

describe('an encrypted backup', () => {
  it('can only be read with its secret key', async () => {
    const identity = await generateX25519Identity()
    await makeInFolder({ recipient: await identityToRecipient(identity) })
    const file = join(folder, 'promptarium-2026-11-24T023000Z.backup.age')
    expect((await readFile(file, 'latin1')).startsWith('age-encryption.org/v1\n')).toBe(true)
    const keys = join(folder, 'keys')
    await writeFile(keys, `# created: today\n${identity}\n`)
    const other = join(folder, 'other-keys')
    await writeFile(other, await generateX25519Identity())
    expect((await runCli(['restore', '--check', file])).stderr).toMatch(/is encrypted\. Give its secret keys/)
    const wrong = await runCli(['restore', '--check', '--identity', other, file])
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('can’t be decrypted')])
    const right = await runCli(['restore', '--check', '--identity', keys, file])
    expect([right.status, right.stdout]).toEqual([0, expect.stringContaining('can be restored')])
    // The command decrypts into `….plain`, and must delete that file.
    expect((await readdir(folder)).filter((name) => name.includes('plain'))).toEqual([])
  })

  it('is named in messages, even if they are about the content of its decrypted copy', async () => {
    const identity = await generateX25519Identity()
    await makeInFolder({ recipient: await identityToRecipient(identity) })
    const file = join(folder, 'promptarium-2026-11-24T023000Z.backup.age')
    const keys = join(folder, '../keys')
    await writeFile(keys, identity)
    const target = await createTestSite()
    await target.db.destroy()
    const restored = await runCli(['restore', '--replace', '--identity', keys, file], target.connection)
    expect(restored.stdout).toMatch(new RegExp(`^${file}: \\d+ rows restored`))
    await target.close()

    const encrypter = new Encrypter()
    encrypter.addRecipient(await identityToRecipient(identity))
    const damaged = join(folder, 'damaged.age')
    await writeFile(damaged, await encrypter.encrypt('no backup, but long enough for a checksum'.repeat(10)))
    for (const check of [['--check'], []]) {
      const { stderr } = await runCli(['restore', ...check, '--identity', keys, damaged], testSite.connection)
      expect(stderr).toContain(`${damaged} is damaged or isn't a backup`)
    }
  })

  it('leaves no decrypted copy if its restore is stopped', async () => {
    const identity = await generateX25519Identity()
    await makeInFolder({ recipient: await identityToRecipient(identity) })
    const names = await readdir(folder)
    const file = join(folder, 'promptarium-2026-11-24T023000Z.backup.age')
    const [keys, endlessKeys] = [join(folder, '../keys'), join(folder, '../endless-keys')]
    await writeFile(keys, identity)
    execFileSync('mkfifo', [endlessKeys])
    // One restore waits for its keys while it decrypts, and the other one for a database that doesn't respond.
    const database = createServer().listen(0, '127.0.0.1')
    await once(database, 'listening')
    const url = `postgres://x@127.0.0.1:${(database.address() as AddressInfo).port}/x`
    for (const [keyFile, end, signal] of [
      [endlessKeys, '.part', 'SIGTERM'],
      [keys, '.plain', 'SIGINT'],
    ] as const) {
      const child = startCli(['restore', '--identity', keyFile, file], { env: { DATABASE_URL: url } })
      const closed = once(child, 'close')
      await expect.poll(() => readdir(folder), { timeout: 20_000 }).toContainEqual(expect.stringMatching(`${end}$`))
      child.kill(signal)
      expect(await closed).toEqual([null, signal])
      expect(await readdir(folder)).toEqual(names)
    }
    database.close()
  })

  it('can be made on the command line, which refuses an invalid public key', async () => {
    const file = join(folder, '../by-hand.age')
    const refused = await runCli(['backup', '--recipient', 'age1nonsense', file], testSite.connection)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('public key of age')])
    const recipient = await identityToRecipient(await generateX25519Identity())
    expect(await runCli(['backup', '--recipient', recipient, file], testSite.connection)).toMatchObject({ status: 0 })
    expect((await readFile(file, 'latin1')).startsWith('age-encryption.org/v1\n')).toBe(true)
  })

  it('can be decrypted by the program age', async ({ skip }) => {
    const isInstalled = (() => {
      try {
        return Boolean(execFileSync('age', ['--version']))
      } catch {
        return false
      }
    })()
    skip(!isInstalled, 'age is not installed')
    const identity = await generateX25519Identity()
    await makeInFolder({ recipient: await identityToRecipient(identity) })
    const keys = join(folder, 'keys')
    await writeFile(keys, identity)
    const plain = join(folder, 'plain.backup')
    execFileSync('age', [
      '--decrypt',
      '-i',
      keys,
      '-o',
      plain,
      join(folder, 'promptarium-2026-11-24T023000Z.backup.age'),
    ])
    expect((await runCli(['restore', '--check', plain])).status).toBe(0)
  })
})

describe('a bucket', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>
  let settings: Record<string, string>
  beforeAll(async () => {
    const disk = await mkdtemp(join(tmpdir(), 'promptarium-bucket-'))
    server = await startS3Server(disk, 'nights')
    const { bucket, endpoint, keys } = server.settings
    const key = `${keys.accessKeyId}:${encodeURIComponent(keys.secretAccessKey)}`
    settings = { BACKUP_BUCKET: `${endpoint.replace('://', `://${key}@`)}/${bucket}` }
    return async () => {
      await server.stop()
      await rm(disk, { recursive: true })
    }
  })
  const openPlace = () => openBucketPlace(server.settings)
  const makeInBucket = (plan: { days?: number; recipient?: string; at?: Date; folder?: string } = {}) => {
    const { at = time, folder: inFolder, ...rest } = plan
    const places = [...(inFolder ? [openFolderPlace(inFolder)] : []), openPlace()]
    return makeBackup({ db: testSite.db, now: () => at, log }, { places, days: 14, ...rest })
  }
  const restore = (...args: string[]) => runCli(['restore', '--check', '--bucket', ...args], { env: settings })

  it('receives the same file as the folder and keeps no old backups, and its backups can be restored', async () => {
    await makeInBucket({ at: new Date('2026-11-01T02:30:00Z') })
    await makeInBucket({ at: new Date('2026-11-20T02:30:00Z') })
    await mkdir(folder, { recursive: true })
    await makeInBucket({ folder })
    const names = ['promptarium-2026-11-24T023000Z.backup', 'promptarium-2026-11-20T023000Z.backup']
    expect((await openPlace().list()).map((backup) => backup.name)).toEqual(names)
    const [name = ''] = names
    const chunks = await collect(openPlace().read(name))
    expect(Buffer.concat(chunks).equals(await readFile(join(folder, name)))).toBe(true)
    for (const choice of [name, 'newest']) {
      const { status, stdout } = await restore(choice)
      expect([status, stdout]).toEqual([
        0,
        expect.stringMatching(/^promptarium-2026-11-24T023000Z\.backup can be restored/),
      ])
    }
    // `restore --check` has marked the backup that it read.
    const checked = (await openPlace().list()).filter(({ isChecked }) => isChecked)
    expect(checked.map((backup) => backup.name)).toEqual([name])
    const other = await restore('of-last-year')
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining(`It has ${names.join(', ')}.`)])
  })

  it('lists its five newest backups if a name is wrong, and says how many more there are', async () => {
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-11-0${day}`)
    for (const day of days) await makeInBucket({ at: new Date(`${day}T02:30:00Z`), days: 365 })
    const names = (await openPlace().list()).map((backup) => backup.name)
    const { stderr } = await restore('of-last-year')
    expect(stderr).toContain(`It has ${names.slice(0, 5).join(', ')} and ${names.length - 5} more.`)
  })

  it('stores seven chunks of 5 MB in order, and nothing of a failed upload', async () => {
    const bucket = openBucket(server.settings)
    const chunk = Buffer.from(Array.from({ length: 5_000_000 }, (_, index) => index % 251))
    await bucket.write('big', async (write) => {
      for (let count = 0; count < 7; count++) await write(chunk)
    })
    const all = Buffer.concat(await collect(bucket.read('big')))
    expect(all.equals(Buffer.concat(Array.from({ length: 7 }, () => chunk)))).toBe(true)
    const failing = bucket.write('half', async (write) => {
      await write(Buffer.alloc(20_000_000))
      throw new Error('the connection was lost')
    })
    await expect(failing).rejects.toThrow('was lost')
    expect(await bucket.get('half')).toBeNull()
    await bucket.remove('big')
  })

  it('that is unreachable makes the nightly backup fail after the folder has received it, and counts as unusable', async () => {
    const keys = { accessKeyId: 'x', secretAccessKey: 'x' }
    const unreachable = openBucketPlace({
      bucket: 'unreachable',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9',
      keys,
    })
    const places = [unreachable, openFolderPlace(folder)]
    await expect(makeBackup({ db: testSite.db, now: () => time, log }, { places, days: 14 })).rejects.toThrow()
    const name = 'promptarium-2026-11-24T023000Z.backup'
    expect(await readdir(folder)).toEqual([name, `${name}.checked`])
    expect(logged).toEqual(['the nightly backup failed', 'the nightly backup is complete'])
    expect(await readBackupStatus(places)).toEqual({ newest: null, checked: time, unusable: ['bucket unreachable'] })
    expect(await readBackupStatus([openFolderPlace(folder), openPlace()])).toEqual({
      newest: time,
      checked: time,
      unusable: [],
    })
    const { status, stderr } = await runCli(['restore', '--check', '--bucket', 'newest'], {
      env: { BACKUP_BUCKET: 'http://key:secret@127.0.0.1:9/nights' },
    })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^The bucket nights can’t be read: /)])
  })

  it('that is a file, or lies in a file, counts as unusable, is logged at the start, and is reported by doctor', async () => {
    await mkdir(folder)
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const usable = [openFolderPlace(folder), openFolderPlace(join(folder, 'not', 'yet'))]
    expect((await readBackupStatus(usable)).unusable).toEqual([])
    expect(await readdir(folder)).toEqual(['a-file'])
    for (const path of [file, join(file, 'backups')]) {
      const places = [openFolderPlace(path)]
      expect((await readBackupStatus(places)).unusable).toEqual([path])
      logged.length = 0
      await reportUnusablePlaces(places, log)
      expect(logged).toEqual([expect.stringMatching(/can’t be written.*check BACKUP_FOLDER/)])
      const figures = await createSiteFigures({
        db: testSite.db,
        now: () => time,
        readiness: async () => ({ isReady: true }),
        aiBudget: null,
        backupPlaces: places,
      })()
      expect(figureChecks(figures).find(({ subject }) => subject === 'backups')).toMatchObject({
        level: 'fail',
        message: expect.stringContaining(`${path} can’t be used`),
      })
    }
  })

  it('that doesn’t respond counts as unusable after a timeout', async () => {
    const silent = { ...openFolderPlace(folder), name: 'silent', list: () => new Promise<never>(() => undefined) }
    expect(await readBackupStatus([silent], 1)).toEqual({ newest: null, checked: null, unusable: ['silent'] })
  })

  it('receives encrypted backups too', async () => {
    const identity = await generateX25519Identity()
    await makeInBucket({ recipient: await identityToRecipient(identity), at: new Date('2026-11-25T02:30:00Z') })
    const keys = join(await mkdtemp(join(tmpdir(), 'promptarium-keys-')), 'keys')
    await writeFile(keys, identity)
    expect((await restore('newest')).stderr).toMatch(/^promptarium-2026-11-25T023000Z\.backup\.age is encrypted/)
    expect(await restore('--identity', keys, 'newest')).toMatchObject({ status: 0 })
    await rm(join(keys, '..'), { recursive: true })
  })

  it('leaves no downloaded copy if a restore from it is stopped', async () => {
    const identity = await generateX25519Identity()
    await makeInBucket({ recipient: await identityToRecipient(identity), at: new Date('2026-11-26T02:30:00Z') })
    const temporary = join(folder, '../temporary')
    await mkdir(temporary)
    const endlessKeys = join(folder, '../endless-keys')
    execFileSync('mkfifo', [endlessKeys])
    const args = ['restore', '--check', '--bucket', '--identity', endlessKeys, 'newest']
    const child = startCli(args, { env: { ...settings, TMPDIR: temporary } })
    const closed = once(child, 'close')
    const copies = () => readdir(temporary, { recursive: true })
    await expect.poll(copies, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/plain\.\d+\.part$/))
    child.kill('SIGINT')
    expect(await closed).toEqual([null, 'SIGINT'])
    expect(await copies()).toEqual([])
  })
})
