import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'
import { setApiWire } from './api-wire.ts'
import type { Wire } from './send.ts'
import { type SiteFacts, setSiteFacts } from './site-facts.ts'

const render = createStartHandler(defaultRenderHandler)

/**
 * What the server loads of the web: renders the page of a request, whole. Loaders reach the API through `wire`, in
 * process.
 */
export function createPageRenderer(wire: Wire, site: SiteFacts): (request: Request) => Promise<Response> {
  setApiWire(wire)
  setSiteFacts(site)
  return async (request) => render(request)
}

// The development server asks for a default export with fetch.
export default { fetch: (request: Request) => render(request) }
