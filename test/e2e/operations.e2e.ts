import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSources } from '#server/start/build.ts'
import { findBlock, isInstalled, listOperationsBlocks, replaceWords } from '../operations-blocks.ts'
import { createSiteStorage, environmentOf, startBuiltSite } from './product.ts'
import { expect, test } from './story.ts'

// Each story starts several programs.
test.describe.configure({ timeout: 600_000 })

const root = join(import.meta.dirname, '../..')
/** The shell commands in `docs/operations/`, each on one line. */
const documentedLines = listOperationsBlocks()
  .filter(({ kind }) => kind === 'sh')
  .flatMap(({ text }) => text.trim().split('\n'))
/** Skipped, because `npm ci` would remove the packages that the stories use. */
const skippedLines = ['npm ci']
const isStart = (line: string) => line.endsWith('npm start')

let storage: {
  settings: Record<string, string> & { DATA_DIR: string }
  /** A folder for backups and for other files that a story needs. */
  folder: string
  remove(): Promise<void>
}
test.beforeEach(async () => {
  const { settings, remove } = await createSiteStorage()
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-operations-'))
  // In one story, a user other than root starts the server, and needs access too.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'backups'))
  storage = {
    settings,
    folder,
    remove: async () => {
      await remove()
      await rm(folder, { recursive: true })
    },
  }
})
test.afterEach(() => storage.remove())

