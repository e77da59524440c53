import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Imitates Google's tag. It reads the page's queue (`dataLayer`), and sends each event if the visitor has consented to
 * analytics.
 */
const tag = `{
const handleEntry = (entry) => {
  const [command, name, data] = entry
  if (command === 'consent') Object.assign(consent, data)
  if (command === 'event' && consent.analytics_storage === 'granted')
    navigator.sendBeacon(origin + '/g/collect', JSON.stringify({ name, ...data }))
}
const consent = {}
const origin = new URL(document.currentScript.src).origin
for (const entry of dataLayer) handleEntry(entry)
dataLayer.push = (...entries) => entries.forEach((entry) => { Array.prototype.push.call(dataLayer, entry); handleEntry(entry) })
}`

/** Imitates Trustpilot's widget: shows the reviews in a frame. */
const widget = `{
const origin = new URL(document.currentScript.src).origin
window.Trustpilot = {
  loadFromElement(element) {
    const frame = document.createElement('iframe')
    frame.title = 'Reviews'
    frame.src = origin + '/trustbox?unit=' + element.dataset.businessunitId
    element.replaceChildren(frame)
  },
}
}`

const scripts: Record<string, string> = { '/gtag/js': tag, '/bootstrap/v5/tp.widget.bootstrap.min.js': widget }

/**
 * Starts a server that imitates Google Analytics and Trustpilot, which a site may use. `received`: the paths that were
 * requested. `events`: the events that the tag sent.
 */
export async function startOptionalVendors() {
  const received: string[] = []
  const events: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://vendor')
    received.push(pathname)
    if (pathname === '/g/collect') {
      let body = ''
      for await (const part of request) body += part
      events.push(JSON.parse(body))
    }
    const isScript = pathname in scripts
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? scripts[pathname] : '<p>4.6 of 5, 41 reviews</p>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    events,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
