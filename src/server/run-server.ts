import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { localServerLine } from '#features/models/local-model-rules.ts'
import { findLocalModels } from '#features/models/server/find-local-models.ts'
import { mistypedSettings } from './mistyped-settings.ts'
import { watchNpm } from './parent-watch.ts'
import { paymentNotice } from './payment-mode.ts'
import { release } from './release.ts'
import { localModelPorts, readSettings, type Settings, settingNames } from './settings.ts'

/** Runs the server of this environment until it gets a signal to stop: alone, or as the primary or a worker of several processes. */
export async function runServer(): Promise<void> {
  const settings = readSettings(process.env)
  if (cluster.isWorker) return (await import('./workers/worker.ts')).runWorker(settings)
  const say = (line: string) => console.log(line)
  for (const line of mistypedSettings(process.env, settingNames)) say(line)
  const server = await startProcesses(settings, say)
  say(`${settings.SITE_NAME} is ready at ${server.address} (version ${release})`)
  const notice = paymentNotice(settings)
  if (notice) say(notice)
  if (server.prompts === 0) say('It has no prompts yet. Import some: npm run cli -- import FILE.csv')

  void sayLocalModels(settings, say)

  const stop = async () => {
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  watchNpm(stop)
  // For the next start, in case this process is killed.
  flushCompileCache()
}

/** Names the Llamas of this machine. The server is ready already, so nothing waits for it. */
async function sayLocalModels(settings: Settings, say: (line: string) => void): Promise<void> {
  const ports = settings.LLAMA_BASE_URL ? null : localModelPorts(settings)
  for (const server of ports ? await findLocalModels(ports) : []) say(localServerLine(server))
}

/** Starts this process as the server, or as the primary of several. Each loads only what it needs. */
async function startProcesses(settings: Settings, say: (line: string) => void) {
  if (settings.WORKERS > 1) return (await import('./workers/primary.ts')).startWorkers(settings, say)
  return (await import('./start.ts')).startServer(settings, say)
}
