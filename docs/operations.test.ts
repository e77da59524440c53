import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, createConnection, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { openPool } from '#platform/database/db.ts'
import { migrate } from '#server/database/migrations.ts'
import { tryWrite } from '#server/database/try-write.ts'
import { readSettings } from '#server/settings/settings.ts'
import { urlOf } from '#test/cli.ts'
import { adminPath, findBlock, isInstalled, listOperationsBlocks, replaceWords } from '#test/operations-blocks.ts'
import { run } from '#test/postgres.ts'
import { createTestSite } from '#test/test-site.ts'

vi.setConfig({ testTimeout: 30_000 })

const env = { ...process.env, PATH: adminPath }
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'promptarium-operations-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** Runs a program to completion. Returns its exit status and output. */
function check(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

it('every code block of docs/operations/ is of a kind that is tested: here, in test/e2e/operations.e2e.ts, or by lab/drill/', () => {
  const testedHere = [
    'caddy',
    'nginx',
    'haproxy',
    'haproxy failover',
    'vcl',
    'env',
    'ini',
    'systemd',
    'sql',
    'sql issuer',
    'sh machine',
  ]
  const testedEndToEnd = ['sh', 'sh script', 'cron']
  const testedInDrills = ['yaml', 'ini pgbackrest', 'conf', 'sh archive', 'sh recovery']
  const kinds = listOperationsBlocks().map(({ kind }) => kind)
  expect([...new Set(kinds)].sort()).toEqual([...testedHere, ...testedEndToEnd, ...testedInDrills].sort())
})

it.runIf(isInstalled('pgbouncer', ['--version'], 'its configuration'))(
  'PgBouncer starts with its configuration',
  async () => {
    const port = await findFreePort()
    const userList = write('userlist.txt', '"promptarium" "secret"\n')
    const file = write(
      'pgbouncer.ini',
      replaceWords(findBlock('ini'), {
        'listen_addr = 10.0.0.5': `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
        '/etc/pgbouncer/userlist.txt': userList,
      }),
    )
    for (const path of [folder, file, userList]) chmodSync(path, path === folder ? 0o755 : 0o644)
    // PgBouncer refuses to run as root.
    const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const pooler = spawn('pgbouncer', [file], { env, stdio: 'ignore', ...asNobody })
    const connects = () =>
      new Promise((resolve) => {
        const socket = createConnection(port, '127.0.0.1')
        socket.on('connect', () => resolve(socket.destroy() && 'connected')).on('error', () => resolve('refused'))
      })
    await expect.poll(connects).toBe('connected')
    const ended = once(pooler, 'exit')
    pooler.kill('SIGINT')
    await ended
  },
)

it.runIf(isInstalled('haproxy', ['-v'], 'its failover configuration'))(
  'HAProxy’s configuration for reaching the primary is valid',
  () => {
    const { status, output } = check('haproxy', '-c', '-f', write('failover.cfg', findBlock('haproxy failover')))
    expect(status, output).toBe(0)
  },
)

it.runIf(isInstalled('varnishd', ['-V'], 'its configuration'))('Varnish’s configuration is valid', () => {
  // Varnish compiles the configuration as another user, who has to be able to read the temporary folder.
  chmodSync(folder, 0o755)
  const { status, output } = check(
    'varnishd',
    '-C',
    '-n',
    join(folder, 'varnish'),
    '-f',
    write('site.vcl', findBlock('vcl')),
  )
  expect(status, output).toBe(0)
})

describe('settings of a service', () => {
  it('are valid, and a shell that reads their file gets the same values', () => {
    const file = write('promptarium.env', findBlock('env'))
    const lines = findBlock('env').trim().split('\n')
    const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
    expect(readSettings(settings)).toMatchObject(settings)
    for (const [name, value] of Object.entries(settings))
      expect(check('sh', '-c', `set -a; . ${file}; printenv ${name}`).output).toBe(`${value}\n`)
  })
})

it('commands that change the machine have valid shell syntax', () => {
  const commands = listOperationsBlocks().filter(({ kind }) => kind === 'sh machine')
  for (const block of commands) expect(check('sh', '-n', write('machine.sh', block.text)).output).toBe('')
})

describe.runIf(isInstalled('systemd-analyze', ['--version'], 'the systemd unit'))('systemd', () => {
  it('finds no error in the unit, and only small security risks', () => {
    // systemd-analyze fails if the program that the unit starts doesn't exist.
    const program = '/srv/promptarium/node_modules/.bin/node'
    const unit = write('promptarium.service', replaceWords(findBlock('systemd'), { [program]: process.execPath }))
    expect(check('systemd-analyze', 'verify', '--man=no', unit)).toEqual({ status: 0, output: '' })
    const { status, output } = check('systemd-analyze', 'security', '--offline=true', '--threshold=25', unit)
    expect(status, output).toBe(0)
  })
})

describe.runIf(process.platform === 'linux')('the operator’s own PostgreSQL', () => {
  it('accepts the role and the database, with all that Promptarium needs', async () => {
    const server = inject('postgres').connection
    const name = `operations_${process.pid}`
    const statements = replaceWords(findBlock('sql'), { promptarium: name }).split(';\n').filter(Boolean)
    for (const statement of statements) await run(server, statement)
    const url = new URL(urlOf(server))
    Object.assign(url, { username: name, password: 'another-long-random-text', pathname: `/${name}` })
    const { db } = openPool({ connectionString: url.href }, () => undefined)
    await migrate(db)
    await tryWrite(db)
    await db.destroy()
    await run(server, `drop database ${name}`)
    await run(server, `drop role ${name}`)
  })
})

it('the SQL for a new issuer moves the accounts of the old one, and no others', async () => {
  const testSite = await createTestSite()
  const subjects = [
    ['https://old.example.org/realms/staff 42', 'oidc', 'https://new.example.org/realms/staff 42'],
    ['https://old.example.org/realms/staff2 42', 'oidc', 'https://old.example.org/realms/staff2 42'],
    ['43', 'github', '43'],
  ] as const
  for (const [index, [subject, provider]] of subjects.entries()) {
    const userId = await testSite.addUser(`person_${index}`)
    await testSite.db
      .insertInto('connections')
      .values({ userId, provider, subject, name: 'a person', createdAt: new Date() })
      .execute()
  }
  await run(testSite.connection, findBlock('sql issuer'))
  const after = await testSite.db.selectFrom('connections').select('subject').orderBy('userId').execute()
  expect(after.map(({ subject }) => subject)).toEqual(subjects.map(([, , moved]) => moved))
  await testSite.close()
})

/**
 * A stand-in for the site behind a proxy. It answers with its port, records the headers of requests, streams two events
 * on /stream, and reports that it isn't ready if `isReady` is false.
 */
type Upstream = {
  server: Server
  port: number
  isReady: boolean
  receivedHeaders: IncomingHttpHeaders[]
  sendSecondEvent: () => void
}

async function startUpstream(): Promise<Upstream> {
  const upstream: Upstream = {
    server: createServer(),
    port: 0,
    isReady: true,
    receivedHeaders: [],
    sendSecondEvent: () => undefined,
  }
  upstream.server.on('request', (request, response) => {
    if (request.url === '/readyz') return response.writeHead(upstream.isReady ? 200 : 503).end()
    upstream.receivedHeaders.push(request.headers)
    if (request.url !== '/stream') return response.end(String(upstream.port))
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
    upstream.sendSecondEvent = () => response.end('data: second\n\n')
  })
  upstream.server.listen(0, '127.0.0.1')
  await once(upstream.server, 'listening')
  upstream.port = (upstream.server.address() as AddressInfo).port
  return upstream
}

async function findFreePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('a proxy in front', () => {
  let proxy: ChildProcess | undefined
  let upstreams: Upstream[]
  beforeEach(async () => {
    upstreams = [await startUpstream(), await startUpstream()]
  })
  afterEach(async () => {
    if (proxy && proxy.exitCode === null) {
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
    }
    for (const { server } of upstreams) server.closeAllConnections()
    for (const { server } of upstreams) server.close()
  })
  const start = (program: string, ...args: string[]) => {
    proxy = spawn(program, args, { env: { ...env, HOME: folder }, stdio: 'ignore' })
  }
  const portOf = (index: number) => upstreams[index]?.port ?? 0
  const textAt = (url: string) => fetch(url).then((answer) => answer.text())

  /** Expects that pieces are streamed one by one: the second is sent only after the first has arrived. */
  async function expectStreams(pieces: AsyncIterable<Uint8Array | string>) {
    let received = ''
    for await (const piece of pieces) {
      received += typeof piece === 'string' ? piece : new TextDecoder().decode(piece)
      if (received === 'data: first\n\n') upstreams[0]?.sendSecondEvent()
    }
    expect(received).toBe('data: first\n\ndata: second\n\n')
  }

  const hasNginx = isInstalled('nginx', ['-v'], 'its configuration') && isInstalled('openssl', ['version'], 'nginx')
  it.runIf(hasNginx)(
    'nginx terminates TLS, speaks HTTP/2, forwards the client’s address, and doesn’t buffer streams',
    async () => {
      const certificate = join(folder, 'fullchain.pem')
      const key = join(folder, 'privkey.pem')
      const subject = ['-subj', '/CN=prompts.example.org', '-days', '1', '-nodes']
      const opensslRun = check(
        'openssl',
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        ...subject,
        '-keyout',
        key,
        '-out',
        certificate,
      )
      expect(opensslRun.status, opensslRun.output).toBe(0)
      const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
      const site = replaceWords(findBlock('nginx'), {
        'listen 80;': `listen 127.0.0.1:${httpPort};`,
        'listen 443 ssl': `listen 127.0.0.1:${httpsPort} ssl`,
        '/etc/letsencrypt/live/prompts.example.org/fullchain.pem': certificate,
        '/etc/letsencrypt/live/prompts.example.org/privkey.pem': key,
        '127.0.0.1:3000': `127.0.0.1:${portOf(0)}`,
      })
      const prefixes = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const temporaryPaths = prefixes.map((prefix) => `${prefix}_temp_path ${folder}/${prefix};`).join('\n')
      const configuration = `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/nginx.log;\nevents {}\nhttp {\naccess_log off;\n${temporaryPaths}\n${site}}\n`
      const file = write('nginx.conf', configuration)
      const configTest = check('nginx', '-t', '-e', join(folder, 'nginx.log'), '-c', file)
      expect(configTest.status, configTest.output).toBe(0)

      start('nginx', '-e', join(folder, 'nginx.log'), '-c', file)
      const httpRequest = {
        host: '127.0.0.1',
        port: httpPort,
        path: '/prompts?q=1',
        headers: { host: 'prompts.example.org' },
      }
      const readRedirect = () =>
        new Promise((done) => {
          get(httpRequest, (answer) => done(answer.resume().headers.location)).on('error', () => done('not up yet'))
        })
      await expect.poll(readRedirect).toBe('https://prompts.example.org/prompts?q=1')
      const session = connectHttp2(`https://127.0.0.1:${httpsPort}`, { rejectUnauthorized: false })
      const ask = (path: string) =>
        session.request({ ':path': path, ':authority': 'prompts.example.org', 'x-forwarded-for': '203.0.113.9' })
      expect(await text(ask('/prompts'))).toBe(String(portOf(0)))
      expect(upstreams[0]?.receivedHeaders.at(-1)).toMatchObject({
        host: 'prompts.example.org',
        'x-forwarded-for': '127.0.0.1',
      })
      await expectStreams(ask('/stream'))
      session.close()
    },
  )

  it.runIf(isInstalled('caddy', ['version'], 'its configuration'))(
    'Caddy forwards the client’s address, and doesn’t buffer streams',
    async () => {
      const block = findBlock('caddy')
      const validation = check('caddy', 'validate', '--adapter', 'caddyfile', '--config', write('Caddyfile', block))
      expect(validation.status, validation.output).toBe(0)
      const port = await findFreePort()
      // The address says http, because Caddy would have to request a certificate for https.
      const words = { 'prompts.example.org': `http://127.0.0.1:${port}`, '127.0.0.1:3000': `127.0.0.1:${portOf(0)}` }
      const file = write('Caddyfile', `{\n  admin off\n}\n${replaceWords(block, words)}`)
      start('caddy', 'run', '--adapter', 'caddyfile', '--config', file)
      const url = `http://127.0.0.1:${port}`
      await expect.poll(() => textAt(`${url}/prompts`).catch(() => '')).toBe(String(portOf(0)))
      expect(upstreams[0]?.receivedHeaders.at(-1)).toMatchObject({
        host: `127.0.0.1:${port}`,
        'x-forwarded-for': '127.0.0.1',
      })
      const { body } = await fetch(`${url}/stream`)
      await expectStreams(body as ReadableStream<Uint8Array>)
    },
  )

  const hasHaproxy = isInstalled('haproxy', ['-v'], 'its configuration')
  it.runIf(hasHaproxy)('HAProxy balances requests, and skips servers that aren’t ready', async () => {
    const validation = check('haproxy', '-c', '-f', write('haproxy.cfg', findBlock('haproxy')))
    expect(validation.status, validation.output).toBe(0)
    const port = await findFreePort()
    const file = write(
      'haproxy.cfg',
      replaceWords(findBlock('haproxy'), {
        '127.0.0.1:8080': `127.0.0.1:${port}`,
        '127.0.0.1:3000': `127.0.0.1:${portOf(0)}`,
        '127.0.0.1:3001': `127.0.0.1:${portOf(1)}`,
        'inter 2s': 'inter 100ms',
      }),
    )
    start('haproxy', '-db', '-f', file)
    const whoAnswers = async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => textAt(`http://127.0.0.1:${port}/`)))
      return [...new Set(answers)].sort()
    }
    const both = [String(portOf(0)), String(portOf(1))].sort()
    await expect.poll(() => whoAnswers().catch(() => [])).toEqual(both)
    // Among the recorded requests are HAProxy's own checks of /healthz.
    expect(upstreams[0]?.receivedHeaders).toContainEqual(expect.objectContaining({ 'x-forwarded-for': '127.0.0.1' }))
    const [first] = upstreams
    if (first) first.isReady = false
    await expect.poll(whoAnswers).toEqual([String(portOf(1))])
    if (first) first.isReady = true
    await expect.poll(whoAnswers).toEqual(both)
  })
})
