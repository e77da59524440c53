import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { noAnswer } from './api-error.ts'
import { robotTagsSelector } from './page-meta.ts'
import { getRouter } from './router.tsx'

// The router's own client, not Start's: that one brings the code of server functions, which Promptarium doesn't use.
const router = getRouter()

// What the server said for robots is true of the first page only.
const stopForgetting = router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
  if (!fromLocation || !pathChanged) return
  for (const tag of document.querySelectorAll(robotTagsSelector)) tag.remove()
  stopForgetting()
})

// React hydrates the frame first and the page in it later. A link of the frame that is pressed between the two would take
// the page away half done, an error; an event in the page that nobody hears makes React hydrate it before the press.
function hydratePage() {
  document.getElementById('main')?.firstElementChild?.dispatchEvent(new Event('pointercancel'))
}
window.addEventListener('click', hydratePage, { capture: true, once: true })

// Without a connection the code of a page doesn't come. The router would load the document anew, as after an upgrade,
// and leave the reader with the browser's own error; by another message it shows our error page, with its retry.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = noAnswer
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})
