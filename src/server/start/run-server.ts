import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { describeMistypedSettings } from '../settings/mistyped-settings.ts'
import { paymentNotice } from '../settings/payment-mode.ts'
import { readSettings, type Settings, settingNames } from '../settings/settings.ts'
import { improveCompression } from './build.ts'
import { release } from './release.ts'

/** How often to check whether the parent process still exists, in ms. */
const pollMs = 1_000

/**
 * Runs the server with the settings of the environment until a signal stops it: as the only process, or as the primary
 * or a worker of several processes. `isBuilt`: the build is known to be current.
 */
export async function runServer({ isBuilt }: { isBuilt: boolean }): Promise<void> {
  const settings = readSettings(process.env)
  if (cluster.isWorker) return (await import('./workers/worker.ts')).runWorker(settings)
  const print = (line: string) => console.log(line)
  for (const line of describeMistypedSettings(process.env, settingNames)) print(line)
  const server = await startProcesses(settings, print, isBuilt)
  print(`${settings.SITE_NAME} is ready at ${server.address} (version ${release})`)
  const notice = paymentNotice(settings)
  if (notice) print(notice)
  if (server.prompts === 0) print('The site has no prompts yet. Import some: npm run cli -- import FILE.csv')

  // Everybody who waited has the site by now.
  void improveCompression().catch((error) => print(`The site’s files stay larger than needed: ${error.message}`))

  const stop = async () => {
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  // Stops the server if the npm that started it is killed, because npm can't forward SIGKILL.
  watchNpm(stop)
  // Writes the cache of compiled code now, so that the next start has it even if this process is killed.
  flushCompileCache()
}

/**
 * Starts this process as the only one of the server, or as the primary of several processes. Loads only the modules
 * that this process needs.
 */
async function startProcesses(settings: Settings, print: (line: string) => void, isBuilt: boolean) {
  if (settings.WORKERS > 1) return (await import('./workers/primary.ts')).startWorkers(settings, print, { isBuilt })
  return (await import('./start.ts')).startServer(settings, print, { isBuilt })
}

/**
 * Calls `onOrphaned` when the npm that started this process (`npm start`) has ended, because npm forwards SIGTERM but
 * can't forward SIGKILL. A process that something else started may outlive its parent, as a daemon does.
 */
function watchNpm(onOrphaned: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onOrphaned()
  }, pollMs).unref()
}
