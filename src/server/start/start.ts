import { findPort } from '../http/listen.ts'
import type { Settings } from '../settings/settings.ts'
import { createLog } from '../telemetry/log.ts'
import { type PrepareOptions, prepare } from './prepare.ts'
import { type RunningServer, serve } from './serve.ts'
import { noPeers } from './workers/peers.ts'

/** Starts the server as a single process. If the start fails, throws a StartError that says what to do. */
export async function startServer(
  settings: Settings,
  print: (line: string) => void,
  options: Pick<PrepareOptions, 'isBuilt'> = {},
): Promise<RunningServer> {
  const log = createLog(settings.LOG_LEVEL)
  await findPort(settings)
  const database = await prepare(settings, print, log, options)
  try {
    return await serve(settings, { database, log, peers: noPeers })
  } catch (error) {
    await database.close()
    throw error
  }
}
