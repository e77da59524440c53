import type { AnyRouter } from '@tanstack/react-router'
import { defineHandlerCallback, getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler, defaultRenderHandler, StartServer } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { setApiTransport } from '#client/api-transport.ts'
import { pageState } from '#client/page-state.ts'
import type { RouterContext } from '#client/router-context.ts'
import type { Transport } from '#client/send.ts'
import { setSiteFacts } from '#client/site-facts.ts'
import type { SiteFacts } from '#features/site/site-fact-rules.ts'
import { type Language, setLanguageSource } from '#lib/language.ts'
import { TextResponse } from '#lib/text-response.ts'
import { loadLateSections } from '#ui/lists/late-section.tsx'
import { getRouter } from './router.tsx'

/** Renders a page like the default handler, but to a string instead of a stream. */
const render = createStartHandler(
  defineHandlerCallback(async ({ router, responseHeaders }) => {
    const html = await transformHtmlStringWithRouter(router, renderToString(createElement(StartServer, { router })))
    return new TextResponse(html, { status: getSsrStatus(router), headers: responseHeaders }, stateOf(router))
  }),
)

/**
 * The state of a page. It is no part of the HTML that React writes, where it would be escaped once more, and would make
 * the string so long that each copy takes a millisecond.
 */
function stateOf({ options }: AnyRouter): string {
  const { queryClient } = options.context as RouterContext
  return JSON.stringify(pageState(queryClient)).replaceAll('<', '\\u003c')
}

/**
 * Creates the function with which the server renders complete pages. The pages' loaders reach the API through
 * `transport`, in the same process. `language` returns the language of the page that is being rendered.
 */
export function createPageRenderer(
  transport: Transport,
  site: SiteFacts,
  language?: () => Language,
): (request: Request) => Promise<Response> {
  if (language) setLanguageSource(language)
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
