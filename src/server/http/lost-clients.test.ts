import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createListeningSite } from '#test/listening-site.ts'
import { noLog } from '../telemetry/request-log.ts'

it('a client that resets its connection while it sends a body is no failure in the log, and no outage of the database', async () => {
  const lines: { level: string; path?: string }[] = []
  const record = (level: string) => (fields: object) => lines.push({ level, ...fields })
  const log = { ...noLog, info: record('info'), warn: record('warn'), error: record('error') }
  const site = await createListeningSite({ log })
  for (const path of ['/api/login', '/mcp', '/mcp/c/any', '/api/contact']) {
    const client = connect(site.port, '127.0.0.1')
    const head = ['Host: site.test', 'Content-Type: application/json', 'Content-Length: 5000', 'Expect: 100-continue']
    client.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"`)
    // The server has read the head once it asks for the body.
    await once(client, 'data')
    client.resetAndDestroy()
    await expect.poll(() => lines.filter((line) => line.path === path)).toMatchObject([{ level: 'info' }])
  }
  await site.close()
})
