import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { serverUnreachable } from '#client/api-error.ts'
import { robotTagsSelector } from '#features/site/web/page-meta.ts'
import { getRouter } from './router.tsx'

// We use TanStack Router's client, because TanStack Start's has code for server functions, which we don't use.
const router = getRouter()

// Only the server renders the tags that robots read, such as JSON-LD. They describe the first page, so the first
// navigation removes them.
const unsubscribe = router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
  if (!fromLocation || !pathChanged) return
  for (const tag of document.querySelectorAll(robotTagsSelector)) tag.remove()
  unsubscribe()
})

// React hydrates the header and the footer before the page between them. If the reader clicked a link in the header at
// that moment, the page would be removed during its hydration, which is an error. This event makes React hydrate the
// page before it handles the click.
function hydratePage() {
  document.getElementById('main')?.firstElementChild?.dispatchEvent(new Event('pointercancel'))
}
window.addEventListener('click', hydratePage, { capture: true, once: true })

// Without a connection, the code of a page can't be loaded. The router recognizes this error by its message and reloads
// the document. That helps after an upgrade of the site, but without a connection it shows the browser's error page.
// With a different message, the router shows our error page, which has a button to try again.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = serverUnreachable()
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})
