import cluster from 'node:cluster'
import { openDatabase, openWorkerDatabase, type SocketConnection } from '../../database/database.ts'
import { preparePool } from '../../database/prepare-pool.ts'
import type { Settings } from '../../settings/settings.ts'
import { createLog } from '../../telemetry/log.ts'
import { serve } from '../serve.ts'
import { StartError } from '../start-error.ts'
import { openChannel } from './channel.ts'
import { peersOf } from './peers.ts'

/** What the primary tells a worker: its number, the port of the site, and the embedded database if there is one. */
export type Assignment = { number: number; port: number; connection: SocketConnection | null }
/** How long the primary may take to reply, in ms: to a worker that is starting, and to one that couldn't start. */
const assignmentMs = 60_000
const failureMs = 5_000

/** What a worker tells the primary once it serves. */
export type Ready = { address: string; prompts: number }

/**
 * Serves the site as one of the primary's workers. Only the primary starts and stops it, and it ends when the primary
 * ends.
 */
export async function runWorker(settings: Settings): Promise<void> {
  // A terminal or a service manager may signal all processes together. Workers ignore this: the primary stops them.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
  if (!cluster.worker) throw new Error('This process isn’t a worker.')
  const primary = openChannel(cluster.worker)
  const log = createLog(settings.LOG_LEVEL)
  try {
    const { number, port, connection } = await primary.call<Assignment>('assignment', null, assignmentMs)
    const warn = (message: string) => log.warn({}, message)
    const database = connection
      ? openWorkerDatabase(connection, warn)
      : await openDatabase(settings, { purpose: 'server', log: warn })
    if (!connection) await preparePool(database)
    primary.on<string>('database moved', (host) => {
      database.pool.options.host = host
    })
    const server = await serve({ ...settings, PORT: port }, { database, log, peers: peersOf(primary, number) })
    primary.on('stop', async () => {
      await server.stop()
      process.exit(0)
    })
    const { address, prompts } = server
    primary.notify('ready', { address, prompts } satisfies Ready)
  } catch (error) {
    const { message, stack } = error as Error
    await primary.call('failed', error instanceof StartError ? message : stack, failureMs).catch(() => undefined)
    process.exit(1)
  }
}
