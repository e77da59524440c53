import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'vite'
import { openMigratedDatabase } from '#server/database/open-migrated-database.ts'
import { readSettings } from '#server/settings/settings.ts'
import { createServices } from '#server/start/services.ts'
import { noLog } from '#server/telemetry/request-log.ts'
import { createApp } from '../src/server/app.ts'

/**
 * `npm run dev` serves the pages through Vite, with hot reloading, and the API through the same app as in production.
 * `node --watch` restarts the process when a file of the server changes.
 */
const settings = readSettings(process.env)
const database = await openMigratedDatabase(settings, { purpose: 'server', log: console.warn })
const services = createServices(settings, database.db, { ...noLog, warn: console.warn, error: console.error })
const app = createApp({ ...services, db: database.db })
const api = createHttpServer(getRequestListener((request, env) => app.fetch(request, env)))
await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready))
const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
// The pages that Vite renders on the server call the API at this address.
process.env.DEV_API_ORIGIN = origin

const vite = await createServer({
  server: {
    host: settings.HOST,
    port: settings.PORT,
    proxy: { '^/api/(?!docs(/|$))': origin, '^/prompt/[^/]+\\.md$': origin },
  },
})
await vite.listen()
await services.jobs.start()
vite.printUrls()

async function stop() {
  await vite.close()
  api.close()
  await services.jobs.stop()
  await database.close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
