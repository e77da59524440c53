import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { serverUnreachable } from './api-error.ts'
import { robotTagsSelector } from './page-meta.ts'
import { getRouter } from './router.tsx'

// The client of TanStack Router, since TanStack Start's includes code for server functions, which we don't use.
const router = getRouter()

// The server's tags for robots are only valid for the first page.
const unsubscribe = router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
  if (!fromLocation || !pathChanged) return
  for (const tag of document.querySelectorAll(robotTagsSelector)) tag.remove()
  unsubscribe()
})

// React hydrates the header and footer before the page between them. If a link in the header is clicked in between, the
// page is removed during its hydration, which is an error. This event makes React hydrate the page before the click.
function hydratePage() {
  document.getElementById('main')?.firstElementChild?.dispatchEvent(new Event('pointercancel'))
}
window.addEventListener('click', hydratePage, { capture: true, once: true })

// Without a connection, the code of a page fails to load. The router knows this error by its message and reloads the
// document, as it must after an upgrade, so the reader would get the browser's error page. With another message, the
// router shows our error page, which can retry.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = serverUnreachable
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})
