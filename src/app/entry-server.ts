import { defineHandlerCallback, getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler, defaultRenderHandler, StartServer } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { setApiTransport } from '#client/api-transport.ts'
import type { Transport } from '#client/send.ts'
import { setSiteFacts } from '#client/site-facts.ts'
import type { SiteFacts } from '#features/site/site-fact-rules.ts'
import { TextResponse } from '#lib/text-response.ts'
import { loadLateSections } from '#ui/late-section.tsx'
import { getRouter } from './router.tsx'

/** Renders a page like the default handler, but to a string instead of a stream. */
const render = createStartHandler(
  defineHandlerCallback(async ({ router, responseHeaders }) => {
    const html = await transformHtmlStringWithRouter(router, renderToString(createElement(StartServer, { router })))
    return new TextResponse(html, { status: getSsrStatus(router), headers: responseHeaders })
  }),
)

/**
 * Creates the function with which the server renders complete pages. The pages' loaders reach the API through
 * `transport`, in the same process.
 */
export function createPageRenderer(transport: Transport, site: SiteFacts): (request: Request) => Promise<Response> {
  setApiTransport(transport)
  setSiteFacts(site)
  const loaded = loadPages()
  return async (request) => {
    await loaded
    return render(request)
  }
}

/**
 * Loads the code of every page at startup. Rendering doesn't wait for code, so without this, empty pages would be
 * rendered and cached.
 */
async function loadPages(): Promise<void> {
  const kinds = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent'] as const
  const routes = Object.values(getRouter().routesById)
  const parts = routes.flatMap(({ options }) => kinds.map((kind) => options[kind] as Lazy | undefined))
  await Promise.all(parts.map((part) => part?.preload?.()))
  await loadLateSections()
}

type Lazy = { preload?: () => Promise<unknown> }

// The development server requires a default export with a `fetch` method.
export default { fetch: createStartHandler(defaultRenderHandler) }
