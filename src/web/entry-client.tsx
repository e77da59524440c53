import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { serverUnreachable } from './api-error.ts'
import { robotTagsSelector } from './page-meta.ts'
import { getRouter } from './router.tsx'

// The router's own client, since Start's includes the code of server functions, which Promptarium doesn't use.
const router = getRouter()

// The server's tags for robots belong to the first page only.
const stopForgetting = router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
  if (!fromLocation || !pathChanged) return
  for (const tag of document.querySelectorAll(robotTagsSelector)) tag.remove()
  stopForgetting()
})

// React hydrates the frame before the page in it. A link in the frame that is clicked in between would remove the page
// during its hydration, an error. An unhandled event in the page makes React hydrate it before the click.
function hydratePage() {
  document.getElementById('main')?.firstElementChild?.dispatchEvent(new Event('pointercancel'))
}
window.addEventListener('click', hydratePage, { capture: true, once: true })

// Without a connection the code of a page fails to load. The router would then reload the document, as after an upgrade,
// and show the browser's own error. With another message it shows our error page with a retry button.
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
