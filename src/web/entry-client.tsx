import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { serverUnreachable } from './api-error.ts'
import { robotTagsSelector } from './page-meta.ts'
import { getRouter } from './router.tsx'

// This is the client of TanStack Router. That of TanStack Start contains code for server functions, which we don't use.
const router = getRouter()

// The server's tags for robots apply only to the first page.
const unsubscribe = router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
  if (!fromLocation || !pathChanged) return
  for (const tag of document.querySelectorAll(robotTagsSelector)) tag.remove()
  unsubscribe()
})

// React hydrates the header and the footer before the page between them. If the reader clicks a link in the header at
// that moment, the page would be removed during its hydration, which is an error. This event makes React hydrate the
// page before it handles the click.
function hydratePage() {
  document.getElementById('main')?.firstElementChild?.dispatchEvent(new Event('pointercancel'))
}
window.addEventListener('click', hydratePage, { capture: true, once: true })

// Without a connection, the code of a page can't be loaded. The router recognizes this error by its message and reloads
// the document, which is right after an upgrade but would now show the browser's error page. With another message, the
// router shows our error page, which can try again.
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
