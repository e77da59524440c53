import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startBuiltSite } from '#test/e2e/product.ts'
import { findBlock, replaceWords } from '#test/operations-blocks.ts'
import { addressPrefix } from './network.ts'
import { asNobody, nobody, startProgram, waitFor } from './programs.ts'

/** The password in the examples of `docs/operations/scale.md`. */
const password = 'a-long-random-text'
const host = `${addressPrefix}1`
const ports = { site: 8080, one: 3000, two: 3001, database: 5000, replicas: 5001, pooler: 6432 }

/**
 * Starts two processes of the product. HAProxy is in front of them, and HAProxy and PgBouncer are between them and the
 * database servers. `directUrl`: the URL of the database without PgBouncer.
 */
export async function startSite(folder: string): Promise<{ url: string; directUrl: string }> {
  startProgram(['haproxy', '-db', '-f', writeHaproxyConfig(folder)], join(folder, 'haproxy.log'))
  startProgram([...asNobody, 'pgbouncer', writePgBouncerConfig(folder)], join(folder, 'pgbouncer.log'))
  const urlAt = (port: number, name: string) => `postgres://postgres:${password}@${host}:${port}/${name}`
  await makeDatabase(urlAt(ports.database, 'postgres'))
  const directUrl = urlAt(ports.database, 'promptarium')
  const settings = {
    DATABASE_URL: urlAt(ports.pooler, 'promptarium'),
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_REPLICA_URLS: urlAt(ports.replicas, 'promptarium'),
    PAYMENTS: 'sandbox',
    PAYMENTS_SANDBOX_UNSAFE: '1',
    STARTER: 'on',
    LOG_LEVEL: 'info',
  }
  for (const port of [ports.one, ports.two]) {
    const data = join(folder, `data-${port}`)
    mkdirSync(data)
    await startBuiltSite({ ...settings, DATA_DIR: data, HOST: '127.0.0.1', PORT: String(port) })
  }
  return { url: `http://${host}:${ports.site}`, directUrl }
}

/** Writes both configurations of HAProxy in `docs/operations/scale.md` to one file. Returns the path of that file. */
function writeHaproxyConfig(folder: string): string {
  const database = replaceWords(findBlock('haproxy failover'), {
    '127.0.0.1:5000': `${host}:${ports.database}`,
    '127.0.0.1:5001': `${host}:${ports.replicas}`,
  })
  const site = replaceWords(findBlock('haproxy'), { '127.0.0.1:8080': `${host}:${ports.site}` })
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${database}\n${site}`)
  return file
}

function writePgBouncerConfig(folder: string): string {
  const users = join(folder, 'userlist.txt')
  const file = join(folder, 'pgbouncer.ini')
  // The password itself: PgBouncer can log in with a SCRAM hash only if the server stores the identical hash.
  writeFileSync(users, `"postgres" "${password}"\n`)
  const configuration = replaceWords(findBlock('ini'), {
    'host=db.example.org': `host=${host} port=${ports.database}`,
    'listen_addr = 10.0.0.5': `listen_addr = ${host}\nlisten_port = ${ports.pooler}\nunix_socket_dir =`,
    '/etc/pgbouncer/userlist.txt': users,
  })
  writeFileSync(file, configuration)
  for (const path of [users, file]) {
    chownSync(path, nobody.uid, nobody.gid)
    chmodSync(path, 0o600)
  }
  return file
}

async function makeDatabase(url: string): Promise<void> {
  await waitFor('The connection through HAProxy to the primary', async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.query('create database promptarium')
      return true
    } finally {
      await client.end()
    }
  })
}