/** Starts a shell command from `docs/operations/` in the root folder of this project. */
function start(line: string, env: NodeJS.ProcessEnv = environmentOf(storage.settings)) {
  const child = spawn('sh', ['-c', `exec ${line}`.replace(/^exec (?=\w+=)/, 'exec env ')], { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'close').then(([status]) => ({ line, status, output }))
  return { child, ended, output: () => output }
}

/** Runs a command until it ends or, if it starts a server, until the server is ready. */
async function runLine(line: string, env?: NodeJS.ProcessEnv) {
  const { child, ended, output } = start(line, env)
  if (!isStart(line)) return ended
  await expect.poll(output, { timeout: 240_000 }).toMatch(/ready at http/)
  child.kill('SIGTERM')
  await ended
  // npm may exit with the server's status or be killed by the signal, so only the output of the server counts.
  return { line, status: output().includes('ready at http') ? 0 : 1, output: output() }
}

const successOf = (line: string) => ({ line, status: 0, output: expect.any(String) })

test('backup, restore, drill and upgrade work as documented', { tag: '@slow' }, async ({ request }) => {
  const product = await startBuiltSite(storage.settings)
  const backups = join(storage.folder, 'backups')
  const adaptLine = (line: string) =>
    line
      .replaceAll('/backups', backups)
      .replaceAll('/tmp/drill', join(storage.folder, 'drill'))
      // There is only one backup. The number in its name is that of the weekday, which changes at midnight.
      .replaceAll('promptarium-1.backup', 'promptarium-*.backup')
      .replaceAll(' FILE', ` ${backups}/promptarium-*.backup`)
      .replaceAll('http://127.0.0.1:3000', product.url)
      .replaceAll('PORT=3999', 'PORT=0')
  try {
    // Another story runs the commands with DATABASE_URL. Those with --bucket aren't tested here: there is no bucket.
    const testedLines = documentedLines.filter(
      (line) => !skippedLines.includes(line) && !/DATABASE_URL=|--bucket/.test(line),
    )
    expect(
      testedLines.map((line) =>
        line
          .replace(/^env -i .*?(?=npm)/, '')
          .split(' ')
          .slice(0, 5)
          .join(' '),
      ),
    ).toEqual([
      'npm run cli -- backup',
      'npm run cli -- restore',
      'npm run cli -- restore',
      'npm run cli -- doctor',
      'npm start',
      'npm run build',
      'curl -f http://127.0.0.1:3000/readyz',
    ])
    for (const line of testedLines) {
      if (line.startsWith('curl') && !isInstalled('curl', ['--version'], line)) continue
      // Without --replace, a restore requires an empty database, so it can't use the server's.
      const empty = { ...environmentOf(storage.settings), DATABASE_URL: '', DATA_DIR: join(storage.folder, 'empty') }
      const env = line.includes('restore FILE') ? empty : undefined
      expect(await runLine(adaptLine(line), env)).toEqual(successOf(adaptLine(line)))
    }
    expect((await request.get(`${product.url}/readyz`)).status()).toBe(200)
  } finally {
    await product.stop()
  }
})

test('the service’s command and the nightly backup work on the service’s database', { tag: '@slow' }, async () => {
  const { folder, settings } = storage
  const product = await startBuiltSite({ ...settings, DATABASE_URL: '' })
  try {
    const envFile = join(folder, 'promptarium.env')
    await writeFile(envFile, replaceWords(findBlock('env'), { '/var/lib/promptarium': settings.DATA_DIR }))
    const command = join(folder, 'promptarium')
    const words = { '/etc/promptarium.env': envFile, '/srv/promptarium': root }
    await writeFile(command, replaceWords(findBlock('sh script'), words), { mode: 0o755 })
    // This is the environment in which cron runs commands.
    const cronEnvironment = { PATH: '/usr/bin:/bin' }
    expect(await runLine(`${command} doctor`, cronEnvironment)).toMatchObject({ status: 0 })
    const [, nightly = ''] = /^(?:\S+ ){5}\s*(.*)$/m.exec(findBlock('cron').trim()) ?? []
    const backup = replaceWords(nightly, {
      '/usr/local/bin/promptarium': command,
      '/backups': join(folder, 'backups'),
      '\\%': '%',
    })
    const backups = [1, 2, 3, 4, 5, 6, 7].map((day) => join(folder, 'backups', `promptarium-${day}.backup`))
    for (const file of backups) await writeFile(file, 'last week')
    expect(await runLine(backup, cronEnvironment)).toEqual(successOf(backup))
    expect(await readdir(join(folder, 'backups'))).toHaveLength(7)
    const sizes = await Promise.all(backups.map(async (file) => (await stat(file)).size))
    expect(sizes.filter((size) => size > 1_000)).toHaveLength(1)
  } finally {
    await product.stop()
  }
})

// Without TEST_DATABASE_URL, there is no PostgreSQL that two processes may share. `.ci/run` sets it when it repeats the
// tests on a separate PostgreSQL server.
if (process.env.TEST_DATABASE_URL) {
  test('two processes serve one database', async ({ request }) => {
    const serverLines = documentedLines.filter((line) => line.includes('DATABASE_URL='))
    expect(serverLines).toHaveLength(2)
    const servers = serverLines.map((line) =>
      start(
        line
          .replace('postgres://promptarium@db.example.org/promptarium', storage.settings.DATABASE_URL ?? '')
          .replace(/PORT=\d+/, 'PORT=0'),
      ),
    )
    try {
      for (const { output } of servers) {
        await expect.poll(output, { timeout: 240_000 }).toMatch(/ready at http/)
        const url = /ready at (http\S+)/.exec(output())?.[1]
        expect((await request.get(`${url}/readyz`)).status()).toBe(200)
      }
    } finally {
      for (const { child } of servers) child.kill('SIGTERM')
      await Promise.all(servers.map(({ ended }) => ended))
    }
  })
}

const unprivilegedUser = 65_534
if (process.getuid?.() === 0 && process.platform === 'linux') {
  test('the service starts if root owns the program, and prints advice if the program isn’t built', {
    tag: '@slow',
  }, async () => {
    const program = join(storage.folder, 'program')
    await mkdir(program)
    const parts = ['db', 'dist', 'node_modules', ...buildSources]
    const files = parts.map((name) => join(root, name))
    // Uses hard links if possible, because nothing is written to these files.
    const copy = spawn('sh', ['-c', 'cp -al "$@" 2>/dev/null || cp -a "$@"', 'sh', ...files, program])
    expect(await once(copy, 'close')).toEqual([0, null])
    expect((await stat(join(program, 'src'))).uid).toBe(0)
    const data = join(storage.folder, 'data')
    await mkdir(data)
    await chown(data, unprivilegedUser, unprivilegedUser)
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(findBlock('systemd')) ?? []
    const user = `setpriv --reuid ${unprivilegedUser} --regid ${unprivilegedUser} --clear-groups --no-new-privs --bounding-set=-all`
    const line = `cd ${program} && exec ${user} ${replaceWords(command, { '/srv/promptarium': program })}`
    const env = environmentOf({ DATA_DIR: data, DATABASE_URL: '' })
    const run = () => start(`sh -c '${line}'`, env)

    const service = run()
    await expect.poll(service.output, { timeout: 240_000 }).toMatch(/ready at http/)
    service.child.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ status: 0 })

    await rm(join(program, 'dist/stamp'))
    const unbuilt = await run().ended
    expect(unbuilt).toMatchObject({ status: 1, output: expect.stringMatching(/not built yet.*Run npm run build/) })
  })
} else {
  console.info('Skipped the story about a program that belongs to root: it needs root on Linux.')
}
