import { type AddressInfo, createServer, type Server } from 'node:net'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../start/start-error.ts'
import type { createHttpServer } from './http-server.ts'

/** How long requests may still run when the server stops, in ms. */
const drainMs = 10_000
/** How often idle connections are closed while the server stops, in ms. */
const idleCheckMs = 50

/**
 * Returns the port to listen on: PORT, or a free port if PORT is 0. Throws StartError if the port or HOST can't be
 * used, before anything else is started. If another program takes the port afterwards, `listen` detects that.
 */
export async function findPort(settings: Settings): Promise<number> {
  const probe = createServer()
  await listen(probe, settings)
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

/** Listens on HOST and PORT. If that fails, throws StartError with one line that says what to do. */
export function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(listenFailure(error, HOST, PORT), { cause: error })),
    )
    server.listen(PORT, HOST, resolve)
  })
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the other program or set PORT to another number.`
  if (error.code === 'EACCES') return `Port ${port} can't be opened by this user. Set PORT to 1024 or higher.`
  return `The server can't listen on HOST ${host}: ${error.message}. Set HOST to an address of this machine.`
}

/** The address of the site: PUBLIC_URL or, if it is unset, the address on which the server listens. */
export function siteAddress(server: Server, { HOST, PUBLIC_URL }: Settings): string {
  return PUBLIC_URL ?? addressAt(server, HOST)
}

/** The address at which programs on this machine can reach the server. */
export function ownAddress(server: Server, { HOST }: Settings): string {
  return addressAt(server, HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST)
}

function addressAt(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Stops accepting requests, and waits for those that are running. Ends requests that take longer than `drainMs`. */
export async function closeServer(server: ReturnType<typeof createHttpServer>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection that is busy now is idle once its request has ended.
  const idleTimer = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  const drainTimer = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(idleTimer)
  clearTimeout(drainTimer)
}
