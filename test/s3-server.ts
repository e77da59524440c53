import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installLabPackages, labModules } from '../scripts/lab-packages.ts'

const program = join(labModules, 's3rver/bin/s3rver.js')
/** The keys of the only account that s3rver knows. */
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * Starts a server that speaks the protocol of Amazon S3, in a separate process. It has one bucket, which is stored in
 * `folder`.
 */
export async function startS3Server(folder: string, bucket: string) {
  await installLabPackages()
  const port = await findFreePort()
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', bucket]
  const child = fork(program, options, { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (!child.stdout) throw new Error('The S3 server has no output.')
  const lines = createInterface(child.stdout)
  for await (const line of lines) if (line.includes('listening')) break
  child.stdout.resume()
  return {
    settings: { bucket, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, keys },
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
