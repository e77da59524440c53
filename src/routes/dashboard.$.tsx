import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Protected } from '#features/accounts/web/protected.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { pageTitle, privateHead } from '#web/page-meta.ts'

/** /dashboard and everything below it: sign-in first, then one's prompts, or the 404 page (contract "Pages"). */
export const Route = createFileRoute('/dashboard/$')({
  head: () => privateHead('Dashboard'),
  component: () => {
    const { _splat } = Route.useParams()
    return <Protected>{() => (_splat ? <LostPage /> : <Navigate to="/my-prompts" replace />)}</Protected>
  },
})

/** The server could not know that there is no such page, so the title comes late. */
function LostPage() {
  useEffect(() => {
    document.title = pageTitle('Page Not Found')
  }, [])
  return <NotFoundPage />
}
