import cluster from 'node:cluster'
import { findPort } from '../../http/listen.ts'
import type { Settings } from '../../settings/settings.ts'
import { createLog } from '../../telemetry/log.ts'
import { type PrepareOptions, prepare } from '../prepare.ts'
import type { RunningServer } from '../serve.ts'
import { createSupervisor } from './supervisor.ts'
import type { Assignment } from './worker.ts'

/**
 * How many connections to an embedded database there can be: ten for each worker, and some for this process and for
 * commands.
 */
const connectionsPerWorker = 10
const otherConnections = 40

/**
 * Starts the server with WORKERS worker processes, which share one port. This process prepares the database and the
 * pages, and then only supervises the workers. `isBuilt`: the pages are already built. Throws StartError if the server
 * can't start, or the system's error if a worker's process can't be forked.
 */
export async function startWorkers(
  settings: Settings,
  print: (line: string) => void,
  options: Pick<PrepareOptions, 'isBuilt'> = {},
): Promise<RunningServer> {
  const log = createLog(settings.LOG_LEVEL)
  const port = await findPort(settings)
  const database = await prepare(settings, print, log, {
    ...options,
    connections: settings.WORKERS * connectionsPerWorker + otherConnections,
    onRestart: (host) => supervisor.notify('database moved', host),
  })
  const assignment = (number: number): Assignment => {
    const { connection } = database
    return { number, port, connection: 'host' in connection ? connection : null }
  }
  const supervisor = createSupervisor({ size: settings.WORKERS, fork: () => cluster.fork(), assignment, log })
  try {
    const { address, prompts } = await supervisor.start()
    let closed: Promise<void> | undefined
    const stop = () => {
      const ended = supervisor.stop()
      closed ??= ended.then(database.close)
      return closed
    }
    return { address, prompts, stop }
  } catch (error) {
    await supervisor.kill()
    await database.close()
    throw error
  }
}
