import { setFlagsFromString } from 'node:v8'
import { mistypedSettings } from './mistyped-settings.ts'
import { watchNpm } from './parent-watch.ts'
import { paymentNotice } from './payment-mode.ts'
import { release } from './release.ts'
import { readSettings, settingNames } from './settings.ts'
import { StartError } from './start-error.ts'

process.env.NODE_ENV ??= 'production'
// Collects garbage after the heap has grown by half, instead of up to three times: a busy process takes 200 MB less memory
// without more CPU time (docs/proof/benchmarks.md, streams).
setFlagsFromString('--heap-growing-percent=50')

async function main() {
  const say = (line: string) => console.log(line)
  const settings = readSettings(process.env)
  for (const line of mistypedSettings(process.env, settingNames)) say(line)
  const { startServer } = await import('./start.ts')
  const server = await startServer(settings, say)
  say(`${settings.SITE_NAME} is ready at ${server.address} (version ${release})`)
  const notice = paymentNotice(settings)
  if (notice) say(notice)
  if (server.prompts === 0) say('It has no prompts yet. Import some: npm run cli -- import FILE.csv')

  const stop = async () => {
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  watchNpm(stop)
}

main().catch((error) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
